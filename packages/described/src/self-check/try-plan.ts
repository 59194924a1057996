import { type Finding, joinPointer, locateSource } from '@understudy/contract';
import { type ApiPlan, getMember, type OperationPlan, type Resource } from '@understudy/model';
import { encodePlanned, PlanClient } from './plan-client.js';

/** Sends a request to a scratch sandbox of the API without security. The body is JSON if its media type is. */
export type ScratchSender = (request: {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}) => Promise<{ readonly status: number; readonly body: unknown }>;

/** Descriptions can have thousands of collections. */
const mostResources = 1000;

/**
 * Tries the plan of each collection: creates an entity, reads it back, finds it in its list, changes and deletes it.
 *
 * @returns a warning for each collection that fails
 */
export async function tryPlan(
  plan: ApiPlan,
  send: ScratchSender,
  onProgress?: (done: number, all: number) => void,
): Promise<Finding[]> {
  const trial = new Trial(plan, send);
  const findings: Finding[] = [];
  const meant = [...new Set(plan.resources.values())].filter(({ kept, single }) => kept && !single);
  for (const [done, resource] of meant.slice(0, mostResources).entries()) {
    onProgress?.(done, meant.length);
    const problem = await trial.problemOf(resource);
    if (problem === undefined) continue;
    const { operation, message } = problem;
    const pointer = joinPointer('/paths', operation.path, operation.method.toLowerCase());
    const place = locateSource(plan.schemas.document, pointer);
    findings.push({ ruleId: 'description/plan', severity: 'warning', message, pointer, ...place });
  }
  const left = meant.length - mostResources;
  if (left > 0) {
    const message = `${left} of ${meant.length} collections were not tried.`;
    findings.push({ ruleId: 'description/plan', severity: 'warning', message, pointer: '/paths' });
  }
  return findings;
}

interface Problem {
  readonly operation: OperationPlan['operation'];
  readonly message: string;
}

class Trial {
  readonly #client: PlanClient<Awaited<ReturnType<ScratchSender>>>;

  constructor(plan: ApiPlan, send: ScratchSender) {
    this.#client = new PlanClient(plan, (request) => send(encodePlanned(request)));
  }

  async problemOf(resource: Resource): Promise<Problem | undefined> {
    const client = this.#client;
    const creates = client.operation(resource, 'create');
    if (creates === undefined) return undefined;
    const named = (message: string, { operation } = creates): Problem => ({
      operation,
      message: `${resource.name}: ${message}`,
    });
    const created = await client.call(creates);
    if (!isSuccess(created)) return named(`storing one fails with ${created.status}`);
    const key = client.keyIn(creates, created.body);
    if (key === undefined) return named('the response to a creation does not contain its key');
    client.use(resource, key);
    for (const does of ['read', 'list', 'update', 'replace', 'delete'] as const) {
      const each = client.operation(resource, does);
      if (each === undefined) continue;
      const answer = await client.call(each, { key });
      if (!isSuccess(answer)) return named(`stores one, but ${described[does]} fails with ${answer.status}`, each);
      const shown = getMember(answer.body, each.wrapped.join('.'));
      const selects = each.operation.parameters.some(({ name, required }) => required && each.list?.filters[name]);
      const isListed = selects || !Array.isArray(shown) || shown.some((one) => isOf(resource, one, key));
      // What is tried next below it needs another one.
      if (does === 'delete') client.use(resource, undefined);
      if (does === 'list' && !isListed) return named('stores one, but its list does not contain it', each);
    }
    return undefined;
  }
}

function isOf({ key }: Resource, entity: unknown, value: unknown): boolean {
  return key === undefined || String(getMember(entity, key)) === String(value);
}

const described = {
  read: 'reading it back',
  list: 'listing it',
  update: 'changing it',
  replace: 'replacing it',
  delete: 'deleting it',
} as const;

function isSuccess({ status }: { readonly status: number }): boolean {
  return status >= 200 && status < 300;
}
