import type { Context } from '@understudy/kernel';
import { mostPerPage } from '../policies.js';

/** A page of a list, and the headers that say where it stands. */
export interface Page<T> {
  readonly body: T[];
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * One page of a list (einvoicing.gap.list-envelope). A page behind the last one is empty.
 *
 * @param items all entries, in their order
 * @param query as the contract gives it; `per_page` beyond 100 counts as 100
 * @param context of the request, for the links
 */
export function pageOf<T>(
  items: readonly T[],
  query: { readonly page: number; readonly per_page: number },
  { request, baseUrl }: Pick<Context, 'request' | 'baseUrl'>,
): Page<T> {
  const { page } = query;
  const size = Math.min(query.per_page, mostPerPage);
  const total = items.length;
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
    body: items.slice((page - 1) * size, page * size),
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
