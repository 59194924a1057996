import type { HandlerContext } from '@understudy/kernel';
import { maxPageSize } from '../policies.js';
import type { OrderedEntries } from './select-ordered.js';

export interface ListPage<T> {
  readonly body: T[];
  readonly headers: Readonly<Record<string, string>>;
}

/** Like {@link toPageUrl}, for entries in the order of the store, newest first. Reads only the entries of the page. */
export async function createNewestFirstPage<T>(
  entries: OrderedEntries<T>,
  query: { readonly page: number; readonly per_page: number },
  context: Pick<HandlerContext, 'request' | 'baseUrl'>,
): Promise<ListPage<T>> {
  const total = await entries.count();
  const { from, size, headers } = pagePosition(total, query, context);
  const count = Math.max(0, Math.min(size, total - from));
  if (count === 0) return { body: [], headers };
  // From the nearer end.
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

/** Returns the position of a page among a number of entries. */
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
