import type { JournalEntry } from '../../api/types.js';

const members = ['kind', 'api', 'operation', 'tenant', 'status', 'text'] as const;

/** The traffic filter in the address. */
export type Filter = Readonly<Record<(typeof members)[number], string>>;

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

/** Returns the query of a filter as a request to the server, such as `status=4xx&text=shop-1`. */
export function toServerQuery({ kind, api, operation, tenant, status, text }: Filter): URLSearchParams {
  const outcome = status === 'failed' ? { failed: 'true' } : { status };
  const given = { type: kind, api, operationId: operation, tenantId: tenant, ...outcome, text: text.trim() };
  return new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''));
}

/** Returns the matching entries, newest first, without regard to the text, which the server searches. */
export function filterEntries(entries: readonly JournalEntry[], filter: Filter): JournalEntry[] {
  const fits = (entry: JournalEntry) =>
    (filter.kind === '' || entry.type === filter.kind) &&
    (filter.api === '' || entry.api === filter.api) &&
    (filter.operation === '' || entry.operationId === filter.operation) &&
    (filter.tenant === '' || entry.tenantId === filter.tenant) &&
    (filter.status === '' || hasStatus(entry, filter.status));
  return entries.filter(fits).reverse();
}

/** Returns whether an entry failed: status 400 or higher, a failed delivery, or an error. */
function hasFailed({ status = 0, outcome = 'delivered', error }: JournalEntry): boolean {
  return status >= 400 || outcome !== 'delivered' || error !== undefined;
}

function hasStatus(entry: JournalEntry, status: string): boolean {
  if (status === 'failed') return hasFailed(entry);
  return entry.status !== undefined && status[0] === String(entry.status)[0];
}
