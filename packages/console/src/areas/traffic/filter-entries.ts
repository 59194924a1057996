import type { JournalEntry } from '../../api/types.js';

const members = ['kind', 'api', 'operation', 'tenant', 'status', 'since', 'text'] as const;

/** The traffic filter in the page URL. */
export type Filter = Readonly<Record<(typeof members)[number], string>>;

const filters: Readonly<Record<string, Exclude<keyof Filter, 'text'>>> = {
  api: 'api',
  kind: 'kind',
  op: 'operation',
  operation: 'operation',
  since: 'since',
  status: 'status',
  tenant: 'tenant',
};

/** Moves the `name:value` terms of the text, such as `status:4xx op:createOrder since:10m`, to the filter's fields. */
export function parseSearch(filter: Filter): Filter {
  const words = filter.text.split(/\s+/).map((word) => {
    const [, name = '', value = ''] = /^([a-z]+):(\S+)$/i.exec(word) ?? [];
    return { word, member: filters[name.toLowerCase()], value };
  });
  const given = words.flatMap(({ member, value }) => (member === undefined ? [] : [[member, value]]));
  const text = words.flatMap(({ word, member }) => (member === undefined ? [word] : [])).join(' ');
  return { ...filter, ...Object.fromEntries(given), text: text.trim() };
}

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a time span such as `10m` to milliseconds. Undefined if it is invalid. */
function parseSpan(span: string): number | undefined {
  const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(span) ?? [];
  return count === undefined ? undefined : Number(count) * (units[unit] ?? 0);
}

export const kindOptions = [
  ['', 'Everything'],
  ['request', 'Requests'],
  ['transition', 'Jobs'],
  ['delivery', 'Webhooks'],
  ['message', 'Messages'],
  ['clock', 'Clock'],
  ['edit', 'Edits'],
] as const;

export const statusOptions = [
  ['', 'Outcomes'],
  ['failed', 'Failed'],
  ['2xx', '2xx'],
  ['3xx', '3xx'],
  ['4xx', '4xx'],
  ['5xx', '5xx'],
] as const;

export function readFilter(query: URLSearchParams): Filter {
  return Object.fromEntries(members.map((name) => [name, query.get(name) ?? ''])) as Filter;
}

/** Converts a filter to a server query, such as `status=4xx&text=shop-1`. */
export function toServerQuery({ kind, api, operation, tenant, status, text }: Filter): URLSearchParams {
  const outcome = status === 'failed' ? { failed: 'true' } : { status };
  const given = { type: kind, api, operationId: operation, tenantId: tenant, ...outcome, text: text.trim() };
  return new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''));
}

/** Returns whether two entries are attempts of the same delivery. */
export function isSameDelivery(one: JournalEntry, other: JournalEntry): boolean {
  const isDelivery = one.type === 'delivery' && other.type === 'delivery';
  return isDelivery && one.cause === other.cause && one.url === other.url && one.jobId === other.jobId;
}

/** Keeps only the last attempt of each delivery. */
function withoutEarlierAttempts(entries: readonly JournalEntry[]): JournalEntry[] {
  const seen = new Set<string>();
  return entries.filter(({ type, cause, url, jobId }) => {
    if (type !== 'delivery') return true;
    const key = `${cause} ${jobId} ${url}`;
    const isLast = !seen.has(key);
    seen.add(key);
    return isLast;
  });
}

/**
 * Returns the matching entries, newest first, with one entry per delivery. Ignores the text, which the server searches.
 */
export function filterEntries(entries: readonly JournalEntry[], filter: Filter): JournalEntry[] {
  const span = parseSpan(filter.since);
  const from = span === undefined ? 0 : Date.parse(entries.at(-1)?.at ?? '') - span;
  const fits = (entry: JournalEntry) =>
    (span === undefined || Date.parse(entry.at) >= from) &&
    (filter.kind === '' || entry.type === filter.kind) &&
    (filter.api === '' || entry.api === filter.api) &&
    (filter.operation === '' || entry.operationId === filter.operation) &&
    (filter.tenant === '' || entry.tenantId === filter.tenant) &&
    (filter.status === '' || hasStatus(entry, filter.status));
  return withoutEarlierAttempts(entries.filter(fits).reverse());
}

/** Returns whether an entry failed: status 400 or higher, a failed delivery, or an error. */
function hasFailed({ status = 0, outcome = 'delivered', error }: JournalEntry): boolean {
  return status >= 400 || outcome !== 'delivered' || error !== undefined;
}

function hasStatus(entry: JournalEntry, status: string): boolean {
  if (status === 'failed') return hasFailed(entry);
  const given = String(entry.status ?? '');
  return /^\dxx$/.test(status) ? given[0] === status[0] : given === status;
}
