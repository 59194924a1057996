import { type Finding, isObject, locate } from '@understudy/contract';
import { draftRequest, draftValue } from './draft/draft-request.js';
import { getMember } from './handle/member-path.js';
import type { ApiPlan, OperationPlan } from './infer/plan.js';
import type { Resource } from './infer/resource.js';

/** Sends a request to a scratch sandbox of the API, without security. The body is JSON where the media type is. */
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
 * @returns a warning for each collection where that does not hold
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
    const pointer = `/paths/${operation.path.replaceAll('~', '~0').replaceAll('/', '~1')}/${operation.method.toLowerCase()}`;
    const place = locate(plan.schemas.document, pointer);
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
  readonly #plan: ApiPlan;
  readonly #send: ScratchSender;
  /** Keys of created entities by the shape of their resource; undefined while one is created. */
  readonly #keys = new Map<string, unknown>();

  constructor(plan: ApiPlan, send: ScratchSender) {
    this.#plan = plan;
    this.#send = send;
  }

  async problemOf(resource: Resource): Promise<Problem | undefined> {
    const creates = this.#operation(resource, 'create');
    if (creates === undefined) return undefined;
    const named = (message: string, { operation } = creates): Problem => ({
      operation,
      message: `${resource.name}: ${message}`,
    });
    const created = await this.#request(creates, undefined);
    if (!isSuccess(created)) return named(`storing one fails with ${created.status}`);
    const key = this.#keyIn(creates, created.body);
    if (key === undefined) return named('the response to a creation does not contain its key');
    this.#keys.set(resource.shape, key);
    for (const does of ['read', 'list', 'update', 'replace', 'delete'] as const) {
      const each = this.#operation(resource, does);
      if (each === undefined) continue;
      const answer = await this.#request(each, key);
      if (!isSuccess(answer)) return named(`stores one, but ${described[does]} fails with ${answer.status}`, each);
      const shown = getMember(answer.body, each.wrapped.join('.'));
      const selects = each.operation.parameters.some(({ name, required }) => required && each.list?.filters[name]);
      const isListed = selects || !Array.isArray(shown) || shown.some((one) => this.#isOf(resource, one, key));
      // What is tried next below it needs another one.
      if (does === 'delete') this.#keys.delete(resource.shape);
      if (does === 'list' && !isListed) return named('stores one, but its list does not contain it', each);
    }
    return undefined;
  }

  #operation(resource: Resource, does: OperationPlan['does']): OperationPlan | undefined {
    return [...this.#plan.operations.values()].find(
      (each) =>
        each.does === does &&
        each.resource?.shape === resource.shape &&
        each.key?.in !== 'literal' &&
        each.list?.refersTo === undefined &&
        (does !== 'create' || each.effects === undefined),
    );
  }

  #isOf({ key }: Resource, entity: unknown, value: unknown): boolean {
    return key === undefined || String(getMember(entity, key)) === String(value);
  }

  #keyIn({ resource, wrapped, shows }: OperationPlan, body: unknown): unknown {
    const shown = getMember(body, wrapped.join('.'));
    if (shows === 'key') return shown;
    const [entity]: readonly unknown[] = Array.isArray(shown) ? shown : [shown];
    return resource?.key === undefined ? undefined : getMember(entity, resource.key);
  }

  /** Creates the entity that a path leads through, once. */
  async #keyOf(resource: Resource): Promise<unknown> {
    if (!this.#keys.has(resource.shape)) {
      this.#keys.set(resource.shape, undefined);
      const creates = this.#operation(resource, 'create');
      const created = creates === undefined ? undefined : await this.#request(creates, undefined);
      if (creates !== undefined && created !== undefined)
        this.#keys.set(resource.shape, this.#keyIn(creates, created.body));
    }
    return this.#keys.get(resource.shape);
  }

  async #request(each: OperationPlan, key: unknown) {
    const { schemas } = this.#plan;
    const { parameters, body } = draftRequest(schemas, each);
    const query = new URLSearchParams();
    const headers: Record<string, string> = {};
    for (const { name, in: place, value } of parameters) {
      if (place === 'query') query.set(name, String(value));
      else if (place === 'header') headers[name] = String(value);
    }
    let { path } = each.operation;
    for (const { name, in: place, schema } of each.operation.parameters) {
      if (place !== 'path') continue;
      const owner = each.through.find(({ sources }) => sources.at(-1)?.name === name)?.resource;
      const own = each.key?.in === 'path' && each.key.name === name ? key : undefined;
      const value =
        own ?? (owner === undefined ? undefined : await this.#keyOf(owner)) ?? draftValue(schemas, schema, name);
      path = path.replaceAll(`{${name}}`, encodeURIComponent(String(value)));
    }
    let sent = body?.value;
    // Optional members of a list select.
    if (each.does === 'list' && isObject(sent)) {
      const { required } = schemas.chosen(each.operation.requestBody?.content[body?.type ?? '']?.schema);
      sent = Object.fromEntries(Object.entries(sent).filter(([name]) => required.has(name)));
    }
    if (each.key?.in === 'query') query.set(each.key.name, String(key));
    if (each.key?.in === 'body' && isObject(sent)) sent = { ...sent, [each.key.name]: key };
    const search = query.size === 0 ? '' : `?${query}`;
    if (body === undefined)
      return await this.#send({ method: each.operation.method, path: `${path}${search}`, headers });
    const text = body.type.includes('form-urlencoded') ? formOf(sent) : JSON.stringify(sent);
    return await this.#send({
      method: each.operation.method,
      path: `${path}${search}`,
      headers: { ...headers, 'content-type': body.type },
      body: text,
    });
  }
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

function formOf(value: unknown): string {
  const fields = Object.entries(isObject(value) ? value : {});
  return String(new URLSearchParams(fields.map(([name, field]): [string, string] => [name, String(field)])));
}
