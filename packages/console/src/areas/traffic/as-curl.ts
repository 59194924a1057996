import { addressOf } from '../../api/address.js';
import type { JournalEntry } from '../../api/types.js';

/** Set by the client itself, or by the way. */
const ownHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'accept-encoding',
  'user-agent',
  'transfer-encoding',
  'keep-alive',
  'accept-language',
  'origin',
  'referer',
]);

/** Others may name a header, and its name may hold what a shell obeys. */
const plainName = /^[\w-]+$/;

/** Headers that the caller chose. */
export function chosenHeaders({ request }: JournalEntry): [string, string][] {
  return Object.entries(request?.headers ?? {}).filter(
    ([name, value]) => !ownHeaders.has(name) && !name.startsWith('sec-') && !(name === 'accept' && value === '*/*'),
  );
}

/** The request as a command; what is secret stands for a variable. */
export function asCurl(entry: JournalEntry): string {
  const { method = 'GET', url = '/', request } = entry;
  const lines = [`curl -X ${method} ${quoted(addressOf(url).href)}`];
  for (const [name, value] of chosenHeaders(entry)) {
    if (value !== '[redacted]' || !plainName.test(name)) lines.push(`-H ${quoted(`${name}: ${value}`)}`);
    else if (name === 'authorization') lines.push('-H "Authorization: Bearer $TOKEN"');
    else lines.push(`-H "${name}: $${name.toUpperCase().replaceAll('-', '_')}"`);
  }
  const body = request?.body;
  if (body !== null && body !== undefined) {
    lines.push(`--data-raw ${quoted(typeof body === 'string' ? body : JSON.stringify(body))}`);
  }
  return lines.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
