import { isObject, type OpenApiDocument, resolveReference, stringifyJson } from '@understudy/contract';
import { normalizeName } from '@understudy/model';

type Node = Record<string, unknown>;

/** A problem (RFC 9457). */
const problemResponse = {
  description: 'An error the operation does not describe',
  content: { 'application/problem+json': { schema: { type: 'object', additionalProperties: true } } },
  'x-understudy-added': true,
  'x-understudy-problem': true,
};

/** Finds the error response that most operations of a description share, or else an RFC 9457 problem. */
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
  if (most === undefined) return problemResponse;
  return { description: problemResponse.description, content: most.content, 'x-understudy-added': true };
}

const kindName = /^(?:(?:http)?status(?:code)?|code|type|kind|error(?:code|type)?|reason)$/;
const namesKind =
  /^\d{3}$|not.?found|no.?such|conflict|exists|duplicate|un.?auth|forbidden|denied|permission|invalid|validation|bad.?request|rate|too.?many|internal|unavailable/i;

/** True if a schema permits only one status or kind of error, in each of its alternatives. */
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
