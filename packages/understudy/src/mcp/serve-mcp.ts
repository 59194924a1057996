import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { didYouMean } from '@understudy/contract';
import { ControlError } from '../control/control-calls.js';
import { version } from '../version.js';
import { callOperation } from './call-operation.js';
import { controlTools } from './control-tools.js';
import { listTools } from './list-tools.js';
import type { Place } from './place.js';
import { runScenarioTool } from './run-scenario-tool.js';
import { readInput, type Tool, ToolRefusal } from './tool.js';

const tools: readonly Tool[] = [...listTools, callOperation, ...controlTools, runScenarioTool];

const instructions = `Understudy simulates business APIs with state, a clock that you turn, and a journal of what happened.
Find an operation by list_operations, see its parameters by describe_operation, call it by call_operation.
Use a sandbox of your own name to leave the data of others alone. Time does not pass by itself in a sandbox with a manual clock: advance_clock finishes jobs and delivers webhooks.
When a call is refused, explain_refusal says why and what of the documents it rests on.`;

/**
 * Serves the Model Context Protocol on standard input and output.
 *
 * @param place resolved on the first tool call, so that the server can respond immediately
 * @returns closes the server after all pending responses
 */
export async function serveMcp(place: Promise<Place>): Promise<() => Promise<void>> {
  const server = new Server({ name: 'understudy', version }, { capabilities: { tools: {} }, instructions });
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

async function call(name: string, given: unknown, place: Place): Promise<CallToolResult> {
  try {
    const tool = tools.find((each) => each.name === name);
    const names = tools.map((each) => each.name);
    if (tool === undefined) throw new ToolRefusal(`There is no tool "${name}".${didYouMean(name, names)}`);
    return textResult(JSON.stringify(await tool.run(readInput(tool, given), place), undefined, 2));
  } catch (error) {
    if (error instanceof ToolRefusal || error instanceof ControlError)
      return { ...textResult(error.message), isError: true };
    // `fetch` throws it when there is no response.
    if (error instanceof TypeError)
      return { ...textResult(`${place.url} cannot be reached: ${error.message}`), isError: true };
    throw error;
  }
}

function textResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}
