import { resolveEntryUrl } from '../../api/address.js';
import { type DemoCredentials, redacted, replaceRedacted } from '../../api/demo-credentials.js';
import type { JournalEntry } from '../../api/types.js';
import { quoted, tokenExpression } from '../../parts/shell.js';
import { bodyOf, listCallerHeaders, type RequestDraft } from './request-draft.js';

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

/** Returns a request as a `fetch` call, preceded by a token request if the API needs one. */
export function asFetch({ method, url, headers, body, token }: RequestDraft): string {
  const needsToken = token !== undefined && headers.some(([, value]) => value === redacted);
  const lines = headers.map(
    ([name, value]) =>
      `    '${escaped(name)}': ${value === redacted ? `\`Bearer \${token}\`` : `'${escaped(value)}'`},`,
  );
  return [
    ...(needsToken ? tokenLines(token) : []),
    `const response = await fetch('${escaped(url)}', {`,
    `  method: '${method}',`,
    ...(lines.length === 0 ? [] : ['  headers: {', ...lines, '  },']),
    ...(body === '' ? [] : [`  body: ${JSON.stringify(body)},`]),
    '});',
  ].join('\n');
}

function tokenLines({ url, form }: NonNullable<RequestDraft['token']>): string[] {
  return [
    `const issued = await fetch('${escaped(url)}', {`,
    "  method: 'POST',",
    `  body: new URLSearchParams(${JSON.stringify(form)}),`,
    '});',
    'const { access_token: token } = await issued.json();',
  ];
}

/** Returns the request of an entry as a test that expects the same status. */
export function asTest({ method = '', operationId, url = '', status }: JournalEntry, draft: RequestDraft): string {
  const indented = asFetch(draft).replaceAll(/^/gm, '  ');
  return `it('${escaped(operationId ?? `${method} ${url}`)} returns ${status}', async () => {\n${indented}\n  expect(response.status).toBe(${status});\n});\n`;
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
}
