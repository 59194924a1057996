import { isObject, membersOf } from '@understudy/contract';
import { getMember, type OperationPlan } from '@understudy/model';
import type { StateStep } from './state-step.js';

/** Sends the requests for pages. */
interface PageReader {
  readonly resource: { readonly key: string | undefined };
  call(list: OperationPlan, values: { readonly query: Readonly<Record<string, string>> }): Promise<StateStep>;
  shownIn(step: StateStep): unknown;
}

/** A page of a list. */
interface Page {
  readonly step: StateStep;
  readonly items: readonly unknown[];
  /** True if the list has no further page. Undefined if that is unknown. */
  readonly isLast: boolean;
}

/** Maximum number of pages that are read. */
const mostPages = 25;

/** Reads the pages of a list in order. Ends early if the way to the next page is unknown. */
export async function* listPages(
  session: PageReader,
  list: OperationPlan,
  first: Readonly<Record<string, string>> = {},
): AsyncGenerator<Page> {
  let query: Readonly<Record<string, string>> | undefined = first;
  for (let count = 1; query !== undefined && count <= mostPages; count += 1) {
    const step = await session.call(list, { query });
    const shown = session.shownIn(step);
    if (step.status >= 300 || !Array.isArray(shown)) return;
    const next = nextQuery(session, step, { list, items: shown, count });
    yield { step, items: shown, isLast: next === 'none' };
    query = isObject(next) ? { ...first, ...next } : undefined;
  }
}

function nextQuery(
  session: PageReader,
  { headers, body, planned: { query } }: StateStep,
  { list: { list, operation }, items, count }: { list: OperationPlan; items: readonly unknown[]; count: number },
): Readonly<Record<string, string>> | 'none' | 'unknown' {
  if (list === undefined || operation.method !== 'GET') return 'unknown';
  const { page, offset, cursor, size } = list;
  if (page === undefined && offset === undefined && cursor === undefined) return 'none';
  const link = /<([^<>]*)>\s*;[^,]*rel="?next"?/i.exec(headers['link'] ?? '')?.[1];
  if (link !== undefined) return queryOf(link);
  const token = nextToken(body);
  if (typeof token === 'string' && /^(?:https?:)?\/|^\?/.test(token)) return queryOf(token);
  if (typeof token === 'string' && token !== '' && cursor !== undefined) return { [cursor]: token };
  if (token !== undefined && !(typeof token === 'number' && page !== undefined)) return 'none';
  if (items.length === 0) return 'none';
  if (page !== undefined) {
    const { default: start = 1 }: { default?: unknown } = membersOf(
      operation.parameters.find(({ name }) => name === page)?.schema,
    );
    return { [page]: String(Number(query[page] ?? start) + 1) };
  }
  if (offset !== undefined) return { [offset]: String(Number(query[offset] ?? 0) + items.length) };
  const last = session.resource.key === undefined ? undefined : getMember(items.at(-1), session.resource.key);
  const isShort = size !== undefined && query[size] !== undefined && items.length < Number(query[size]);
  if (isShort || count === mostPages || last === undefined || cursor === undefined) return 'none';
  return { [cursor]: String(last) };
}

/** Returns the reference to the next page in a body. Undefined if there is none, and null or false on the last page. */
function nextToken(body: unknown): unknown {
  if (!isObject(body)) return undefined;
  for (const inner of [body, ...Object.values(body).filter(isObject)]) {
    for (const [name, value] of Object.entries(inner)) {
      if (/^has_?more$/i.test(name) && value === false) return false;
      if (/^next(?:_?(?:page|url|uri|link|href|cursor|token|page_?token|page_?url))?$/i.test(name)) return value;
    }
  }
  return undefined;
}

function queryOf(address: string): Readonly<Record<string, string>> | 'unknown' {
  return URL.canParse(address, 'http://host')
    ? Object.fromEntries(new URL(address, 'http://host').searchParams)
    : 'unknown';
}

/** Returns the query for the largest page that a list describes. */
export function largestPage({ list, operation }: OperationPlan): Readonly<Record<string, string>> {
  const { size } = list ?? {};
  const { maximum = 100 }: { maximum?: unknown } = membersOf(
    operation.parameters.find(({ name }) => name === size)?.schema,
  );
  return size === undefined ? {} : { [size]: String(Math.min(100, Number(maximum) || 100)) };
}
