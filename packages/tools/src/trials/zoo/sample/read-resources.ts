import type { ApiContract, Operation } from '@understudy/contract';

/** A collection of a description whose entities can be created and read back. */
export interface CrudResource {
  readonly collection: string;
  readonly create: Operation;
  readonly read: Operation;
  /** Name of the path parameter of one entity. */
  readonly parameter: string;
  readonly list?: Operation;
  readonly update?: Operation;
  readonly remove?: Operation;
}

const lastParameter = /\/\{([^{}/]+)\}(\.\w+)?$/;

/**
 * Reads the resources of a description by its paths alone: `/pets` with POST, and `/pets/{id}` with GET. It shares no code
 * with the inference, so that each can show the mistakes of the other.
 */
export function readResources({ operations }: ApiContract): CrudResource[] {
  const byPath = new Map<string, Map<string, Operation>>();
  for (const operation of operations.values()) {
    const path = operation.path.replace(/\/$/, '');
    byPath.set(path, (byPath.get(path) ?? new Map()).set(operation.method, operation));
  }
  const resources: CrudResource[] = [];
  for (const [path, methods] of byPath) {
    const [, parameter, suffix = ''] = lastParameter.exec(path) ?? [];
    const read = methods.get('GET');
    if (parameter === undefined || read === undefined) continue;
    const collection = `${path.replace(lastParameter, '')}${suffix}`;
    const above = byPath.get(collection);
    const create = above?.get('POST');
    if (create === undefined || !returnsJson(create) || !returnsJson(read)) continue;
    const [list, update, remove] = [
      above?.get('GET'),
      methods.get('PATCH') ?? methods.get('PUT'),
      methods.get('DELETE'),
    ];
    resources.push({
      ...{ collection, create, read, parameter },
      ...(list === undefined ? {} : { list }),
      ...(update === undefined ? {} : { update }),
      ...(remove === undefined ? {} : { remove }),
    });
  }
  return resources;
}

/** Whether an operation documents a success. */
function returnsJson({ statuses }: Operation): boolean {
  return statuses.some((status) => /^2|default/.test(status)) && !statuses.includes('204');
}

/** The value by which a response names its entity: a member that is called like the path parameter, or an id. */
export function findKey(given: unknown, parameter: string, collection: string): string | undefined {
  const [body]: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (typeof body === 'number' || (typeof body === 'string' && body !== '')) return String(body);
  const word = plain(
    collection
      .split('/')
      .filter((part) => !part.includes('{'))
      .at(-1) ?? '',
  ).replace(/s$/, '');
  const bare = plain(parameter).replace(new RegExp(`^${word}s?`), '');
  const names = [plain(parameter), bare, `${word}id`, 'id', 'uuid', 'sid', 'key', 'slug', 'code', 'name', 'number'];
  for (const name of names.filter((each) => each !== '')) {
    const found = search(body, name, 0);
    if (found !== undefined) return String(found);
  }
  return undefined;
}

function search(value: unknown, wanted: string, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > 2 || Array.isArray(value)) return undefined;
  const members = Object.entries(value);
  const own = members.find(([name, member]) => plain(name) === wanted && ['string', 'number'].includes(typeof member));
  if (own !== undefined && own[1] !== '') return own[1];
  for (const [, member] of members) {
    const below = search(member, wanted, depth + 1);
    if (below !== undefined) return below;
  }
  return undefined;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
