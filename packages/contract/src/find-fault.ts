import { isDeepStrictEqual } from 'node:util';
import type { Finding } from './finding.js';
import { parsePointer, resolveReference } from './json-pointer.js';
import { isObject } from './objects.js';
import type { JsonSchema, OpenApiDocument } from './open-api-document.js';
import type { Operation } from './operation.js';

/**
 * The probable cause of a request that does not match its description: the description (its own examples have the
 * value, or no value can match), the client, the routing (the path or method belongs to another operation), or unclear.
 */
type RequestFault = 'description' | 'client' | 'routing' | 'ambiguous';

/** A difference between a request and the description, with its probable cause. */
export interface RequestFinding extends Pick<Finding, 'ruleId' | 'message' | 'pointer'> {
  readonly fault: RequestFault;
}

/**
 * Matches rules that are often violated by a placeholder such as `id`, or because the described limit is too narrow.
 */
const limits =
  /-(?:format|pattern|min-length|max-length|minimum|maximum|exclusive-minimum|exclusive-maximum|multiple-of|min-items|max-items|unique-items|min-properties|max-properties|one-of|any-of|not|too-costly)$/;

/** Determines the probable cause of a finding about a request. */
export function findFault(document: OpenApiDocument, operation: Operation | undefined, finding: Finding): RequestFault {
  const { ruleId, pointer } = finding;
  if (operation === undefined || ruleId === 'request/path') return 'routing';
  const place = schemaAt(document, operation, pointer);
  if ('actual' in finding && shownValues(document, place).some((shown) => isSameText(shown, finding.actual)))
    return 'description';
  if (place !== undefined && hasNoValue(document, place.schema)) return 'description';
  if (limits.test(ruleId)) return 'ambiguous';
  return pointer.startsWith('/path/') ? 'routing' : 'client';
}

interface DescribedPlace {
  readonly schema: JsonSchema;
  /** Examples given outside the schema. */
  readonly examples: readonly unknown[];
}

const partNames: Readonly<Record<string, string>> = { path: 'path', query: 'query', headers: 'header' };

/** Finds where the description defines a value of a request. */
function schemaAt(document: OpenApiDocument, operation: Operation, pointer: string): DescribedPlace | undefined {
  const [part = '', name = '', ...rest] = parsePointer(pointer);
  if (part === 'body') {
    const [content] = Object.values(operation.requestBody?.content ?? {});
    return content?.schema === undefined
      ? undefined
      : stepInto(document, { schema: content.schema, examples: [] }, [name, ...rest]);
  }
  const parameter = operation.parameters.find((each) => each.in === partNames[part] && each.name === name);
  return parameter === undefined
    ? undefined
    : stepInto(document, { schema: parameter.schema, examples: parameter.examples ?? [] }, rest);
}

function stepInto(
  document: OpenApiDocument,
  outer: DescribedPlace,
  path: readonly string[],
): DescribedPlace | undefined {
  let place = outer;
  for (const name of path.filter((each) => each !== '')) {
    const { properties, items } = resolveReference(document, place.schema) ?? {};
    const next = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : items;
    if (!isObject(next)) return undefined;
    place = { schema: next, examples: [] };
  }
  return place;
}

/** Lists the values that the description itself gives at a place. */
function shownValues(document: OpenApiDocument, place: DescribedPlace | undefined): unknown[] {
  if (place === undefined) return [];
  const { example, examples, default: usual } = resolveReference(document, place.schema) ?? {};
  return [...place.examples, example, usual, ...(Array.isArray(examples) ? examples : [])];
}

function isSameText(shown: unknown, actual: unknown): boolean {
  if (shown === undefined) return false;
  return isDeepStrictEqual(shown, actual) || (typeof shown !== 'object' && String(shown) === String(actual));
}

const jsonTypes: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isObject,
  null: (value) => value === null,
};

/** True if the schema's type excludes every value of its own enum. */
function hasNoValue(document: OpenApiDocument, schema: JsonSchema): boolean {
  const { enum: values, type } = resolveReference(document, schema) ?? {};
  const types = (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string');
  if (!Array.isArray(values) || types.length === 0) return false;
  return !values.some((value) => types.some((each) => jsonTypes[each]?.(value) ?? true));
}
