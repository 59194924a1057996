import type { ApiContract, Operation } from '@understudy/contract';
import { pathOf, type ReceivedResponse, RequestGenerator, SeededRandom, sendRequest } from '@understudy/fuzzing';
import type { RunningSimulators } from 'api-understudy';
import { type CrudResource, findKey } from './read-resources.ts';

/** The first step that does not hold, or that a resource could not be tried. */
export interface Verdict {
  readonly collection: string;
  readonly step: 'holds' | 'not tried' | 'create' | 'read' | 'list' | 'update' | 'delete';
  readonly detail: string;
}

/** Requests that are generated until one is accepted. */
const mostTries = 6;

/** Creates, reads, lists, updates and deletes entities of the resources of one description. */
export class ResourceTrial {
  readonly #contract: ApiContract;
  readonly #simulators: RunningSimulators;
  readonly #byCollection: ReadonlyMap<string, CrudResource>;

  constructor(contract: ApiContract, simulators: RunningSimulators, resources: readonly CrudResource[]) {
    this.#contract = contract;
    this.#simulators = simulators;
    this.#byCollection = new Map(resources.map((resource) => [resource.collection, resource]));
  }

  async try(resource: CrudResource): Promise<Verdict> {
    const verdict = (step: Verdict['step'], response?: ReceivedResponse, why = ''): Verdict => ({
      collection: resource.collection,
      step,
      detail: `${why} ${response?.status ?? ''} ${JSON.stringify(response?.body)?.slice(0, 150) ?? ''}`.trim(),
    });
    const values = await this.#parents(resource);
    const created = await this.#accepted(resource.create, values);
    if (created.response === undefined || created.response.status >= 400) return verdict('not tried', created.response);
    const key = findKey(created.response.body, resource.parameter, resource.collection);
    // The description of the response does not name the new entity.
    if (key === undefined) return verdict('not tried', created.response, 'no key');
    const one = { ...values, [resource.parameter]: key };
    const read = await this.#accepted(resource.read, one, 1);
    if (read.response === undefined || read.response.status >= 300) return verdict('read', read.response, key);
    const lost = lostMember(created.value, read.response.body);
    if (lost !== undefined) return verdict('read', read.response, `${lost} differs`);
    if (resource.list !== undefined) {
      const { response } = await this.#accepted(resource.list, values, 3);
      const isListed = JSON.stringify(response?.body)?.includes(JSON.stringify(key).slice(1, -1));
      if (response !== undefined && response.status < 300 && !isListed) return verdict('list', response, key);
    }
    if (resource.update !== undefined) {
      const updated = await this.#accepted(resource.update, one);
      const again = await this.#accepted(resource.read, one, 1);
      const stale = lostMember(updated.value, again.response?.body);
      if (updated.response !== undefined && updated.response.status < 300 && stale !== undefined) {
        return verdict('update', again.response, `${stale} differs`);
      }
    }
    if (resource.remove !== undefined) {
      const { response } = await this.#accepted(resource.remove, one);
      if (response === undefined || response.status >= 400) return verdict('delete', response);
      const { response: gone } = await this.#accepted(resource.read, one, 1);
      const isGone = gone !== undefined && (gone.status >= 400 || /"deleted":true/.test(JSON.stringify(gone.body)));
      if (!isGone) return verdict('delete', gone, 'still there');
    }
    return verdict('holds');
  }

  /** Values of the path parameters before the key: entities are created where the description allows it. */
  async #parents({ collection, create }: CrudResource): Promise<Record<string, string>> {
    const values: Record<string, string> = {};
    for (const [, name = ''] of collection.matchAll(/\{([^{}]+)\}/g)) {
      const parent = this.#byCollection.get(collection.slice(0, collection.indexOf(`/{${name}}`)));
      if (parent === undefined || parent.create === create) continue;
      const { response } = await this.#accepted(parent.create, values);
      const key = response === undefined ? undefined : findKey(response.body, parent.parameter, parent.collection);
      if (key !== undefined) values[name] = key;
    }
    return values;
  }

  /** Sends generated requests with fixed path parameters until one is accepted. */
  async #accepted(
    operation: Operation,
    values: Readonly<Record<string, string>>,
    tries = mostTries,
  ): Promise<{ response?: ReceivedResponse; value?: unknown }> {
    const random = new SeededRandom(`resources ${operation.operationId}`);
    const options = { familiar: { values: {} }, credentials: [{}] };
    const generator = new RequestGenerator(this.#contract.document, operation, options, random);
    let last: { response?: ReceivedResponse; value?: unknown } = {};
    for (let count = 0; count < tries; count += 1) {
      const request = generator.generate();
      Object.assign(request.path, values);
      if (operation.method === 'GET') request.query = requiredQuery(operation, request.query);
      if (request.body === undefined && operation.requestBody !== undefined && count < tries - 1) continue;
      if (pathOf(operation, request).includes('//')) continue;
      const response = await sendRequest(this.#simulators, this.#simulators.url, operation, request, 10_000);
      last = { response, value: request.value };
      if (response.status < 400) break;
    }
    return last;
  }
}

/** A read without filters. */
function requiredQuery({ parameters }: Operation, query: [string, string][]): [string, string][] {
  const required = new Set(parameters.filter((each) => each.required).map(({ name }) => name));
  return query.filter(([name]) => required.has(name));
}

/** Members that a server can decide itself. */
const serverOwned = /^(?:\w*id|self|url|uri|href|key|name|slug|created\w*|updated\w*|modified\w*|status|state)$/i;

/** The name of a sent text, number or boolean that the response has with another value. */
function lostMember(sent: unknown, received: unknown): string | undefined {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return undefined;
  for (const [name, value] of Object.entries(sent)) {
    if (serverOwned.test(name) || !['string', 'number', 'boolean'].includes(typeof value)) continue;
    const there = membersCalled(received, name, 0);
    if (there.length > 0 && !there.some((each) => String(each) === String(value))) return name;
  }
  return undefined;
}

/** Every scalar of that name: a wrapped entity is found, too. */
function membersCalled(value: unknown, name: string, depth: number): unknown[] {
  if (typeof value !== 'object' || value === null || depth > 2) return [];
  const own: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  const scalar = own === undefined || (typeof own === 'object' && own !== null) ? [] : [own];
  return [...scalar, ...Object.values(value).flatMap((member) => membersCalled(member, name, depth + 1))];
}
