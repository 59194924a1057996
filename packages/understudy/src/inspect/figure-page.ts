import type { Figure } from '@understudy/kernel';
import { escapeText, renderSvg } from './figure-svg.js';

/** Renders figures as one page that loads nothing. Findings with errors come first. */
export function renderPage(title: string, lines: readonly string[], figures: readonly Figure[]): string {
  const isFaulty = ({ kind, ...figure }: Figure) =>
    kind === 'findings' && 'findings' in figure && figure.findings.some(({ severity }) => severity === 'error');
  const sections = [...figures.filter(isFaulty), ...figures.filter((figure) => !isFaulty(figure))].map(
    (figure) => `<section>\n<h2>${escapeText(figure.title)}</h2>\n${bodyOf(figure)}\n</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title>
<style>
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.1rem; margin: 1.5rem 0 .3rem; } p { margin: 0; overflow-wrap: break-word; }
table { border-collapse: collapse; width: 100%; }
td, th { border-bottom: 1px solid #8886; padding: .2rem .6rem; text-align: left; font-weight: normal; }
.number { text-align: right; font-variant-numeric: tabular-nums; } th { opacity: .7; }
.error { color: #c33; }
</style>
</head>
<body>
<h1>${escapeText(title)}</h1>
${lines.map((line) => paragraph(line)).join('\n')}
${sections.join('\n')}
</body>
</html>
`;
}

function paragraph(line: string, severity = ''): string {
  return `<p${severity === 'error' ? ' class="error"' : ''}>${escapeText(line)}</p>`;
}

function bodyOf(figure: Figure): string {
  switch (figure.kind) {
    case 'table':
      return tableOf(figure.head, figure.rows);
    case 'facts':
      return tableOf(
        [],
        figure.facts.map(({ name, value }) => [name, value]),
      );
    case 'text':
      return figure.lines.map((line) => paragraph(line)).join('\n');
    case 'findings':
      return figure.findings.length === 0
        ? paragraph('none')
        : figure.findings
            .map(({ severity, ruleId, message, place = '' }) =>
              paragraph(`${severity} ${ruleId}: ${message} ${place}`.trim(), severity),
            )
            .join('\n');
    default:
      return renderSvg([figure], figure.title, []);
  }
}

function tableOf(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const isNumber = (column: number) => rows.every((row) => /^(-?\d+(\.\d+)?)?$/.test(row[column] ?? ''));
  const rowOf = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map((cell, column) => `<${tag}${isNumber(column) ? ' class="number"' : ''}>${escapeText(cell)}</${tag}>`).join('')}</tr>`;
  const lines = [...(head.length === 0 ? [] : [rowOf('th', head)]), ...rows.map((row) => rowOf('td', row))];
  return `<table>\n${lines.join('\n')}\n</table>`;
}
