import type { Figure, GridFigure } from '@understudy/kernel';
import { formatTable } from '@understudy/kernel/inspect';
import { formatPlot, type Screen } from './plot-text.js';

/** Formats figures for a terminal, with an empty line between them. */
export function formatFigures(figures: readonly Figure[], screen: Screen): string[] {
  return figures.flatMap((figure) => ['', figure.title, ...linesOf(figure, screen)]);
}

function linesOf(figure: Figure, screen: Screen): string[] {
  switch (figure.kind) {
    case 'plot':
      return formatPlot(figure, screen);
    case 'grid':
      return formatGrid(figure, screen.width);
    case 'table': {
      const head = figure.head.length === 0 ? [] : [figure.head];
      return [...formatTable([...head, ...figure.rows]), ...(figure.note === undefined ? [] : [figure.note])];
    }
    case 'facts':
      return figure.facts.map(({ name, value }) => `${name}: ${value}`);
    case 'text':
      return figure.lines.map((line) => `  ${line}`);
    case 'findings':
      return figure.findings.length === 0
        ? ['  none']
        : figure.findings.flatMap(({ severity, ruleId, message, place }) => [
            `${severity} ${ruleId}: ${message}`,
            ...(place === undefined ? [] : [`  ${place}`]),
          ]);
  }
}

/** A line for each row and a column for each cell, in blocks of at most `width` characters. */
function formatGrid({ columns, rows, legend = [] }: GridFigure, width: number): string[] {
  const longest = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => text.length));
  const cell = longest(rows.flatMap(({ cells }) => cells.map(({ text }) => text)).concat('Mo')) + 1;
  const label = Math.min(24, longest(rows.map((row) => row.label)));
  const note = longest(rows.map((row) => row.note ?? '')) + 2;
  const perBlock = Math.max(1, Math.floor((width - label - note) / cell));
  const blocks = Math.ceil(columns.length / perBlock);
  const line = (name: string, cells: readonly string[], end = '') =>
    `${name.slice(0, label).padEnd(label)}${cells.map((text) => text.padStart(cell)).join('')}  ${end}`.trimEnd();
  return Array.from({ length: blocks }, (_, block) => {
    const shown = <Item>(items: readonly Item[]) => items.slice(block * perBlock, (block + 1) * perBlock);
    return [
      ...(block === 0 ? [] : ['']),
      line('', shown(columns.map(({ detail }) => detail ?? ''))),
      line('', shown(columns.map((column) => column.label))),
      ...rows.map((row) =>
        line(row.label, shown(row.cells.map(({ text }) => text)), block === blocks - 1 ? row.note : ''),
      ),
    ];
  })
    .flat()
    .concat(legend.map(({ text, meaning }) => `${text} ${meaning}`));
}
