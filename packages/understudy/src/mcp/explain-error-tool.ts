import { isObject, stringifyJson } from '@understudy/contract';
import type { JournalEntry } from '../control/control.js';
import { collectEvidence } from '../evidence.js';
import { createArgumentsSchema, type McpTool, sandboxArgument } from './tool.js';
import { type ToolContext, ToolError } from './tool-context.js';

export const explainErrorTool: McpTool = {
  name: 'explain_refusal',
  description:
    'Explains an error response: its message, every violation of the description, and the claims and gaps (assumptions about undocumented points) behind the operation. Explains the last error response of the sandbox, unless seq selects a journal entry.',
  input: createArgumentsSchema({
    sandbox: sandboxArgument,
    seq: {
      type: 'integer',
      minimum: 1,
      description: 'The number of a journal entry, which is the X-Request-Id of the response.',
    },
  }),
  readOnly: true,
  output: { seq: 'integer', request: 'object', answer: 'object' },
  run: async (input, place) => {
    const entry = await refusedEntry(String(input['sandbox']), input['seq'], place);
    const { seq, at, api, operationId, method, url, status, refusal, request, response, fault, error, note } = entry;
    return {
      seq,
      at,
      request: { method, url, operationId, headers: request?.headers, body: request?.body },
      answer: { status, body: response?.body },
      why: refusal ?? { message: error ?? messageOf(response?.body) },
      ...(fault === undefined ? {} : { fault: `The fault rule ${fault} of the sandbox caused this response.` }),
      ...(note === undefined ? {} : { note }),
      ...(api === undefined || operationId === undefined ? {} : groundsOf(api, operationId, status, place)),
    };
  },
};

async function refusedEntry(name: string, seq: unknown, place: ToolContext): Promise<JournalEntry> {
  const { journal } = place.control(name);
  if (typeof seq !== 'number') {
    const [last] = await journal.list({ type: 'request', failed: true, last: 1 });
    if (last === undefined) throw new ToolError(`The sandbox "${name}" has not returned an error yet.`);
    return last;
  }
  const [entry] = await journal.list({ after: seq - 1, limit: 1 });
  if (entry?.seq !== seq) throw new ToolError(`The journal of sandbox "${name}" does not contain entry ${seq}.`);
  if (entry.type === 'request' && (entry.status ?? 0) >= 400) return entry;
  throw new ToolError(
    `Entry ${seq} is not an error response: ${entry.type}${entry.status === undefined ? '' : ` with status ${entry.status}`}.`,
  );
}

function messageOf(body: unknown): string {
  return isObject(body) ? stringifyJson(body) : String(body ?? 'The response has no body.');
}

/** Lists the claims that the operation's scenarios prove, those about the status first, and its gaps. */
function groundsOf(api: string, operationId: string, status: number | undefined, { workspace }: ToolContext) {
  const { operations, claims, gaps, scenarios } = collectEvidence(workspace, api);
  const operation = operations.find((each) => each.operationId === operationId);
  if (operation === undefined) return {};
  const calling = scenarios.filter(({ id }) => operation.scenarios.includes(id));
  const proved = new Set(calling.flatMap((scenario) => scenario.claims));
  const speaks = ({ says }: { says: string }) => status !== undefined && says.includes(String(status));
  const related = claims.filter(({ id }) => proved.has(id));
  const first = [...related.filter(speaks), ...related.filter((claim) => !speaks(claim))].slice(0, 10);
  return {
    claims: first.map(({ id, says, section }) => ({ id, says, section })),
    gaps: gaps.filter(({ id }) => operation.gaps.includes(id)).map(({ id, gap, assume }) => ({ id, gap, assume })),
  };
}
