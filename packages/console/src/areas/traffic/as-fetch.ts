import { redacted } from '../../api/demo-credentials.js';
import type { JournalEntry } from '../../api/types.js';
import type { RequestDraft } from './request-draft.js';

/** Returns a request as a call of `fetch`, after one that gets a token if the API needs it. */
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
