import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { isObject, membersOf, parseJson, stringifyJson, suggestName } from '@understudy/contract';
import { ControlError } from '../control/control-calls.js';
import { understudyVersion } from '../version.js';
import { apiTools, createOperationTools } from './api-tools.js';
import { callOperationTool } from './call-operation.js';
import { controlTools } from './control-tools.js';
import { learnTool } from './learn-tool.js';
import { listTools } from './list-tools.js';
import { recordTools } from './record-tools.js';
import { runScenarioTool } from './run-scenario-tool.js';
import { sandboxTools } from './sandbox-tools.js';
import { type McpTool, type ToolContext, ToolError, validateArguments } from './tool.js';

const mimeType = 'application/json';

function listResources({ apis }: ToolContext) {
  return [
    ...apis.map((api) => ({ uri: `understudy://claims/${api}`, name: `Claims of ${api}`, mimeType })),
    { uri: 'understudy://journal/default', name: 'Journal of the default sandbox', mimeType },
  ];
}

/** Reads a resource. @throws ToolError for an unknown URI */
async function readResource(uri: string, place: ToolContext) {
  const [, kind, name = ''] = /^understudy:\/\/(claims|journal)\/([a-z0-9-]+)$/.exec(uri) ?? [];
  if (kind === undefined)
    throw new ToolError(`Unknown resource "${uri}". Use understudy://claims/<api> or understudy://journal/<sandbox>`);
  const found =
    kind === 'journal'
      ? await place.control(name).journal.list({ last: 100 })
      : await listTools.find((tool) => tool.name === 'list_claims')?.run({ api: name, limit: 500 }, place);
  const value = isObject(found) ? found['entries'] : found;
  return { contents: [{ uri, mimeType, text: stringifyJson(value, 2) }] };
}

const tools: readonly McpTool[] = [
  ...[...listTools, callOperationTool, ...controlTools, ...sandboxTools, ...recordTools],
  ...[runScenarioTool, ...apiTools, learnTool],
];

const instructions = `Understudy simulates business APIs with state, a clock you can advance, and a journal of all requests.
Find an operation with list_operations, read its parameters with describe_operation, and call it with call_operation.
Use your own sandbox name, so that you do not change the data of others. A manual clock advances only with advance_clock, which finishes jobs and delivers webhooks.
Use explain_refusal to explain an error response with the documented facts behind it.`;

/**
 * Creates a server with all tools and resources.
 *
 * @param place resolves when the tools can be used
 * @param open a set that contains the pending responses
 */
export function createMcpServer(place: Promise<ToolContext>, open = new Set<Promise<unknown>>()): Server {
  const server = new Server(
    { name: 'understudy', version: understudyVersion },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: (await toolsOf(place)).map(toListed) }));
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({ resources: listResources(await place) }));
  server.setRequestHandler(
    ReadResourceRequestSchema,
    async ({ params }) => await readResource(params.uri, await place),
  );
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const answer = place.then(async (there) => await call(params.name, params.arguments, there));
    const settled = answer.catch(() => undefined).finally(() => open.delete(settled));
    open.add(settled);
    return answer;
  });
  return server;
}

async function toolsOf(place: Promise<ToolContext>): Promise<readonly McpTool[]> {
  // If operations are not tools, the list does not wait for the APIs.
  const there = await Promise.race([place, Promise.resolve(undefined)]);
  return there?.hasOperationTools === true ? [...tools, ...createOperationTools(there)] : tools;
}

function toListed({ name, description, input, readOnly, destructive = false, output = {} }: McpTool) {
  const properties = Object.fromEntries(Object.entries(output).map(([member, type]) => [member, { type }]));
  return {
    name,
    description,
    inputSchema: { ...membersOf(input), type: 'object' as const },
    outputSchema: { type: 'object' as const, properties, required: Object.keys(output) },
    annotations: { readOnlyHint: readOnly, destructiveHint: destructive, openWorldHint: false },
  };
}

/**
 * Serves the Model Context Protocol on standard input and output.
 *
 * @param place awaited on the first tool call, so that the server can respond immediately
 * @returns a function that closes the server after all pending responses
 */
export async function serveMcp(place: Promise<ToolContext>): Promise<() => Promise<void>> {
  const open = new Set<Promise<unknown>>();
  const server = createMcpServer(place, open);
  // The caller reports the reason.
  place.catch(() => undefined);
  await server.connect(new StdioServerTransport());
  return async () => {
    // The last requests may not have reached their handlers yet.
    await turn();
    await Promise.all(open);
    await turn();
    await server.close();
  };
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

async function call(name: string, given: unknown, place: ToolContext): Promise<CallToolResult> {
  try {
    const all = await toolsOf(Promise.resolve(place));
    const tool = all.find((each) => each.name === name);
    const names = all.map((each) => each.name);
    if (tool === undefined) throw new ToolError(`Unknown tool "${name}".${suggestName(name, names)}`);
    const text = stringifyJson((await tool.run(validateArguments(tool, given), place)) ?? {}, 2);
    // The MCP library serializes numbers as doubles. Only the text contains all digits.
    return { ...textResult(text), structuredContent: parseJson(text) };
  } catch (error) {
    if (error instanceof ToolError || error instanceof ControlError)
      return { ...textResult(error.message), isError: true };
    // `fetch` throws a TypeError if there is no response.
    if (error instanceof TypeError)
      return { ...textResult(`${place.url} is unreachable: ${error.message}`), isError: true };
    throw error;
  }
}

function textResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}
