import {
  httpMethods,
  isObject,
  joinPointer,
  membersOf,
  type OpenApiDocument,
  resolveReference,
} from '@understudy/contract';
import { lastSegment, normalizeName, splitWords, toPathShape, toSingular } from '@understudy/model';
import { jsonOf, listOperations } from './list-operations.js';

type Node = Record<string, unknown>;

interface Conventions {
  /** The member with the type of an object: `object: page`. */
  readonly kind: string | undefined;
  readonly id: Node;
  /** Members with the creation time and the time of the last change. */
  readonly stamps: readonly string[];
  readonly list: { readonly example: Node; readonly member: string } | undefined;
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const stamp = /^(?:created|updated|modified|(?:last)?(?:edited|updated|modified))(?:at|on|time|date)$/;
const paging = /cursor|^(?:next|has|more|total|count)/i;
const queries = /^(?:search|query|list|find|filter)$/;

/**
 * Describes responses without members (`{type: object}`) in place, from the common members of the examples and the
 * members of the requests, as an entity or a list of entities.
 */
export function describeBareResponses(document: OpenApiDocument): void {
  const paths = Object.entries(document.paths ?? {}).filter((each): each is [string, Node] => isObject(each[1]));
  const conventions = conventionsOf(document);
  const shapes = new Set(paths.map(([path]) => toPathShape(path)));
  const schemas: Node = {};
  for (const [path, item] of paths) {
    const shape = toPathShape(path);
    const owner = shape.endsWith('/{}') ? shape : shapes.has(`${shape}/{}`) ? `${shape}/{}` : ownerOf(shapes, shape);
    for (const method of httpMethods) {
      const entry = bareEntry(document, item[method]);
      if (entry === undefined || owner === undefined) continue;
      const name = `${owner}.entity`;
      const isList = listsAt(document, membersOf(item[method]), { method, shape, owner });
      if (isList && conventions.list === undefined) continue;
      schemas[name] ??= entityOf(document, owner, conventions);
      const reference = { $ref: `#${joinPointer('/components/schemas', name)}` };
      entry['schema'] = isList ? listOf(reference, conventions) : reference;
    }
  }
  if (Object.keys(schemas).length === 0) return;
  const components: Node = isObject(document.components) ? document.components : {};
  components['schemas'] = Object.assign(membersOf(components['schemas']), schemas);
  document.components = components;
  if (conventions.kind !== undefined) openKind(document, conventions.kind, new Set());
}

/** Returns the entity for a path without entities of its own: `/blocks/{}` for `/blocks/{}/children`. */
function ownerOf(shapes: ReadonlySet<string>, shape: string): string | undefined {
  const above = shape.slice(0, shape.lastIndexOf('/'));
  return above.endsWith('/{}') && shapes.has(above) ? above : undefined;
}

/** Returns the JSON media type of a success response that is not described. */
function bareEntry(document: OpenApiDocument, operation: unknown): Node | undefined {
  const { responses } = membersOf(operation);
  const [, response] = Object.entries(membersOf(responses)).find(([status]) => /^2/.test(status)) ?? [];
  const entry = jsonOf(document, response);
  if (entry === undefined || 'example' in entry || Object.keys(membersOf(entry['examples'])).length > 0)
    return undefined;
  const schema = resolveReference(document, entry['schema']) ?? {};
  const isBare = Object.keys(schema).every((name) => ['type', 'description', 'title'].includes(name));
  return isBare && [undefined, 'object'].some((type) => schema['type'] === type) ? entry : undefined;
}

function listsAt(
  document: OpenApiDocument,
  operation: Node,
  { method, shape, owner }: { readonly method: string; readonly shape: string; readonly owner: string },
): boolean {
  if (shape.endsWith('/{}')) return false;
  const word = lastSegment(shape);
  const parameters: unknown[] = Array.isArray(operation['parameters']) ? operation['parameters'] : [];
  const names = parameters.map((each) => String(resolveReference(document, each)?.['name']));
  const taken = requestOf(document, operation);
  if (method === 'get') return `${shape}/{}` === owner || names.some((name) => /cursor|page|limit|offset/i.test(name));
  return queries.test(word) || (`${shape}/{}` !== owner && membersOf(taken[word])['type'] === 'array');
}

function requestOf(document: OpenApiDocument, operation: unknown): Node {
  const { schema } = jsonOf(document, membersOf(operation)['requestBody']) ?? {};
  return membersOf(resolveReference(document, schema)?.['properties']);
}

function entityOf(document: OpenApiDocument, owner: string, { kind, id, stamps }: Conventions): Node {
  const taken = listOperations(document).flatMap(({ path, node }) =>
    [owner, owner.slice(0, -3)].includes(toPathShape(path)) ? Object.entries(requestOf(document, node)) : [],
  );
  const flags = taken.filter(([, property]) => membersOf(property)['type'] === 'boolean').map(([name]) => name);
  const word = splitWords(toSingular(lastSegment(owner))).join('_');
  const properties: Node = {
    ...Object.fromEntries(taken.map(([name]) => [name, flags.includes(name) ? { type: 'boolean' } : {}])),
    ...(kind === undefined ? {} : { [kind]: { const: word } }),
    id,
    ...Object.fromEntries(stamps.map((name) => [name, { type: 'string', format: 'date-time' }])),
  };
  const required = ['id', ...(kind === undefined ? [] : [kind]), ...stamps, ...new Set(flags)];
  return { type: 'object', required, properties, additionalProperties: true };
}

function listOf(items: Node, { kind, list }: Conventions): Node {
  const members = Object.entries(list?.example ?? {}).flatMap(([name, value]): [string, Node][] => {
    if (name === list?.member) return [[name, { type: 'array', items }]];
    if (name === kind) return [[name, { const: value }]];
    if (!paging.test(name)) return [];
    return [[name, typeof value === 'boolean' ? { type: 'boolean' } : { type: ['string', 'null'] }]];
  });
  return { type: 'object', required: members.map(([name]) => name), properties: Object.fromEntries(members) };
}

function conventionsOf(document: OpenApiDocument): Conventions {
  const examples = listOperations(document).flatMap(({ node }) => examplesIn(document, node));
  const lists = examples.flatMap((example) =>
    Object.entries(example).flatMap(([member, value]) =>
      Array.isArray(value) && value.length > 0 && value.every(isObject) && !('id' in example)
        ? [{ example, member, value }]
        : [],
    ),
  );
  const entities = [...examples, ...lists.flatMap(({ value }) => value)].filter(({ id }) => typeof id === 'string');
  const kind = ['object', 'kind', 'resource_type'].find(
    (name) => entities.length > 0 && entities.every((entity) => /^[a-z][\w.]*$/.test(String(entity[name]))),
  );
  const isUuid = entities.filter(({ id }) => uuid.test(String(id))).length * 2 >= Math.max(1, entities.length);
  const stamps = entities.flatMap((entity) => Object.keys(entity).filter((name) => stamp.test(normalizeName(name))));
  return {
    kind,
    id: { type: 'string', ...(isUuid ? { format: 'uuid' } : {}) },
    stamps: [...new Set(stamps)],
    list: lists[0],
  };
}

function examplesIn(document: OpenApiDocument, operation: unknown): Node[] {
  return Object.entries(membersOf(membersOf(operation)['responses'])).flatMap(([status, response]) => {
    const { example, examples } = jsonOf(document, response) ?? {};
    const all = [example, ...Object.values(membersOf(examples)).map((each) => membersOf(each)['value'])];
    return /^2/.test(status) ? all.filter(isObject) : [];
  });
}

/** Allows the type member in closed objects, because clients send back the objects they have read. */
function openKind(node: unknown, kind: string, seen: Set<unknown>): void {
  if (typeof node !== 'object' || node === null || seen.has(node)) return;
  seen.add(node);
  for (const inner of Object.values(node)) openKind(inner, kind, seen);
  if (!isObject(node) || node['additionalProperties'] !== false || !isObject(node['properties'])) return;
  node['properties'][kind] ??= { type: 'string' };
}
