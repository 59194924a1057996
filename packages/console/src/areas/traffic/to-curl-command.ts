import { resolveEntryUrl } from '../../api/address.js';
import type { JournalEntry } from '../../api/types.js';
import { quoted } from '../../parts/shell.js';

/** Headers set by the HTTP client or a proxy. */
const ownHeaders = new Set([
  ...['host', 'connection', 'content-length', 'accept-encoding', 'user-agent', 'transfer-encoding', 'keep-alive'],
  ...['accept-language', 'origin', 'referer'],
]);

/** Header names come from strangers and must be safe in a shell. */
const plainName = /^[\w-]+$/;

export function listCallerHeaders({ request }: JournalEntry): [string, string][] {
  return Object.entries(request?.headers ?? {}).filter(
    ([name, value]) => !ownHeaders.has(name) && !name.startsWith('sec-') && !(name === 'accept' && value === '*/*'),
  );
}

/** Returns the request as a curl command, with variables for secrets and a file for a truncated body. */
export function toCurlCommand(entry: JournalEntry): string {
  const { method = 'GET', url = '/', request } = entry;
  const lines = [`curl -X ${method} ${quoted(resolveEntryUrl(url).href)}`];
  for (const [name, value] of listCallerHeaders(entry)) {
    if (value !== '[redacted]' || !plainName.test(name)) lines.push(`-H ${quoted(`${name}: ${value}`)}`);
    else if (name === 'authorization') lines.push('-H "Authorization: Bearer $TOKEN"');
    else lines.push(`-H "${name}: ${variable(name)}"`);
  }
  const body = request?.body ?? null;
  const type = request?.headers['content-type'] ?? '';
  const isPart = typeof body === 'string' && isIncomplete.test(body);
  if (isPart) lines.push('--data-binary @body');
  else if (Array.isArray(body) && type.startsWith('application/x-www-form-urlencoded')) lines.push(...fieldsOf(body));
  else if (body !== null) lines.push(`--data-raw ${quoted(typeof body === 'string' ? body : JSON.stringify(body))}`);
  const remark = '# The journal truncated this body. Save the full body in the file "body".\n';
  return (isPart ? remark : '') + lines.join(' \\\n  ');
}

/** Whether the journal truncated the body, or it is binary. */
const isIncomplete = /… \[[^\]]+\]$|\ufffd/;

function fieldsOf(pairs: readonly (readonly [name: string, value: string])[]): string[] {
  return pairs.map(([name, value]) =>
    value === '[redacted]' && plainName.test(name)
      ? `--data-urlencode "${name}=${variable(name)}"`
      : `--data-urlencode ${quoted(`${encodeURIComponent(name)}=${value}`)}`,
  );
}

function variable(name: string): string {
  return `$${name.toUpperCase().replaceAll('-', '_')}`;
}
