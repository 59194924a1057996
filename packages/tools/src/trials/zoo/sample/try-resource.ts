import type { ApiContract, Operation } from '@understudy/contract';
import { fillPath, type ReceivedResponse, RequestGenerator, SeededRandom, sendRequest } from '@understudy/fuzzing';
import type { RunningSimulators } from 'api-understudy';
import { type CrudResource, findKey, plain } from './read-resources.ts';

/** The first step that does not hold, or that a resource could not be tried. */
export interface Verdict {
  readonly collection: string;
  readonly step: 'holds' | 'not tried' | 'create' | 'read' | 'list' | 'update' | 'delete';
  readonly detail: string;
}

/** Requests that are sent until one is accepted, and that are generated until one is meant. */
const [mostTries, mostDraws] = [6, 60];

/** Creates, reads, lists, updates and deletes entities of the resources of one description. */
export class ResourceTrial {
  readonly #byCollection: ReadonlyMap<string, CrudResource>;

  constructor(
    private readonly contract: ApiContract,
    private readonly simulators: RunningSimulators,
    resources: readonly CrudResource[],
  ) {
    this.#byCollection = new Map(resources.map((resource) => [resource.collection, resource]));
  }

  async try(resource: CrudResource): Promise<Verdict> {
    const verdict = (step: Verdict['step'], response?: ReceivedResponse, why = ''): Verdict => ({
      collection: resource.collection,
      step,
      detail: `${why} ${response?.status ?? ''} ${JSON.stringify(response?.body)?.slice(0, 150) ?? ''}`.trim(),
    });
    const parents = await this.#parents(resource);
    const created = await this.#accepted(resource.create, parents);
    if (created.response === undefined || created.response.status >= 400) return verdict('not tried', created.response);
    // What the description does not tie to a parent is the same in each request.
    const values = { ...created.given, ...parents };
    const key = findKey(created.response, resource);
    // The response does not name the new entity.
    if (key === undefined) return verdict('not tried', created.response, 'no key');
    const one = { ...values, [resource.parameter]: key };
    const read = await this.#accepted(resource.read, one, 1);
    if (read.response === undefined || read.response.status >= 300) return verdict('read', read.response, key);
    const lost = lostMember(created.value, resource.read, read.response);
    if (lost !== undefined) return verdict('read', read.response, `${lost} differs`);
    if (resource.list !== undefined) {
      // A list can require a filter.
      const shown = resource.list.parameters.flatMap(({ name }) =>
        membersCalled([created.value, read.response?.body], name, -1, plain).map(
          (each) => [name, String(each)] as const,
        ),
      );
      const { response } = await this.#accepted(resource.list, { ...Object.fromEntries(shown), ...values }, 3);
      const isListed =
        JSON.stringify(response?.body)?.includes(JSON.stringify(key).slice(1, -1)) ||
        itemsIn(response?.body).some((each) => findKey({ body: each, headers: {} }, resource) === undefined);
      if (response !== undefined && response.status < 300 && !isListed) return verdict('list', response, key);
    }
    if (resource.update !== undefined) {
      const updated = await this.#accepted(resource.update, one);
      const again = await this.#accepted(resource.read, one, 1);
      const stale = again.response && lostMember(updated.value, resource.read, again.response);
      if (updated.response !== undefined && updated.response.status < 300 && stale !== undefined) {
        return verdict('update', again.response, `${stale} differs`);
      }
    }
    if (resource.remove !== undefined) {
      const { response } = await this.#accepted(resource.remove, one);
      if (response === undefined || response.status >= 400) return verdict('delete', response);
      const { response: gone } = await this.#accepted(resource.read, one, 1);
      if (gone === undefined || (gone.status < 400 && !hasEnded(gone.body)))
        return verdict('delete', gone, 'still there');
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
      const key = response === undefined ? undefined : findKey(response, parent);
      if (key !== undefined) values[name] = key;
    }
    return values;
  }

