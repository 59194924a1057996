import {
  httpMethods,
  isObject,
  joinPointer,
  listBasePaths,
  membersOf,
  type OpenApiDocument,
  parsePointer,
  resolveReference,
  walkDocument,
} from '@understudy/contract';
import type { DescriptionWarnings } from '@understudy/model';
import { addExtensionExamples } from './add-extension-examples.js';
import { addStreamResponses } from './add-stream-responses.js';
import { addTokenEndpoints } from './add-token-endpoints.js';
import { describeBareResponses } from './describe-bare-responses.js';
import type { DescriptionReader } from './description-reader.js';
import { findCommonError, isErrorStatus } from './find-common-error.js';
import { findUnsupportedParts } from './find-unsupported-parts.js';
import { listOperations } from './list-operations.js';
import { normalizeLists } from './normalize-lists.js';
import { normalizeMediaTypes } from './normalize-media-types.js';
import { normalizeParameters } from './normalize-parameters.js';
import { normalizeRpc } from './normalize-rpc.js';
import { normalizeSchema } from './normalize-schema.js';

type Node = Record<string, unknown>;

/** Descriptions with more operations than this are served under fewer of their servers. */
const mostServedPaths = 10_000;

interface Names {
  readonly taken: Set<string>;
  readonly given: ReadonlySet<string>;
}

/** A schema of a document, and its location. */
export interface PlacedSchema {
  readonly node: Record<string, unknown>;
  readonly pointer: string;
}

/**
 * Converts an OpenAPI 3.0 or 3.1 document to 3.1, in place. Removes unsupported parts and warns about them.
 *
 * @param reader for `simulator`, adds parts that the author omitted, such as errors and token endpoints
 * @returns every schema in the document
 */
export function normalizeDocument(
  document: OpenApiDocument,
  warnings: DescriptionWarnings,
  reader: DescriptionReader,
): PlacedSchema[] {
  const completes = reader === 'simulator';
  const isOld = !document.openapi.startsWith('3.1') && !document.openapi.startsWith('3.2');
  document.openapi = '3.1.0';
  const info: Node = isObject(document.info) ? document.info : {};
  document.info = { ...info, title: String(info.title ?? 'API'), version: String(info.version ?? '0') };
  if (!isObject(document.paths)) document.paths = {};
  if (document.webhooks === undefined && isObject(document['x-webhooks'])) document.webhooks = document['x-webhooks'];
  delete document['x-webhooks'];
  dropEmpty(document);
  tidyPaths(document.paths, warnings);
  addTokenEndpoints(document, reader);
  if (completes) completeBeforeConversion(document);
  else dropInventedResponses(document);
  const taken = new Set<string>();
  const given = new Set(listOperations(document).map(({ node }) => String(node.operationId)));
  const schemas: PlacedSchema[] = [];
  const operations: Node[] = [];
  walkDocument('document', document, '', (kind, node, pointer) => {
    const complain = (rule: string, message: string) => warnings.add(rule, pointer, message);
    for (const [path, message] of findUnsupportedParts(kind, node))
      warnings.add('unhonoured', joinPointer(pointer, ...path), message);
    if (kind === 'schema') {
      tieRecursion(node, pointer);
      normalizeSchema(node, isOld, complain);
      schemas.push({ node, pointer });
    }
    if (kind === 'requestBody' || kind === 'response') normalizeMediaTypes(document, { node, kind, reader }, complain);
    if (kind === 'operation') {
      operations.push(node);
      tidyOperation(document, node, pointer, { taken, given }, warnings);
      if (completes) addSuccess(node, pointer, warnings);
    }
  });
  if (completes) completeErrors(document, operations);
  for (const [path, item] of Object.entries(document.paths)) {
    if (isObject(item)) normalizeParameters(document, path, item, warnings);
  }
  const all = listOperations(document);
  const most = Math.max(1, Math.floor(mostServedPaths / Math.max(1, all.length)));
  for (const { path, node } of all) {
    const item = document.paths[path];
    const servers = node['servers'] ?? (isObject(item) ? item['servers'] : undefined) ?? document.servers;
    const paths = listBasePaths(servers)
      .filter((base) => base !== '')
      .slice(0, most);
    if (paths.length > 0) node['x-also-at'] = paths.map((base) => `${base}${path}`);
  }
  return schemas;
}

function completeBeforeConversion(document: OpenApiDocument): void {
  normalizeLists(document);
  for (const { node } of listOperations(document)) addExtensionExamples(document, node);
  describeBareResponses(document);
  normalizeRpc(document);
}

function completeErrors(document: OpenApiDocument, operations: readonly Node[]): void {
  const error = findCommonError(document, operations);
  for (const operation of operations) {
    addStreamResponses(document, operation);
    const { responses } = operation;
    if (!isObject(responses) || ('default' in responses && isErrorStatus('default', responses))) continue;
    responses['4XX'] ??= error;
  }
  document['x-understudy-error'] = error;
}

/** Removes responses that an import added for the simulator without having observed any. */
function dropInventedResponses(document: OpenApiDocument): void {
  for (const { node } of listOperations(document)) {
    if (!isObject(node.responses)) continue;
    const written = Object.entries(node.responses).filter(
      ([, each]) => membersOf(each)['x-understudy-invented'] !== true,
    );
    node.responses = Object.fromEntries(written);
  }
}

/** Adds a success response to an operation without one. */
function addSuccess(node: Node, pointer: string, warnings: DescriptionWarnings): void {
  const responses: Node = isObject(node.responses) ? node.responses : {};
  const statuses = Object.keys(responses);
  if (statuses.some((status) => /^[23]/.test(status) || status === 'default')) return;
  responses[statuses.length === 0 ? 'default' : '200'] = { description: 'OK' };
  warnings.add('no-success', pointer, 'No success is described; it is answered without a body.');
}

