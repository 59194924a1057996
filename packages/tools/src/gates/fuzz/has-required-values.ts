import type { GeneratedRequest, RequestValues } from '@understudy/fuzzing';

/** Returns whether a request still has all values that the operation always needs. */
export function hasRequiredValues(
  { query, value }: GeneratedRequest,
  { query: wantedQuery = {}, body: wantedBody = {} }: NonNullable<RequestValues['always']> = {},
): boolean {
  const sent = Object.fromEntries(query);
  const body: Record<string, unknown> = Object(value);
  return (
    Object.entries(wantedQuery).every(([name, wanted]) => sent[name] === wanted) &&
    Object.entries(wantedBody).every(([name, wanted]) => body[name] === wanted)
  );
}
