import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { suggestName } from '@understudy/contract';
import { ControlError } from '../control/control-calls.js';
import { understudyVersion } from '../version.js';
import { callOperationTool } from './call-operation.js';
import { controlTools } from './control-tools.js';
import { listTools } from './list-tools.js';
import { recordTools } from './record-tools.js';
import { runScenarioTool } from './run-scenario-tool.js';
import { type McpTool, validateArguments } from './tool.js';
import { type ToolContext, ToolError } from './tool-context.js';

const tools: readonly McpTool[] = [...listTools, callOperationTool, ...controlTools, ...recordTools, runScenarioTool];

const instructions = `Understudy simulates business APIs with state, a clock you can advance, and a journal of all requests.
Find an operation with list_operations, read its parameters with describe_operation, and call it with call_operation.
Use your own sandbox name, so that you do not change the data of others. A manual clock advances only with advance_clock, which finishes jobs and delivers webhooks.
Use explain_refusal to explain an error response with the documented facts behind it.`;

/**
 * Serves the Model Context Protocol on standard input and output.
 *
 * @param place resolved on the first tool call, so that the server can respond immediately
 * @returns closes the server after all pending responses
 */
export async function serveMcp(place: Promise<ToolContext>): Promise<() => Promise<void>> {
  const server = new Server(
    { name: 'understudy', version: understudyVersion },
    { capabilities: { tools: {} }, instructions },
  );
  const open = new Set<Promise<unknown>>();
  // The caller reports the reason.
  place.catch(() => undefined);
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, input, readOnly }) => ({
      name,
      description,
      inputSchema: { ...Object(input), type: 'object' as const },
      annotations: { readOnlyHint: readOnly, openWorldHint: false },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const answer = place.then((there) => call(params.name, params.arguments, there));
    const settled = answer.catch(() => undefined).finally(() => open.delete(settled));
    open.add(settled);
    return answer;
  });
  await server.connect(new StdioServerTransport());
  return async () => {
    // The last requests have not reached their handlers yet.
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
    const tool = tools.find((each) => each.name === name);
    const names = tools.map((each) => each.name);
    if (tool === undefined) throw new ToolError(`Unknown tool "${name}".${suggestName(name, names)}`);
    return textResult(JSON.stringify(await tool.run(validateArguments(tool, given), place), undefined, 2));
  } catch (error) {
    if (error instanceof ToolError || error instanceof ControlError)
      return { ...textResult(error.message), isError: true };
    // `fetch` throws it when there is no response.
    if (error instanceof TypeError)
      return { ...textResult(`${place.url} is unreachable: ${error.message}`), isError: true };
    throw error;
  }
}

function textResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}
