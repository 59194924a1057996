import { isRejection, readInvoice, validateInvoice } from '@understudy/engine-invoicing';
import type { Inspector } from '@understudy/kernel/inspect';
import { createInvoiceSections, formatInvoiceText, type InspectedInvoice } from './invoice-report.js';

export const inspectInvoiceView: Inspector = async ({ argument: file, bytes: read }) => {
  const bytes = await read();
  const document = readInvoice(bytes);
  if (isRejection(document)) throw unreadable(file, document);
  const result = validateInvoice(bytes);
  if (isRejection(result)) throw unreadable(file, result);
  const { findings } = result;
  const inspected: InspectedInvoice = { document, findings };
  return {
    json: { ...document, findings },
    text: () => formatInvoiceText(inspected),
    picture: () => renderInvoiceHtml(inspected),
    faulty: findings.some(({ severity }) => severity === 'fatal'),
  };
};

function unreadable(file: string, { reason, line, column }: { reason: string; line?: number; column?: number }) {
  const place = [line, column].filter((part) => part !== undefined).join(':');
  return new RangeError(`${file}${place === '' ? '' : `:${place}`} cannot be read: ${reason}`);
}

/** Renders the report as a self-contained page. Errors that make the invoice invalid come first. */
export function renderInvoiceHtml(inspected: InspectedInvoice): string {
  const [head, ...rest] = createInvoiceSections(inspected);
  const findings = rest.pop();
  const isFatal = inspected.findings.some(({ severity }) => severity === 'fatal');
  const order = isFatal ? [head, findings, ...rest] : [head, ...rest, findings];
  const sections = order.filter((section) => section !== undefined);
  const title = sections[0]?.title ?? 'Invoice';
  const parts = sections.map(({ title: heading, table, lines = [] }, index) => {
    const tag = index === 0 ? 'h1' : 'h2';
    const body = table === undefined ? lines.map(htmlLine).join('\n') : htmlTable(table);
    return `<section>\n<${tag}>${escapeHtml(heading)}</${tag}>\n${body}\n</section>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.1rem; margin: 1.5rem 0 .3rem; } p { margin: 0; overflow-wrap: break-word; }
table { border-collapse: collapse; width: 100%; }
td, th { border-bottom: 1px solid #8886; padding: .2rem .6rem; text-align: left; font-weight: normal; }
.number { text-align: right; font-variant-numeric: tabular-nums; } th { opacity: .7; }
.fatal { color: #c33; }
</style>
</head>
<body>
${parts.join('\n')}
</body>
</html>
`;
}

function htmlLine(line: string): string {
  return `<p${line.startsWith('fatal ') ? ' class="fatal"' : ''}>${escapeHtml(line)}</p>`;
}

function htmlTable(rows: ReadonlyArray<readonly string[]>): string {
  // Two columns are names and amounts. More columns have a header.
  const hasHead = (rows[0]?.length ?? 0) > 2;
  const classOf = (column: number) =>
    rows.slice(hasHead ? 1 : 0).every((row) => isNumber(row[column])) ? ' class="number"' : '';
  const lines = rows.map((row, index) => {
    const tag = hasHead && index === 0 ? 'th' : 'td';
    return `<tr>${row.map((cell, column) => `<${tag}${classOf(column)}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  });
  return `<table>\n${lines.join('\n')}\n</table>`;
}

function isNumber(text: string | undefined): boolean {
  return text === '' || (text !== undefined && /^-?\d+(\.\d+)?$/.test(text));
}

function escapeHtml(text: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (letter) => names[letter] ?? letter);
}
