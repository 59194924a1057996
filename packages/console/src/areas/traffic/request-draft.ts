import { resolveEntryUrl } from '../../api/address.js';
import { callControl, fetchOrThrow } from '../../api/call-control.js';
import {
  type DemoCredentials,
  fetchAccessToken,
  loadDemoCredentials,
  redacted,
  replaceRedacted,
} from '../../api/demo-credentials.js';
import type { JournalEntry } from '../../api/types.js';

/** Headers set by the HTTP client or a proxy. */
const ownHeaders = new Set([
  ...['host', 'connection', 'content-length', 'accept-encoding', 'user-agent', 'transfer-encoding', 'keep-alive'],
  ...['accept-language', 'origin', 'referer'],
]);

export function listCallerHeaders({ request }: JournalEntry): [string, string][] {
  return Object.entries(request?.headers ?? {}).filter(
    ([name, value]) => !ownHeaders.has(name) && !name.startsWith('sec-') && !(name === 'accept' && value === '*/*'),
  );
}

/** A request that can be edited and sent. */
export interface RequestDraft {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** The request for a fresh token, which replaces a redacted one. */
  readonly token: DemoCredentials['token'];
}

/** Returns the request of an entry, with demo credentials in place of redacted ones. */
function draftOfEntry(entry: JournalEntry, credentials: DemoCredentials): RequestDraft {
  const { method = 'GET', url = '/', request } = entry;
  const { token } = credentials;
  const headers = listCallerHeaders(entry).map(([name, value]): [string, string] => {
    const isToken = name === 'authorization' && token !== undefined;
    return [name, value === redacted && !isToken ? replaceRedacted(name, credentials) : value];
  });
  return { method, url: resolveEntryUrl(url).href, headers, body: bodyOf(request, credentials), token };
}

/** Returns the request of an entry. @throws Error when the server cannot be reached */
export async function loadDraft(entry: JournalEntry): Promise<RequestDraft> {
  return draftOfEntry(entry, await loadDemoCredentials(entry.api));
}

/** The body of a request as text, with demo credentials. */
export function bodyOf(request: JournalEntry['request'], credentials: DemoCredentials, indent = 2): string {
  const body = request?.body ?? '';
  const isForm = request?.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  if (isForm && Array.isArray(body)) {
    const pairs: [string, string][] = body.map(([name, value]) => [
      name,
      value === redacted ? replaceRedacted(name, credentials) : value,
    ]);
    return new URLSearchParams(pairs).toString();
  }
  if (typeof body === 'string') return body;
  const filled = (name: string, value: unknown) => (value === redacted ? replaceRedacted(name, credentials) : value);
  return JSON.stringify(body, filled, indent);
}

/** Sends a request from this page. @returns the journal number of the request */
export async function sendRequest({ method, url, headers, body, token }: RequestDraft): Promise<number> {
  const target = new URL(url, resolveEntryUrl('/'));
  if (target.origin !== resolveEntryUrl('/').origin)
    throw new Error(`The address must start with ${resolveEntryUrl('/').origin}`);
  const access = new Headers();
  for (const [name, value] of headers)
    access.append(name, value === redacted && token !== undefined ? `Bearer ${await fetchAccessToken(token)}` : value);
  const { entries: before } = await callControl<{ entries: JournalEntry[] }>('GET journal?last=1&summary=true');
  await fetchOrThrow(target, {
    method,
    headers: access,
    credentials: 'omit',
    redirect: 'manual',
    ...(body === '' ? {} : { body }),
  });
  const after = before.at(-1)?.seq ?? 0;
  const { entries } = await callControl<{ entries: JournalEntry[] }>(
    `GET journal?type=request&after=${after}&limit=1000&summary=true`,
  );
  const path = target.pathname + target.search;
  const sent = entries.findLast(
    (entry) => entry.method === method && resolveEntryUrl(entry.url ?? '/').href === target.href,
  );
  if (sent === undefined) throw new Error(`The journal has no entry of ${method} ${path}`);
  return sent.seq;
}
