import type {
  Collection,
  CollectionEntry,
  ErrorResult,
  HandlerContext,
  IndexKeys,
  IndexName,
  RangeBound,
} from '@understudy/kernel';
import { einvoicingErrors } from './errors.js';
import { maxPageSize } from './policies.js';

export interface ListPage<T> {
  readonly body: T[];
  readonly headers: Readonly<Record<string, string>>;
}

/** Like {@link createPage}, for entries in the order of the store, newest first. Reads only the entries of the page. */
export async function createNewestFirstPage<T>(
  entries: OrderedEntries<T>,
  query: { readonly page: number; readonly per_page: number },
  context: Pick<HandlerContext, 'request' | 'baseUrl'>,
): Promise<ListPage<T>> {
  const total = await entries.count();
  const { from, size, headers } = pagePosition(total, query, context);
  const count = Math.max(0, Math.min(size, total - from));
  if (count === 0) return { body: [], headers };
  // Reads from the end of the list that is nearer to the page.
  const values = async (reverse: boolean, limit: number) =>
    (await entries.range({ reverse, limit })).map(({ value }) => value);
  const body =
    from + count <= total - from
      ? (await values(true, from + count)).slice(from)
      : (await values(false, total - from)).reverse().slice(0, count);
  return { body, headers };
}

/** Creates a page of a list (einvoicing.gap.list-envelope). A page after the last one is empty. */
export function createPage<T>(
  items: readonly T[],
  query: { readonly page: number; readonly per_page: number },
  context: Pick<HandlerContext, 'request' | 'baseUrl'>,
): ListPage<T> {
  const { from, size, headers } = pagePosition(items.length, query, context);
  return { body: items.slice(from, from + size), headers };
}

function pagePosition(
  total: number,
  query: { readonly page: number; readonly per_page: number },
  { request, baseUrl }: Pick<HandlerContext, 'request' | 'baseUrl'>,
) {
  const { page } = query;
  const size = Math.min(query.per_page, maxPageSize);
  const pages = Math.ceil(total / size);
  const next = page < pages ? page + 1 : undefined;
  const previous = page > 1 ? Math.min(page - 1, Math.max(pages, 1)) : undefined;
  const link = (rel: string, number: number) => `<${addressOf(number)}>; rel="${rel}"`;
  const links = [
    link('first', 1),
    ...(previous === undefined ? [] : [link('prev', previous)]),
    ...(next === undefined ? [] : [link('next', next)]),
    link('last', Math.max(pages, 1)),
  ];
  return {
    from: (page - 1) * size,
    size,
    headers: {
      'X-Total': String(total),
      'X-Total-Pages': String(pages),
      'X-Page': String(page),
      'X-Per-Page': String(size),
      ...(next === undefined ? {} : { 'X-Next-Page': String(next) }),
      ...(previous === undefined ? {} : { 'X-Prev-Page': String(previous) }),
      Link: links.join(', '),
    },
  };

  function addressOf(number: number): string {
    const [path = '', text = ''] = request.url.split(/\?(.*)/s);
    const parameters = new URLSearchParams(text);
    parameters.set('page', String(number));
    parameters.set('per_page', String(size));
    return `${baseUrl}${path}?${parameters}`;
  }
}

/** A time range in milliseconds from `from` (inclusive) to `to` (exclusive). */
export interface TimeWindow {
  readonly from?: number;
  readonly to?: number;
}

const dateOnly = /^\d{4}-\d{2}-\d{2}$/;
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

/**
 * Reads the bounds of a period. Dates mean midnight UTC (einvoicing.gap.window-bounds). Returns 400 if they are
 * invalid.
 */
export function readWindow<Name extends string>(
  query: { readonly [Key in `${Name}_start` | `${Name}_end`]?: string | undefined },
  name: Name,
): TimeWindow | ErrorResult {
  const [start, end] = [`${name}_start`, `${name}_end`] as const;
  const [from, to] = [instantOf(query[start]), instantOf(query[end])];
  const faults = [start, end]
    .filter((bound) => Number.isNaN(instantOf(query[bound])))
    .map((bound) => `/query/${bound} must be an ISO 8601 instant such as 2026-01-15T09:00:00Z`);
  if (from !== undefined && to !== undefined && from > to) faults.push(`/query/${start} lies behind ${end}`);
  if (faults.length > 0) return einvoicingErrors.badRequest(faults);
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** Returns whether an ISO 8601 instant is in a period. */
export function isInWindow(instant: string, { from, to }: TimeWindow): boolean {
  const at = Date.parse(instant);
  return (from === undefined || at >= from) && (to === undefined || at < to);
}

export function toIndexBounds<const Start extends readonly unknown[]>(
  start: Start,
  { from, to }: TimeWindow,
): [from: Start | readonly [...Start, number], to: Start | readonly [...Start, number]] {
  // Instants are whole milliseconds, so the exclusive bound becomes an inclusive one.
  return [from === undefined ? start : [...start, from], to === undefined ? start : [...start, to - 1]];
}

function instantOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  // An unencoded plus sign arrives as a space.
  const given = text.replace(/ (?=\d{2}:?\d{2}$)/, '+');
  if (dateOnly.test(given)) return Date.parse(`${given}T00:00:00Z`);
  return dateTime.test(given) ? Date.parse(given) : Number.NaN;
}

export interface OrderedEntries<T> {
  count(): Promise<number>;
  range(options: { readonly limit: number; readonly reverse: boolean }): Promise<readonly CollectionEntry<T>[]>;
}

/** Selects a range of an index, read page by page. Both bounds are inclusive. */
export function selectOrdered<T, Keys extends IndexKeys, Name extends IndexName<Keys>>(
  collection: Collection<T, Keys>,
  index: Name,
  from?: RangeBound<Keys, Name>,
  to?: RangeBound<Keys, Name>,
): OrderedEntries<T> {
  return {
    count: () => collection.count(index, from, to),
    range: (options) => collection.range(index, from, to, options),
  };
}

/** Sorts by several fields; `-` before a name reverses the order. Equal entries stay newest first. */
export function sortByFields<Item extends { readonly order: number }>(
  items: readonly Item[],
  by: readonly string[],
  values: Readonly<Record<string, (item: Item) => string | number>>,
): Item[] {
  return items.toSorted((a, b) => {
    for (const name of by) {
      const turn = name.startsWith('-') ? -1 : 1;
      const read = values[name.replace(/^-/, '')];
      if (read === undefined) continue;
      const [left, right] = [read(a), read(b)];
      if (left !== right) return left < right ? -turn : turn;
    }
    return b.order - a.order;
  });
}

/** Returns a record with `id` and the requested fields. Unknown names are ignored (einvoicing.gap.fields-format). */
export function pickFields<T extends { readonly id: string }>(record: T, fields: readonly string[] | undefined): T {
  if (fields === undefined) return record;
  const wanted = new Set(['id', ...fields]);
  return Object.fromEntries(Object.entries(record).filter(([name]) => wanted.has(name))) as T;
}
