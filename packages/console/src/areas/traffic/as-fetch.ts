import type { JournalEntry } from '../../api/types.js';
import { draftOfEntry } from './request-draft.js';

/** Returns the request as a call of `fetch`, with variables for secrets. */
export function asFetch(entry: JournalEntry): string {
  const { method, url, headers, body } = draftOfEntry(entry);
  const lines = headers.map(([name, value]) => {
    const isSecret = value === '[redacted]';
    const text =
      isSecret && name === 'authorization' ? `\`Bearer \${token}\`` : isSecret ? variable(name) : `'${escaped(value)}'`;
    return `    '${escaped(name)}': ${text},`;
  });
  return [
    `const response = await fetch('${escaped(url)}', {`,
    `  method: '${method}',`,
    ...(lines.length === 0 ? [] : ['  headers: {', ...lines, '  },']),
    ...(body === '' ? [] : [`  body: ${JSON.stringify(body)},`]),
    '});',
  ].join('\n');
}

/** Returns the request as a test that expects the same status. */
export function asTest(entry: JournalEntry): string {
  const { method = '', operationId, url = '', status } = entry;
  const indented = asFetch(entry).replaceAll(/^/gm, '  ');
  return `it('${escaped(operationId ?? `${method} ${url}`)} returns ${status}', async () => {\n${indented}\n  expect(response.status).toBe(${status});\n});\n`;
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
}

function variable(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