/** Earlier and later dialects have their own keywords for a reference to the enclosing schema. */
function tieRecursion(node: Node, pointer: string): void {
  if (node.$recursiveRef === undefined && node.$dynamicRef === undefined) return;
  const [section, schemas, name] = parsePointer(pointer);
  if (section === 'components' && name !== undefined) node.$ref = `#${joinPointer('', section, schemas ?? '', name)}`;
  delete node.$recursiveRef;
  delete node.$dynamicRef;
}

function dropEmpty(document: OpenApiDocument): void {
  const components: Node = isObject(document.components) ? document.components : {};
  document.components = components;
  for (const [name, section] of Object.entries(components)) {
    if (name.startsWith('x-')) continue;
    if (!isObject(section)) delete components[name];
    else for (const [key, value] of Object.entries(section)) if (value === null) section[key] = {};
  }
}

function tidyPaths(paths: Record<string, unknown>, warnings: DescriptionWarnings): void {
  const shapes = new Map<string, string>();
  for (const [path, item] of Object.entries(paths)) {
    const pointer = joinPointer('/paths', path);
    if (path.startsWith('x-')) continue;
    if (!isObject(item)) {
      delete paths[path];
      continue;
    }
    hoistOperations(item);
    const clean = `/${path.replace(/^\/+/, '').replace(/[?#].*$/, '')}`;
    if (clean !== path) {
      delete paths[path];
      const there = paths[clean];
      const lost = isObject(there) ? httpMethods.filter((each) => isObject(item[each]) && isObject(there[each])) : [];
      const not = `; its ${lost.join(' and ').toUpperCase()} duplicates another operation there and is not served`;
      warnings.add('path', pointer, `The path ${path} is served as ${clean}${lost.length === 0 ? '' : not}.`);
      paths[clean] = isObject(there) ? { ...item, ...there } : item;
    }
    const shape = clean.replace(/\{[^{}]*\}/g, '{}');
    for (const method of httpMethods.filter((each) => isObject(item[each]))) {
      const other = shapes.get(`${method} ${shape}`);
      const message = `${method.toUpperCase()} ${path} matches the same requests as ${other}, which is used.`;
      if (other !== undefined && other !== clean) warnings.add('same-path', pointer, message);
      shapes.set(`${method} ${shape}`, other ?? clean);
    }
  }
}

/** Moves the additional operations of OpenAPI 3.2 to their lower-case method, next to the other operations. */
function hoistOperations(item: Node): void {
  const additional = isObject(item.additionalOperations) ? item.additionalOperations : {};
  for (const method of httpMethods) {
    const node = additional[method.toUpperCase()];
    if (isObject(node)) item[method] ??= node;
  }
}

function tidyOperation(
  document: OpenApiDocument,
  node: Node,
  pointer: string,
  names: Names,
  warnings: DescriptionWarnings,
): void {
  if (pointer.startsWith('/paths/')) tidyId(node, pointer, names, warnings);
  const given = isObject(node.responses) ? node.responses : {};
  const responses: Node = {};
  for (const [key, response] of Object.entries(given)) {
    if (key.startsWith('x-')) continue;
    const status = key.trim().replace(/^(\d)xx$/i, '$1XX');
    if (/^([1-5]\d\d|[1-5]XX|default)$/.test(status) && isObject(response)) responses[status] = response;
    else warnings.add('status', joinPointer(pointer, 'responses', key), `${key} is not a status code; it is ignored.`);
  }
  node.responses = responses;
  tidySecurity(document, node, pointer, warnings);
}

function tidyId(node: Node, pointer: string, { taken, given: all }: Names, warnings: DescriptionWarnings): void {
  const own = typeof node.operationId === 'string' && node.operationId !== '' ? node.operationId : undefined;
  const given = own ?? idOf(pointer);
  let id = given;
  for (let count = 2; taken.has(id) || (own === undefined && all.has(id)); count += 1) id = `${given}_${count}`;
  if (id !== given && own !== undefined)
    warnings.add('same-id', pointer, `The operationId ${given} is taken; this operation is called ${id}.`);
  taken.add(id);
  node.operationId = id;
  if (own === undefined) node['x-understudy-unnamed'] = true;
}

/** Names an operation without an id: `GET /pets/{id}` is `getPetsById`. */
function idOf(pointer: string): string {
  const [, path = '', method = ''] = parsePointer(pointer);
  const words = path.split('/').flatMap((segment) => {
    const word = segment
      .split(/[^A-Za-z0-9]+/)
      .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
      .join('');
    return word === '' ? [] : segment.includes('{') ? [`By${word}`] : [word];
  });
  return `${method}${words.join('') || 'Root'}`;
}

function tidySecurity(document: OpenApiDocument, node: Node, pointer: string, warnings: DescriptionWarnings): void {
  const { security = document.security } = node;
  if (!Array.isArray(security)) {
    delete node.security;
    return;
  }
  const schemes = document.components?.securitySchemes;
  const known = security.filter(isObject).filter((requirement) => {
    const missing = Object.keys(requirement).find(
      (name) => resolveReference(document, isObject(schemes) ? schemes[name] : undefined) === undefined,
    );
    if (missing === undefined) return true;
    warnings.add(
      'security',
      pointer,
      `There is no security scheme ${missing}; operations that name it need no credentials.`,
    );
    return false;
  });
  node.security = known;
}
