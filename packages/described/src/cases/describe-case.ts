import type { BehaviorCase } from '@understudy/model';
import { isMadeList } from './made-list.js';
import { repeatMarker } from './template.js';

/** What a case, or a list in its body, says, with its support in a recording. */
export interface CaseStatement {
  readonly says: string;
  readonly seen: number;
  readonly contradicted: number;
}

/** Describes a case, and the lists in its body. */
export function describeCase({ when, status, body, seen = 0, contradicted = 0 }: BehaviorCase): CaseStatement[] {
  const condition = when.length === 0 ? 'otherwise' : `if ${when.join(' and ')}`;
  return [
    { says: `${condition}: ${status ?? 'as inferred from its description'}`, seen, contradicted },
    ...listsIn(body),
  ];
}

/** Describes what the lists of a template show, in which order and in which pages. */
function listsIn(template: unknown): CaseStatement[] {
  if (typeof template !== 'object' || template === null) return [];
  const {
    [repeatMarker]: list,
    seen,
    contradicted,
  }: { [repeatMarker]?: unknown; seen?: unknown; contradicted?: unknown } = template;
  if (!isMadeList(list)) return Object.values(template).flatMap(listsIn);
  const { made, own, mine, where = {}, without = [], newestFirst, by, sort, size, page, offset, pageSize } = list;
  const parts = [
    `lists ${made.join(', ')}`,
    by === undefined ? (newestFirst === true ? 'newest first' : 'oldest first') : `by ${by}`,
    sort === undefined ? undefined : `sorted by ${sort}`,
    own === true ? 'only those of the caller' : undefined,
    mine === undefined ? undefined : `only those whose ${mine} is the caller`,
    ...Object.entries(where).map(([position, field]) => `only those whose ${field} is ${position}`),
    ...without.map((operation) => `none after ${operation}`),
    page === undefined && offset === undefined ? undefined : `pages by ${page ?? offset} of ${size ?? 'a fixed size'}`,
    pageSize === undefined ? undefined : `${pageSize} a page`,
  ];
  const says = parts.filter((part) => part !== undefined).join(', ');
  return [{ says, seen: Number(seen), contradicted: Number(contradicted) }];
}
