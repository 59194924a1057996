import { resolveEntryUrl } from '../../api/address.js';
import { type DemoCredentials, redacted, replaceRedacted } from '../../api/demo-credentials.js';
import type { JournalEntry } from '../../api/types.js';
import { quoted, tokenExpression } from '../../parts/shell.js';
import { bodyOf, listCallerHeaders } from './request-draft.js';

/** Returns the request as a curl command with demo credentials, and a file for a truncated body. */
export function toCurlCommand(entry: JournalEntry, credentials: DemoCredentials): string {
  const { method = 'GET', url = '/', request } = entry;
  const lines = [`curl -X ${method} ${quoted(resolveEntryUrl(url).href)}`];
  for (const [name, value] of listCallerHeaders(entry)) {
    if (value === redacted && name === 'authorization' && credentials.token !== undefined)
      lines.push(`-H "Authorization: Bearer ${tokenExpression(credentials.token)}"`);
    else lines.push(`-H ${quoted(`${name}: ${value === redacted ? replaceRedacted(name, credentials) : value}`)}`);
  }
  const body = request?.body ?? null;
  const type = request?.headers['content-type'] ?? '';
  const isPart = typeof body === 'string' && isIncomplete.test(body);
  if (isPart) lines.push('--data-binary @body');
  else if (Array.isArray(body) && type.startsWith('application/x-www-form-urlencoded'))
    lines.push(...fieldsOf(body, credentials));
  else if (body !== null) lines.push(`--data-raw ${quoted(bodyOf(request, credentials, 0))}`);
  const remark = '# The journal truncated this body. Save the full body in the file "body".\n';
  return (isPart ? remark : '') + lines.join(' \\\n  ');
}

/** True if the body is binary, or the journal truncated it. */
const isIncomplete = /… \[[^\]]+\]$|\ufffd/;

function fieldsOf(pairs: readonly (readonly [name: string, value: string])[], credentials: DemoCredentials): string[] {
  return pairs.map(([name, value]) => {
    const sent = value === redacted ? replaceRedacted(name, credentials) : value;
    return `--data-urlencode ${quoted(`${encodeURIComponent(name)}=${sent}`)}`;
  });
}
