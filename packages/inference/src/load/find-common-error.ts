import { isObject, type OpenApiDocument, resolveReference, stringifyJson } from '@understudy/contract';
import { normalizeName } from '@understudy/model';
import { errorTexts } from '../words/error-words.js';

type Node = Record<string, unknown>;

/** A problem response (RFC 9457). */
const problemResponse = {
  description: 'An error the operation does not describe',
  content: { 'application/problem+json': { schema: { type: 'object', additionalProperties: true } } },
  'x-understudy-added': true,
  'x-understudy-problem': true,
};

/** Finds the error response that most operations of a description share, or falls back to an RFC 9457 problem. */
export function findCommonError(document: OpenApiDocument, operations: readonly Node[]): Node {
  const counts = new Map<string, { count: number; content: Node }>();
  for (const { responses } of operations) {
    for (const [status, node] of Object.entries(isObject(responses) ? responses : {})) {
      const content = isErrorStatus(status, responses) ? resolveReference(document, node)?.['content'] : undefined;
      const json = isObject(content) ? Object.entries(content).find(([type]) => type.includes('json')) : undefined;
      const [type, entry] = json ?? [];
      if (type === undefined || !isObject(entry) || !isObject(entry['schema'])) continue;
      const { schema } = entry;
      if (isOfOneKind(document, schema)) continue;
      const form = `${type} ${stringifyJson(schema)}`;
      const known = counts.get(form) ?? { count: 0, content: { [type]: { schema } } };
      counts.set(form, { ...known, count: known.count + 1 });
    }
  }
  const [most] = [...counts.values()].sort((one, other) => other.count - one.count);
  if (most === undefined) return errorInSuccess(document, operations) ?? problemResponse;
  return { description: problemResponse.description, content: most.content, 'x-understudy-added': true };
}

/** Returns the error for a description that describes errors only as a member of successful responses. */
function errorInSuccess(document: OpenApiDocument, operations: readonly Node[]): Node | undefined {
  const found = operations.flatMap(({ responses }) => {
    const [node] = Object.entries(isObject(responses) ? responses : {}).flatMap(([status, each]) =>
      /^2/.test(status) ? [resolveReference(document, each)?.['content']] : [],
    );
    const entry = isObject(node) ? node['application/json'] : undefined;
    const whole = resolveReference(document, isObject(entry) ? entry['schema'] : undefined);
    const properties = isObject(whole?.['properties']) ? whole['properties'] : {};
    return ['errors', 'error'].flatMap((name) =>
      isError(document, properties[name]) ? [{ name, schema: properties[name] }] : [],
    );
  });
  const [first] = found;
  if (first === undefined || found.length * 2 < operations.length) return undefined;
  const schema = { type: 'object', required: [first.name], properties: { [first.name]: first.schema } };
  return { ...problemResponse, content: { 'application/json': { schema } }, 'x-understudy-problem': undefined };
}

/** Returns whether a schema is an error, or a list of errors. */
function isError(document: OpenApiDocument, schema: unknown): boolean {
  const resolved = resolveReference(document, schema);
  const one = resolveReference(document, resolved?.['items']) ?? resolved;
  const names = Object.keys(isObject(one?.['properties']) ? one['properties'] : {}).map(normalizeName);
  return names.length > 1 && names.some((name) => errorTexts.includes(name));
}

const kindName = /^(?:(?:http)?status(?:code)?|code|type|kind|error(?:code|type)?|reason)$/;
const namesKind =
  /^\d{3}$|not.?found|no.?such|conflict|exists|duplicate|un.?auth|forbidden|denied|permission|invalid|validation|bad.?request|rate|too.?many|internal|unavailable/i;

/** True if every alternative of a schema allows only one status or type of error. */
function isOfOneKind(document: OpenApiDocument, schema: unknown, depth = 0): boolean {
  const resolved = resolveReference(document, schema);
  if (resolved === undefined || depth > 4) return false;
  const alternatives = [resolved['oneOf'], resolved['anyOf']].find(Array.isArray);
  if (alternatives !== undefined) return alternatives.every((each) => isOfOneKind(document, each, depth + 1));
  const parts: unknown[] = Array.isArray(resolved['allOf']) ? resolved['allOf'] : [];
  if (parts.some((part) => isOfOneKind(document, part, depth + 1))) return true;
  return Object.entries(isObject(resolved['properties']) ? resolved['properties'] : {}).some(([name, property]) => {
    const member = resolveReference(document, property) ?? {};
    const listed = 'const' in member ? [member['const']] : member['enum'];
    const isKind = kindName.test(normalizeName(name)) && Array.isArray(listed) && listed.length === 1;
    return isKind && namesKind.test(String(listed[0]));
  });
}

/** Returns whether a status describes errors: 4XX, 5XX, or `default` next to a success. */
export function isErrorStatus(status: string, responses: unknown): boolean {
  if (status !== 'default') return /^[45]/.test(status);
  return isObject(responses) && Object.keys(responses).some((each) => /^[23]/.test(each));
}
