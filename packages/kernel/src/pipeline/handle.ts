import type { ControlContext } from '../control/control-context.js';
import type { JobRecord } from '../jobs/job.js';
import type { JobDesk } from '../jobs/job-desk.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { type Scopes, scopesOf } from '../store/scope.js';
import type { Exchange } from './exchange.js';

/** Step 6: the operation's handler, in a unit of work of its own. */
export async function handle(exchange: Exchange): Promise<void> {
  const { simulator, sandbox, operation, input, world } = exchange;
  if (operation === undefined || sandbox === undefined || input === undefined) return;
  const handler = simulator.operations[operation.operationId];
  if (handler === undefined) throw new Error(`${simulator.name} has no handler for ${operation.operationId}`);
  exchange.unit = world.store.begin(sandbox.name);
  exchange.startedJobs = [];
  exchange.seenJobs = [];
  exchange.result = await handler(input, createContext(exchange, sandbox));
}

function createContext(exchange: Exchange, sandbox: Sandbox): ControlContext {
  const { simulator, operation, caller, unit, input, world, request } = exchange;
  if (operation === undefined || unit === undefined) throw new Error('There is no operation to handle');
  const scopes = scopesOf(unit, simulator.name);
  const tenantId = simulator.tenantOf?.(input?.headers ?? {});
  return {
    api: simulator.name,
    operation,
    clock: sandbox.clock,
    ids: sandbox.ids,
    random: sandbox.random,
    caller,
    request: { method: request.method, url: pathAndQuery(exchange), headers: request.headers, bytes: request.body },
    baseUrl: exchange.baseUrl,
    settings: sandbox.settings.ofApi(simulator.name),
    scopes,
    get scope() {
      if (caller === undefined || tenantId === undefined) throw new Error('This operation has no tenant');
      return scopes.of({ clientId: caller.clientId, tenantId });
    },
    jobs: createJobDesk(exchange, sandbox, scopes),
    tokens: sandbox.tokens,
    signer: sandbox.signer,
    sandbox,
    world,
  };
}

function createJobDesk(exchange: Exchange, sandbox: Sandbox, scopes: Scopes): JobDesk {
  const { simulator, entry } = exchange;
  const jobs = scopes.shared.collection<JobRecord>('jobs');
  return {
    async start({ kind, owner, keys, input, id = sandbox.ids.next('job') }) {
      const initial = simulator.jobs[kind]?.machine.initial;
      if (initial === undefined) throw new Error(`${simulator.name} has no jobs of kind "${kind}"`);
      const job: JobRecord = {
        id,
        api: simulator.name,
        kind,
        owner,
        keys,
        input,
        status: initial,
        acceptedAt: sandbox.clock.now().toISOString(),
        run: ((await jobs.get(id))?.run ?? 0) + 1,
        polls: 0,
        cause: entry?.seq ?? 0,
      };
      await jobs.put(id, job);
      exchange.startedJobs.push(job);
      return job;
    },
    find: (id) => jobs.get(id),
    notePoll: (id) => {
      exchange.seenJobs.push({ api: simulator.name, id });
    },
  };
}

function pathAndQuery({ path, query }: Exchange): string {
  return query === '' ? path : `${path}?${query}`;
}
