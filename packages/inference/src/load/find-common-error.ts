import { isObject, type OpenApiDocument, resolveReference } from '@understudy/contract';

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
      const form = `${type} ${JSON.stringify(schema)}`;
      const known = counts.get(form) ?? { count: 0, content: { [type]: { schema } } };
      counts.set(form, { ...known, count: known.count + 1 });
    }
  }
  const [most] = [...counts.values()].sort((one, other) => other.count - one.count);
  if (most === undefined) return problemResponse;
  return { description: problemResponse.description, content: most.content, 'x-understudy-added': true };
}

/** Returns whether a status describes errors: 4XX, 5XX, or `default` next to a success. */
export function isErrorStatus(status: string, responses: unknown): boolean {
  if (status !== 'default') return /^[45]/.test(status);
  return isObject(responses) && Object.keys(responses).some((each) => /^[23]/.test(each));
}
