import type { JournalEntry } from '../../api/types.js';

/** The traffic filter in the address. */
export interface Filter {
  readonly kind: string;
  readonly api: string;
  readonly operation: string;
  readonly tenant: string;
  readonly status: string;
  readonly text: string;
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
  const of = (name: string) => query.get(name) ?? '';
  return {
    kind: of('kind'),
    api: of('api'),
    operation: of('operation'),
    tenant: of('tenant'),
    status: of('status'),
    text: of('text'),
  };
}

/** Returns the query of a filter as a request to the server, such as `status=4xx&text=shop-1`. */
export function toServerQuery({ kind, api, operation, tenant, status, text }: Filter): URLSearchParams {
  const members = {
    type: kind,
    api,
    operationId: operation,
    tenantId: tenant,
    ...(status === 'failed' ? { failed: 'true' } : { status }),
    text: text.trim(),
  };
  return new URLSearchParams(Object.entries(members).filter(([, value]) => value !== ''));
}

/** Returns the matching entries, newest first, without regard to the text, which the server searches. */
export function filterEntries(entries: readonly JournalEntry[], filter: Filter): JournalEntry[] {
  const fits = (entry: JournalEntry) =>
    (filter.kind === '' || entry.type === filter.kind) &&
    (filter.api === '' || entry.api === filter.api) &&
    (filter.operation === '' || entry.operationId === filter.operation) &&
    (filter.tenant === '' || entry.tenantId === filter.tenant) &&
    (filter.status === '' || hasStatus(entry, filter.status));
  const found: JournalEntry[] = [];
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    if (entry !== undefined && fits(entry)) found.push(entry);
  }
  return found;
}

/** Returns whether an entry failed: status 400 or higher, a failed delivery, or an error. */
function hasFailed({ status = 0, outcome = 'delivered', error }: JournalEntry): boolean {
  return status >= 400 || outcome !== 'delivered' || error !== undefined;
}

function hasStatus(entry: JournalEntry, status: string): boolean {
  if (status === 'failed') return hasFailed(entry);
  return entry.status !== undefined && status[0] === String(entry.status)[0];
}
