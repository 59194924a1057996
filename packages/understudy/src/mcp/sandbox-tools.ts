import { isObject, membersOf, suggestName } from '@understudy/contract';
import type { Control } from '../control/control.js';
import {
  apiArgument,
  createArgumentsSchema,
  type McpTool,
  sandboxArgument,
  ToolError,
  type ToolInput,
} from './tool.js';

/** Runs a tool on the control plane of its sandbox. */
function on(run: (control: Control, input: ToolInput) => Promise<unknown>): McpTool['run'] {
  return async ({ sandbox: name, ...input }, { control }) => await run(control(String(name)), input);
}

const name = { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,62}$', description: 'The name of the snapshot.' };

export const sandboxTools: readonly McpTool[] = [
  {
    name: 'list_faults',
    description: 'Lists the fault rules of a sandbox, with how often each was applied.',
    input: createArgumentsSchema({ sandbox: sandboxArgument }),
    output: { faults: 'array' },
    readOnly: true,
    run: on(async ({ faults }) => ({ faults: await faults.list() })),
  },
  {
    name: 'set_faults',
    description:
      'Replaces all fault rules of a sandbox: errors, delays, broken connections. An empty list removes them. Use answer_requests for a response of your own.',
    input: createArgumentsSchema(
      {
        faults: {
          type: 'array',
          items: { type: 'object' },
          description:
            'Rules {match, effect, times}. match: api, operationId, method, path, nth, every, probability, if (a condition on records of an API from a description, such as find("customers", body.customerId).blocked). effect: status, headers, delay {fixed: PT2S}, reset, truncateAfter. Example: {"match": {"operationId": "listDatasets"}, "effect": {"status": 503}, "times": 1}.',
        },
        sandbox: sandboxArgument,
      },
      ['faults'],
    ),
    output: { faults: 'array' },
    readOnly: false,
    run: on(async (control, { faults }) => ({ faults: await control.faults.set(Array.isArray(faults) ? faults : []) })),
  },
  {
    name: 'read_model',
    description:
      'Reads the behavior model of an API from a description: computed members, references, lifecycles, unique values, conditions, filters, errors. Returns the changed lines, or with whole all statements and why each was inferred. unread lists sentences of the description that look like rules and are not simulated, each with proposed lines.',
    input: createArgumentsSchema(
      {
        api: apiArgument,
        whole: { type: 'boolean', default: false, description: 'Whether to return all statements.' },
      },
      ['api'],
    ),
    output: { model: 'object', unread: 'array' },
    readOnly: true,
    run: async ({ api, whole }, { control }) => {
      const { model } = control('default');
      const [read, unread] = await Promise.all([
        model.get(String(api), { whole: whole === true }),
        model.listUnread(String(api)),
      ]);
      return { model: read, unread };
    },
  },
  {
    name: 'edit_model',
    description:
      'Replaces the changed lines of the behavior model of an API in all sandboxes, until the server stops. Read them first with read_model. Refuses wrong statements with their places. Stored records stay. Returns the responses that differ if the last requests of the sandbox are sent again with the new lines; use dryRun to see them before the change.',
    input: createArgumentsSchema(
      {
        api: apiArgument,
        model: {
          type: 'object',
          description:
            'All changed lines, in the form that understudy generate schema model prints; null removes an inferred statement. Example: {"resources": {"orders": {"members": {"total": {"value": "self.lines.map(l, l.amount).sum()"}}}}}. To accept an unread sentence, complete its proposal and add {"sentences": {"<sentence>": "accepted"}}; "refused" removes it from the list.',
        },
        dryRun: { type: 'boolean', default: false, description: 'Whether to change nothing.' },
        sandbox: sandboxArgument,
      },
      ['api', 'model'],
    ),
    output: { applied: 'boolean', tried: 'integer', responses: 'array' },
    readOnly: false,
    run: on(async ({ model }, { api, model: given, dryRun }) => {
      const lines = isObject(given) ? given : {};
      const { tried, responses } = await model.try(String(api), lines);
      if (dryRun !== true) await model.set(String(api), lines);
      return { applied: dryRun !== true, tried, responses };
    }),
  },
  {
    name: 'read_settings',
    description: 'Reads the settings of a sandbox: progression of jobs, webhooks, and settings of each API.',
    input: createArgumentsSchema({ sandbox: sandboxArgument }),
    readOnly: true,
    run: on(async ({ settings }) => await settings.get()),
  },
  {
    name: 'change_settings',
    description: 'Changes settings of a sandbox, such as {"progression": "manual"}. Returns all settings.',
    input: createArgumentsSchema(
      {
        settings: { type: 'object', description: 'The settings to change, in the format that read_settings returns.' },
        sandbox: sandboxArgument,
      },
      ['settings'],
    ),
    readOnly: false,
    run: on(async (control, { settings }) => await control.settings.change(membersOf(settings))),
  },
  {
    name: 'save_snapshot',
    description: 'Saves the whole sandbox, with records, clock and jobs, under a name.',
    input: createArgumentsSchema({ name, sandbox: sandboxArgument }, ['name']),
    readOnly: false,
    run: on(async ({ snapshots }, { name: to }) => await snapshots.put(String(to))),
  },
  {
    name: 'restore_snapshot',
    description: 'Replaces the state of a sandbox with a snapshot from save_snapshot.',
    input: createArgumentsSchema({ name, sandbox: sandboxArgument }, ['name']),
    readOnly: false,
    destructive: true,
    run: on(async ({ snapshots }, { name: from }) => {
      const names = (await snapshots.list()).map((snapshot) => snapshot.name);
      if (names.includes(String(from))) return await snapshots.restore(String(from));
      const hint = suggestName(String(from), names);
      throw new ToolError(`There is no snapshot "${from}". Available: ${names.join(', ') || 'none'}.${hint}`);
    }),
  },
  {
    name: 'list_jobs',
    description: 'Lists the jobs of a sandbox with their states, such as trainings, forecasts and rosters.',
    input: createArgumentsSchema({ sandbox: sandboxArgument }),
    output: { jobs: 'array' },
    readOnly: true,
    run: on(async ({ jobs }) => ({ jobs: await jobs.list() })),
  },
  {
    name: 'finish_job',
    description:
      'Completes a running job, or makes it fail with a message. Use progression manual to keep jobs running.',
    input: createArgumentsSchema(
      {
        id: { type: 'string', description: 'The id from list_jobs.' },
        outcome: { enum: ['complete', 'fail'], default: 'complete' },
        message: { type: 'string', description: 'The error message of a failed job.' },
        sandbox: sandboxArgument,
      },
      ['id'],
    ),
    readOnly: false,
    run: on(async ({ jobs }, { id, outcome, message }) =>
      outcome === 'fail'
        ? await jobs.fail(String(id), typeof message === 'string' ? message : undefined)
        : await jobs.complete(String(id)),
    ),
  },
  {
    name: 'seed_sandbox',
    description: 'Replaces the state of a sandbox with the seed demo or empty, or with data keyed by API.',
    input: createArgumentsSchema({
      seed: { enum: ['demo', 'empty'], default: 'demo' },
      data: { type: 'object', description: 'Data keyed by API, such as {"petstore": {"pets": [{"name": "Rex"}]}}.' },
      sandbox: sandboxArgument,
    }),
    readOnly: false,
    destructive: true,
    run: on(async (control, { seed, data }) =>
      control.seed(data === undefined ? (seed === 'empty' ? 'empty' : 'demo') : { data: { ...membersOf(data) } }),
    ),
  },
];
