import { isObject, stringifyJson } from '@understudy/contract';
import { type ApiPlan, getMember } from '@understudy/model';
import { countValues } from './count-values.js';
import { isSame } from './expression-finder.js';
import { looksLikeId } from './find-paths.js';
import type { RecordUse } from './record-use.js';
import { literalPattern } from './value-at.js';

/**
 * Finds the requests that omit a member, if other requests send it and their responses repeat it.
 *
 * @returns these rows, and the most frequent value in their responses as a literal, with its count
 */
export function findDefault<Row>(
  rows: readonly Row[],
  sent: (row: Row) => unknown,
  shown: (row: Row) => unknown,
): { readonly rest: readonly Row[]; readonly literal?: string; readonly seen: number } | undefined {
  const rest = rows.filter((row) => sent(row) === undefined);
  const isRepeated = rows.every((row) => sent(row) === undefined || isSame(sent(row), shown(row)));
  const [[value, seen] = [undefined, 0]] = countValues(rest.map(shown));
  if (rest.length === 0 || rest.length === rows.length || !isRepeated) return undefined;
  const literal = stringifyJson(value) ?? '';
  const isDefault = literalPattern.test(literal) && seen * 2 > rest.length && !looksLikeId(String(value));
  return { rest, seen, ...(isDefault ? { literal } : {}) };
}

/** Lists the members that requests to an operation can have. */
export function membersOfRequests({ operations, schemas }: ApiPlan, id: string): ReadonlySet<string> {
  const [content] = Object.values(operations.get(id)?.operation.requestBody?.content ?? {});
  return new Set(schemas.chosen(content?.schema).properties.keys());
}

/** The prefix of members in a request body with the same wrapper as the response: `order.` */
export function wrapperOf(use: RecordUse | undefined, body: unknown): string {
  if (use === undefined || use.in === '' || !isObject(body)) return '';
  return Object.keys(body).length === 1 && isObject(getMember(body, use.in)) ? `${use.in}.` : '';
}
