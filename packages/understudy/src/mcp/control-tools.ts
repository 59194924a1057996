import { membersOf } from '@understudy/contract';
import { explainErrorTool } from './explain-error-tool.js';
import type { McpTool } from './tool.js';
import { apiArgument, createArgumentsSchema, readTextArgument, sandboxArgument } from './tool.js';
import { ToolError } from './tool-context.js';

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
