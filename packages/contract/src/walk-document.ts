import { joinPointer } from './json-pointer.js';
import { isObject } from './objects.js';

export type NodeKind =
  | 'document'
  | 'components'
  | 'pathItem'
  | 'operation'
  | 'parameter'
  | 'header'
  | 'requestBody'
  | 'response'
  | 'mediaType'
  | 'encoding'
  | 'example'
  | 'link'
  | 'callback'
  | 'securityScheme'
  | 'schema';

type Shape = 'one' | 'list' | 'map';
type Fields = Record<string, readonly [Shape, NodeKind]>;

const one = (kind: NodeKind, ...names: string[]): Fields => fields('one', kind, names);
const list = (kind: NodeKind, ...names: string[]): Fields => fields('list', kind, names);
const map = (kind: NodeKind, ...names: string[]): Fields => fields('map', kind, names);

function fields(shape: Shape, kind: NodeKind, names: string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, [shape, kind] as const]));
}

const valueFields = { ...one('schema', 'schema'), ...map('example', 'examples'), ...map('mediaType', 'content') };

/** HTTP methods that a path item can describe, in lower case. Methods of `additionalOperations` come last. */
export const httpMethods = [
  ...['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'],
  ...['copy', 'link', 'lock', 'merge', 'mkcol', 'move', 'notify', 'propfind', 'proppatch', 'purge', 'report', 'search'],
  ...['subscribe', 'unlink', 'unlock', 'unsubscribe'],
] as const;

export const componentKinds: Readonly<Record<string, NodeKind>> = {
  schemas: 'schema',
  responses: 'response',
  parameters: 'parameter',
  examples: 'example',
  requestBodies: 'requestBody',
  headers: 'header',
  securitySchemes: 'securityScheme',
  links: 'link',
  callbacks: 'callback',
  pathItems: 'pathItem',
  mediaTypes: 'mediaType',
};

/** The kind of objects in each field, according to OpenAPI 3.1 and JSON Schema 2020-12. */
const grammar: Readonly<Record<NodeKind, Fields>> = {
  document: { ...map('pathItem', 'paths', 'webhooks'), ...one('components', 'components') },
  components: Object.fromEntries(Object.entries(componentKinds).map(([name, kind]) => [name, ['map', kind] as const])),
  pathItem: { ...list('parameter', 'parameters'), ...one('operation', ...httpMethods) },
  operation: {
    ...list('parameter', 'parameters'),
    ...one('requestBody', 'requestBody'),
    ...map('response', 'responses'),
    ...map('callback', 'callbacks'),
  },
  parameter: valueFields,
  header: valueFields,
  requestBody: map('mediaType', 'content'),
  response: { ...map('header', 'headers'), ...map('mediaType', 'content'), ...map('link', 'links') },
  mediaType: {
    ...one('schema', 'schema', 'itemSchema', 'x-understudy-schema'),
    ...map('example', 'examples'),
    ...map('encoding', 'encoding'),
  },
  encoding: map('header', 'headers'),
  example: {},
  link: {},
  callback: {},
  securityScheme: {},
  schema: {
    ...map('schema', 'properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'),
    ...list('schema', 'allOf', 'anyOf', 'oneOf', 'prefixItems'),
    ...one('schema', 'items', 'additionalProperties', 'unevaluatedItems', 'unevaluatedProperties', 'contains'),
    ...one('schema', 'propertyNames', 'not', 'if', 'then', 'else', 'contentSchema'),
  },
};

/** Precomputed, because descriptions can have hundreds of thousands of objects. */
const fieldsOf: ReadonlyMap<string, readonly (readonly [string, readonly [Shape, NodeKind]])[]> = new Map(
  Object.entries(grammar).map(([kind, ofKind]) => [kind, Object.entries(ofKind)]),
);

/** Called for every object except boolean schemas. */
type Visit = (kind: NodeKind, node: Record<string, unknown>, pointer: string) => void;

/**
 * Visits an object and its children as the OpenAPI grammar defines them. Examples, defaults, enums and extensions are data and are skipped.
 * References are not followed.
 */
export function walkDocument(kind: NodeKind, node: unknown, pointer: string, visit: Visit): void {
  if (!isObject(node)) return;
  visit(kind, node, pointer);
  if (kind === 'callback') {
    for (const [expression, item] of Object.entries(node)) {
      if (!expression.startsWith('x-') && expression !== '$ref') {
        walkDocument('pathItem', item, joinPointer(pointer, expression), visit);
      }
    }
    return;
  }
  for (const [name, [shape, childKind]] of fieldsOf.get(kind) ?? []) {
    const value = node[name];
    if (value === undefined) continue;
    const below = `${pointer}/${name}`;
    if (shape === 'one') {
      walkDocument(childKind, value, below, visit);
    } else if (shape === 'list' && Array.isArray(value)) {
      for (const [index, child] of value.entries()) walkDocument(childKind, child, `${below}/${index}`, visit);
    } else if (shape === 'map' && isObject(value)) {
      for (const key of Object.keys(value)) {
        if (!(kind === 'document' && key.startsWith('x-'))) {
          walkDocument(childKind, value[key], `${below}/${escaped(key)}`, visit);
        }
      }
    }
  }
}

function escaped(token: string): string {
  return token.includes('/') || token.includes('~') ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token;
}
