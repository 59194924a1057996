import { compareNumbers, isJsonNumber, isObject } from '@understudy/contract';
import type { KnownValue } from './known-value.js';
import { isSecretPosition, toKeyText, type ValuesByPosition, valuesByPosition } from './message.js';
import { readKnownMember } from './value-at.js';

/** A list of values that first appeared in earlier responses: which ones it contains, and in which order. */
export interface MadeList {
  /** Operations and the positions in their responses, such as `createOrder response.id`. */
  readonly made: readonly string[];
  /** True if only values of the caller are listed. */
  readonly own?: boolean;
  /** The field that names the caller: the receiver of a message. */
  readonly mine?: string;
  /** ValuesByPosition of the request, and the field of a value that must be equal if the request has the position. */
  readonly where?: Readonly<Record<string, string>>;
  /** Operations after which a value is not listed. */
  readonly without?: readonly string[];
  readonly newestFirst?: boolean;
  /** The field that decides about the order, before the time. */
  readonly by?: string;
  /** Position of the name of the member to sort by. */
  readonly sort?: string;
  /** ValuesByPosition of the size of a page, its number and its first item. */
  readonly size?: string;
  readonly page?: string;
  readonly offset?: string;
  /** Items of a page without a size. */
  readonly pageSize?: number;
}

export type Made = readonly [key: string, known: KnownValue];

export interface RequestOwner {
  /** Its credentials, and the values that the server made for them. */
  readonly owners: readonly string[];
  /** What these were made with, such as the name of an account. */
  readonly facts: readonly string[];
}

export function findRequestOwner(
  request: ValuesByPosition,
  recall: (value: string) => KnownValue | undefined,
): RequestOwner {
  const credentials = [...request].flatMap(([position, [value]]) =>
    position.startsWith('header.') && isSecretPosition(position) ? (toKeyText(value) ?? []) : [],
  );
  const sentFor = (value: string) =>
    [...valuesByPosition({ body: recall(value)?.sent }, 'sent').values()]
      .flat()
      .flatMap((each) => toKeyText(each) ?? []);
  const made = credentials.flatMap(sentFor).filter((value) => recall(value)?.isMade === true);
  const owners = [...new Set([...credentials, ...made])].slice(0, 20);
  return { owners, facts: made.flatMap(sentFor).filter((fact) => fact.length > 3) };
}

/** Returns the name of the resource at a path, scoped to the caller. */
export function formatSelf({ owners }: RequestOwner, path: string): string {
  return `${owners[1] ?? ''} ${path}`;
}

/** Selects the values of a list in its order, before pagination. */
export function selectMadeValues(
  { made, own, mine, where = {}, without = [], newestFirst, by, sort }: MadeList,
  values: readonly Made[],
  { request, owner: { owners, facts } }: { readonly request: ValuesByPosition; readonly owner: RequestOwner },
): readonly Made[] {
  const given = Object.entries(where).flatMap(([position, field]) => {
    const [value] = request.get(position) ?? [];
    return value === undefined || value === '' ? [] : [[String(value), field] as const];
  });
  const selected = values.filter(
    ([, known]) =>
      made.includes(`${known.from} ${known.place}`) &&
      !without.includes(known.after) &&
      (own !== true || known.owners.some((owner) => owners.includes(owner))) &&
      (mine === undefined || facts.includes(String(readKnownMember(known, mine)))) &&
      given.every(([wanted, field]) => String(readKnownMember(known, field)) === wanted),
  );
  const [, sign = '', name = ''] = /^([-+]?)(\w+)/.exec(String(request.get(sort ?? '')?.[0] ?? '')) ?? [];
  const field = name === '' ? by : `answered.${name}`;
  const way = name === '' ? (newestFirst === true ? -1 : 1) : sign === '-' ? -1 : 1;
  return [...selected].sort(([, one], [, other]) => {
    const difference =
      field === undefined ? 0 : compareValues(readKnownMember(one, field), readKnownMember(other, field));
    return way * (difference === 0 ? one.order - other.order : difference);
  });
}

export function cutPage<Item>(
  items: readonly Item[],
  { size, page, offset, pageSize }: MadeList,
  request: ValuesByPosition,
): readonly Item[] {
  const number = (position: string | undefined) => {
    const value = Number(request.get(position ?? '')?.[0]);
    return Number.isInteger(value) && value >= 0 ? value : undefined;
  };
  const length = number(size) ?? pageSize ?? Number.POSITIVE_INFINITY;
  const start = number(offset) ?? (Math.max(1, number(page) ?? 1) - 1) * Math.min(length, 1_000_000);
  return items.slice(start, start + length);
}

export function isMadeList(each: unknown): each is MadeList {
  return isObject(each) && Array.isArray(each['made']);
}

/** Numbers by size, texts by characters, missing values first. */
export function compareValues(one: unknown, other: unknown): number {
  if (isJsonNumber(one) && isJsonNumber(other)) return compareNumbers(one, other);
  const [first, second] = [String(one ?? ''), String(other ?? '')];
  return first === second ? 0 : first < second ? -1 : 1;
}