  /**
   * Sends generated requests, in JSON if it is described, until one is accepted.
   *
   * @param values of parameters by name
   */
  async #accepted(operation: Operation, values: Readonly<Record<string, string>>, tries = mostTries): Promise<Sent> {
    const random = new SeededRandom(`resources ${operation.operationId}`);
    const options = { familiar: { values: {} }, credentials: [{}] };
    const generator = new RequestGenerator(this.contract.document, operation, options, random);
    const hasJson = Object.keys(operation.requestBody?.content ?? {}).some((type) => type.includes('json'));
    const required = new Set(operation.parameters.filter((each) => each.required).map(({ name }) => name));
    let last: Sent = { given: {} };
    for (let count = 0, draws = 0; count < tries && draws < mostDraws; draws += 1) {
      const request = generator.generate();
      for (const name of Object.keys(request.path)) request.path[name] = values[name] ?? request.path[name] ?? '';
      // A read has no filters.
      if (operation.method === 'GET') request.query = request.query.filter(([name]) => required.has(name));
      request.query = request.query.map(([name, value]) => [name, values[name] ?? value]);
      const isMeant = hasJson ? request.mediaType?.includes('json') === true : operation.requestBody === undefined;
      if (!isMeant && draws < mostDraws / 2) continue;
      if (fillPath(operation, request).includes('//')) continue;
      count += 1;
      const response = await sendRequest(this.simulators, this.simulators.url, operation, request, 60_000);
      last = { response, value: request.value, given: { ...Object.fromEntries(request.query), ...request.path } };
      if (response.status < 400) break;
    }
    return last;
  }
}

/** A request and its response. */
interface Sent {
  readonly response?: ReceivedResponse;
  readonly value?: unknown;
  /** Its parameters. */
  readonly given: Readonly<Record<string, string>>;
}

/** Members that a server can decide itself. */
const serverOwned =
  /^(?:\w*id|self|url|uri|href|key|name|slug|(?:last_?)?(?:created|updated|modified)\w*|status|state)$/i;

/** Returns whether the members of a deleted entity say so. */
function hasEnded(body: unknown): boolean {
  return /"deleted":true|"\w*stat(?:e|us)(?:_?code)?":"\w*(?:delet|cancel|complet|clos|disabl|end|inactiv|remov|terminat)/i.test(
    JSON.stringify(body) ?? '',
  );
}

/** The name of a sent text, number or boolean that the response has with another value, and could have as sent. */
function lostMember(sent: unknown, operation: Operation, received: ReceivedResponse): string | undefined {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return undefined;
  for (const [name, value] of Object.entries(sent)) {
    if (serverOwned.test(name) || !['string', 'number', 'boolean'].includes(typeof value)) continue;
    const there = membersCalled(received.body, name, 0);
    if (there.length === 0 || there.some((each) => String(each) === String(value))) continue;
    const { status, headers, mediaType } = received;
    const body: unknown = JSON.parse(JSON.stringify(received.body), (key, each) =>
      key === name && typeof each !== 'object' ? value : each,
    );
    const parts = { status, headers, body, empty: false, ...(mediaType === undefined ? {} : { mediaType }) };
    if (operation.validateResponse(parts).length === 0) return name;
  }
  return undefined;
}

/** Returns the objects in the first list of a body. */
function itemsIn(body: unknown): object[] {
  const list = [body, ...Object.values(Object(body))].find((each) => Array.isArray(each));
  return Array.isArray(list) ? list.filter((each) => typeof each === 'object') : [];
}

/** Every scalar of that name: a wrapped entity is found, too. */
function membersCalled(value: unknown, name: string, depth: number, form = (text: string) => text): unknown[] {
  if (typeof value !== 'object' || value === null || depth > 2) return [];
  const own = Object.entries(value).filter(([each, member]) => form(each) === form(name) && Object(member) !== member);
  const inner = Object.values(value).flatMap((member) => membersCalled(member, name, depth + 1, form));
  return [...own.map(([, member]) => member), ...inner];
}
