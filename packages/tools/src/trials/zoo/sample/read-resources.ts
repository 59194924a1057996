import { type ApiContract, type OpenApiDocument, type Operation, resolveReference } from '@understudy/contract';

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
export function readResources({ document, operations }: ApiContract): CrudResource[] {
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
    const [list, remove] = [above?.get('GET'), methods.get('DELETE')];
    const update = methods.get('PATCH') ?? methods.get('PUT');
    resources.push({
      ...{ collection, create, read, parameter },
      ...(list === undefined || !describesList(document, list) ? {} : { list }),
      ...(update === undefined ? {} : { update }),
      ...(remove === undefined ? {} : { remove }),
    });
  }
  return resources;
}

/** Returns whether an operation describes a list: a response with an array, or without members. */
function describesList(document: OpenApiDocument, operation: Operation): boolean {
  const item = resolveReference(document, document.paths?.[operation.path]);
  const { responses }: { responses?: unknown } = Object(item?.[operation.method.toLowerCase()]);
  return Object.entries(Object(responses)).some(([status, response]) => {
    const { content }: { content?: unknown } = Object(resolveReference(document, response));
    return (
      /^2|default/.test(status) &&
      Object.values(Object(content)).some((each) => hasArray(document, Object(each).schema))
    );
  });
}

function hasArray(document: OpenApiDocument, schema: unknown, depth = 0): boolean {
  const node = resolveReference(document, schema) ?? {};
  const inner = [node['allOf'], node['anyOf'], node['oneOf'], Object.values(Object(node['properties']))].flatMap(
    (parts): unknown[] => (Array.isArray(parts) ? parts : []),
  );
  const isArray = String(node['type']).includes('array');
  return (
    isArray ||
    (inner.length === 0 ? depth === 0 : depth < 4 && inner.some((each) => hasArray(document, each, depth + 1)))
  );
}

/** Returns whether an operation documents a success. */
function returnsJson({ statuses }: Operation): boolean {
  return statuses.some((status) => /^2|default/.test(status)) && !statuses.includes('204');
}

const keyNames = ['id', 'uuid', 'sid', 'key', 'slug', 'code', 'name', 'number'];

/** The value by which a response names its entity: a member that is called like the path parameter, an id, or its address. */
export function findKey(
  { body: given, headers }: { readonly body: unknown; readonly headers: Readonly<Record<string, string>> },
  { parameter, collection }: Pick<CrudResource, 'parameter' | 'collection'>,
): string | undefined {
  const [body]: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (typeof body === 'number' || (typeof body === 'string' && body !== '')) return String(body);
  const word = plain(
    collection
      .split('/')
      .filter((part) => !part.includes('{'))
      .at(-1) ?? '',
  ).replace(/s$/, '');
  const bare = plain(parameter).replace(new RegExp(`^${word}s?`), '');
  const last = /([A-Z]?[a-z]+|[A-Z]+)$/.exec(parameter)?.[1] ?? '';
  const names = [plain(parameter), bare, plain(last), `${word}id`, ...keyNames];
  for (const name of names.filter((each) => each !== '')) {
    const found = search(body, name, 0);
    if (found !== undefined) return String(found);
  }
  const [, segment] = /\/([^/?#]+)\/?$/.exec(headers['location'] ?? '') ?? [];
  return segment === undefined ? undefined : decodeURIComponent(segment);
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

/** Returns a name without its case and joints. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
