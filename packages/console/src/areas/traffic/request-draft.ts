import { resolveEntryUrl } from '../../api/address.js';
import { callControl, fetchOrThrow } from '../../api/call-control.js';
import type { DescribedApi, JournalEntry } from '../../api/types.js';
import { listCallerHeaders } from './to-curl-command.js';

/** A request that can be edited and sent. */
export interface RequestDraft {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** Its API, whose demo credentials replace redacted ones. */
  readonly api: string | undefined;
}

const redacted = '[redacted]';

export function draftOfEntry(entry: JournalEntry): RequestDraft {
  const { method = 'GET', url = '/', request, api } = entry;
  const body = request?.body ?? '';
  const isForm = request?.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  const text =
    typeof body === 'string'
      ? body
      : isForm && Array.isArray(body)
        ? new URLSearchParams(body).toString()
        : JSON.stringify(body, undefined, 2);
  return { method, url: resolveEntryUrl(url).href, headers: listCallerHeaders(entry), body: text, api };
}

/**
 * Sends a request from this page, with fresh demo credentials in place of redacted ones.
 *
 * @returns the journal number of the request
 */
export async function sendRequest({ method, url, headers, body, api }: RequestDraft): Promise<number> {
  const target = new URL(url, resolveEntryUrl('/'));
  if (target.origin !== resolveEntryUrl('/').origin)
    throw new Error(`The address must start with ${resolveEntryUrl('/').origin}`);
  const token = (await callControl<{ apis: DescribedApi[] }>('GET apis')).apis.find(({ name }) => name === api)?.token;
  const fields = token?.form ?? {};
  const access = new Headers();
  for (const [name, value] of headers) {
    if (value !== redacted) access.append(name, value);
    else if (name.toLowerCase() === 'authorization') access.set(name, await authorization(token));
  }
  const { entries: before } = await callControl<{ entries: JournalEntry[] }>('GET journal?last=1&summary=true');
  const filled = new URLSearchParams(body);
  for (const [name, value] of Object.entries(fields)) if (filled.get(name) === redacted) filled.set(name, value);
  const text = body.includes(encodeURIComponent(redacted)) ? filled.toString() : body;
  await fetchOrThrow(target, {
    method,
    headers: access,
    credentials: 'omit',
    redirect: 'manual',
    ...(text === '' ? {} : { body: text }),
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

async function authorization(token: DescribedApi['token']): Promise<string> {
  if (token === undefined) throw new Error('The token was redacted. Enter one in the header "authorization".');
  const response = await fetchOrThrow(new URL(token.url), {
    method: 'POST',
    body: new URLSearchParams(token.form),
    credentials: 'omit',
  });
  const { access_token: value } = await response.json();
  return `Bearer ${value}`;
}
