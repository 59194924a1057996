import { isObject, membersOf, stringifyJson } from '@understudy/contract';
import type { JournalEntry } from '../control/control.js';
import { collectEvidence } from '../evidence.js';
import {
  apiArgument,
  createArgumentsSchema,
  type McpTool,
  readTextArgument,
  sandboxArgument,
  type ToolContext,
  ToolError,
} from './tool.js';

const explainErrorTool: McpTool = {
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

export const controlTools: readonly McpTool[] = [
  {
    name: 'advance_clock',
    description:
      'Advances the clock of a sandbox by an ISO 8601 duration (`by`) or to a time (`to`). Returns when all due jobs, webhooks and expiries have run.',
    input: createArgumentsSchema({
      by: { type: 'string', description: 'ISO 8601 duration such as PT61M or P1D.' },
      to: { type: 'string', description: 'ISO 8601 time such as 2026-01-16T09:00:00.000Z.' },
      sandbox: sandboxArgument,
    }),
    readOnly: false,
    output: { now: 'string', fired: 'integer' },
    async run(input, place) {
      const [by, to] = [readTextArgument(input, 'by'), readTextArgument(input, 'to')];
      if ((by === undefined) === (to === undefined)) throw new ToolError('advance_clock requires either by or to');
      return await place.control(String(input['sandbox'])).advance(by ?? { to: String(to) });
    },
  },
  {
    name: 'read_journal',
    description:
      'Reads the journal of a sandbox, oldest first: requests with responses, job steps, webhooks and clock changes. Secrets are redacted.',
    input: createArgumentsSchema({
      sandbox: sandboxArgument,
      last: { type: 'integer', minimum: 1, maximum: 100, default: 20, description: 'Only the newest entries.' },
      type: { enum: ['request', 'transition', 'delivery', 'message', 'clock', 'edit'] },
      api: apiArgument,
      operationId: { type: 'string' },
      status: { type: 'string', description: 'A status such as 422, or a class such as 4xx.' },
      failed: { type: 'boolean', description: 'true returns only failures, false only successes.' },
    }),
    readOnly: true,
    output: { entries: 'array' },
    run: async (input, place) => {
      const { sandbox: name, ...match } = input;
      return { entries: await place.control(String(name)).journal.list(match) };
    },
  },
  explainErrorTool,
  {
    name: 'answer_requests',
    description:
      'Returns your own response to matching requests of a sandbox: status, headers and body, or a patch of the simulated response. Takes precedence over all existing rules, and also works for paths that no API describes. Returns the rule.',
    input: createArgumentsSchema(
      {
        sandbox: sandboxArgument,
        match: {
          type: 'object',
          description:
            'The requests: method, path with * or {id}, operationId, api, headers, query, body. All given parts must match.',
        },
        answer: {
          type: 'object',
          description:
            'status, headers, and body (text or JSON), base64 or patch (JSON Merge Patch or JSON Patch); delay {fixed: PT2S}; times, ttl or until limit the rule.',
        },
      },
      ['match', 'answer'],
    ),
    readOnly: false,
    run: ({ sandbox: name, match, answer }, place) =>
      place.control(String(name)).answer(membersOf(match), membersOf(answer)),
  },
  {
    name: 'reset_sandbox',
    description: 'Resets a sandbox to its initial seed, clock and settings.',
    input: createArgumentsSchema({ sandbox: sandboxArgument }),
    readOnly: false,
    output: { name: 'string', clock: 'object' },
    destructive: true,
    run: (input, place) => place.control(String(input['sandbox'])).reset(),
  },
];

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

/** Lists the operation's gaps and the claims that its scenarios prove, those about the status first. */
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
