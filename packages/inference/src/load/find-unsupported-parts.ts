import { httpMethods, isObject, membersOf, type NodeKind, stringifyJson } from '@understudy/contract';
import { toServedPath } from './sign-in-paths.js';

type Node = Readonly<Record<string, unknown>>;

/** Unsupported parts, each with its path and the actual behavior. */
type Unhonoured = readonly (readonly [path: readonly string[], message: string])[];

const known: ReadonlySet<string> = new Set(httpMethods);
const xml = /[/+]xml\b/i;

/** Supported styles, by location of the parameter. */
const styles: Readonly<Record<string, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  header: ['simple'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  cookie: ['form', 'cookie'],
};

const dialects = /json-schema\.org\/draft\/2020-12|spec\.openapis\.org\/oas\/3\.[12]\/dialect/;

/** Unsupported parts by kind of object. Members of later OpenAPI versions are listed until they are supported. */
const tables: Readonly<Partial<Record<NodeKind, (node: Node) => Unhonoured>>> = {
  document: ({ jsonSchemaDialect: dialect }) =>
    dialect === undefined || dialects.test(String(dialect))
      ? []
      : [[['jsonSchemaDialect'], `Schemas are read as JSON Schema 2020-12, not as ${String(dialect)}.`]],
  pathItem: ({ additionalOperations }) =>
    keysOf(additionalOperations)
      .filter((method) => !known.has(method.toLowerCase()))
      .map((method) => [
        ['additionalOperations', method],
        `Node.js does not accept the method ${method}, so it is not served.`,
      ]),
  parameter: ({ in: place, content, style }) => {
    if (place === 'querystring' && keysOf(content).includes('application/x-www-form-urlencoded')) return [];
    const known = styles[String(place)];
    if (known === undefined) return [[['in'], `Parameters in ${stringifyJson(place)} are not read.`]];
    return style === undefined || known.includes(String(style))
      ? []
      : [[['style'], `The style ${stringifyJson(style)} is not read; the value is one text.`]];
  },
  example: ({ externalValue }) =>
    externalValue === undefined ? [] : [[['externalValue'], 'externalValue is not fetched; the example is ignored.']],
  mediaType: (node) =>
    ['prefixEncoding', 'itemEncoding'].flatMap(
      (name): Unhonoured => (node[name] === undefined ? [] : [[[name], `${name} is not applied.`]]),
    ),
  requestBody: ({ content }) =>
    keysOf(content)
      .filter((type) => xml.test(type) || membersOf(membersOf(content)[type])['itemSchema'] !== undefined)
      .map((type) => [['content', type], `${type} is treated as text; its schema is not checked.`]),
  securityScheme: ({ type, flows, openIdConnectUrl }) => {
    const discovery = toServedPath(openIdConnectUrl);
    if (type === 'openIdConnect' && discovery?.startsWith('/.well-known/') !== true)
      return [[['openIdConnectUrl'], 'The discovery document names the address of this server as issuer.']];
    const isUsed = (flow: string) => isObject(membersOf(flows)[flow]);
    if (isUsed('implicit'))
      return [[['flows', 'implicit'], 'The flow implicit is not served; any bearer token is accepted.']];
    return isUsed('password') && isUsed('authorizationCode')
      ? [[['flows', 'password'], 'The flow password is not served if authorizationCode is present.']]
      : [];
  },
};

/** Finds the unsupported parts of an object. Returns a path within the object and a sentence for each. */
export function findUnsupportedParts(kind: NodeKind, node: Node): Unhonoured {
  return node['$ref'] === undefined ? (tables[kind]?.(node) ?? []) : [];
}

function keysOf(value: unknown): string[] {
  return isObject(value) ? Object.keys(value).filter((key) => !key.startsWith('x-')) : [];
}
