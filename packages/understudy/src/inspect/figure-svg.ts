import type { Figure, GridFigure, PlotFigure } from '@understudy/kernel';
import { createValueAxis, formatNumber } from './axes.js';

/** Colours for people with red-green colour blindness (Okabe and Ito). */
const strokes = ['#44546a', '#d55e00', '#0072b2', '#009e73'];
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns text for an XML or HTML document. Control characters, mostly forbidden in XML, become spaces. */
export function escapeText(text: string): string {
  return text.replace(/[\p{Cc}\ufffe\uffff]/gu, ' ').replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
}

const text = (x: number, y: number, content: string, more = '') =>
  `<text x="${x}" y="${y}"${more && ` ${more}`}>${escapeText(content)}</text>`;
const rect = (x: number, y: number, width: number, height: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
const line = (x1: number, y1: number, x2: number, y2: number, stroke: string) =>
  `<line x1="${x1}" x2="${x2}" y1="${y1}" y2="${y2}" stroke="${stroke}"/>`;

/** Draws the first plot or grid of figures as one self-contained SVG. */
export function renderSvg(figures: readonly Figure[], title: string, lines: readonly string[]): string {
  const found = figures.find(({ kind }) => kind === 'plot' || kind === 'grid');
  const { width, height, parts } =
    found?.kind === 'plot'
      ? plotParts(found)
      : found?.kind === 'grid'
        ? gridParts(found)
        : { width: 640, height: 80, parts: [] };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="12" fill="#444" role="img">`,
    `<title>${escapeText(title)}</title>`,
    rect(0, 0, width, height, '#fff'),
    text(12, 26, title, 'font-size="18" font-weight="600"'),
    text(12, 46, lines.join('; ')),
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

const round = (value: number) => Math.round(value * 10) / 10;

function plotParts({ dates, lines, band }: PlotFigure) {
  const [width, height, left, top, right, bottom] = [960, 470, 70, 94, 936, 424];
  const all = [...lines.map(({ values }) => values), band?.lower ?? [], band?.upper ?? []].flat();
  const axis = createValueAxis(
    all.filter((value) => value !== null),
    5,
  );
  const x = (index: number) => round(left + (index * (right - left)) / Math.max(1, dates.length - 1));
  const y = (value: number) => round(top + ((axis.high - value) / (axis.high - axis.low)) * (bottom - top));
  const points = (values: readonly (number | null)[]) =>
    values.flatMap((value, index) => (value === null ? [] : [`${x(index)} ${y(value)}`]));
  const path = (of: readonly string[], style: string) =>
    of.length === 0 ? [] : [`<path d="M${of.join('L')}" ${style}/>`];
  const every = Math.max(1, Math.ceil(dates.length / 8));
  const names = [...lines.map(({ name }) => name), ...(band === undefined ? [] : [band.name])];
  const parts = [
    ...names.flatMap((name, index) => [
      rect(left + index * 150, 62, 20, 8, lines[index] === undefined ? '#f5cfb8' : (strokes[index] ?? '#444')),
      text(left + 26 + index * 150, 70, name),
    ]),
    ...axis.ticks.flatMap((tick) => [
      line(left, y(tick), right, y(tick), '#e4e4e4'),
      text(left - 8, y(tick) + 4, formatNumber(tick), 'text-anchor="end"'),
    ]),
    ...dates.flatMap((date, index) =>
      index % every === 0 ? [text(x(index), bottom + 20, date, 'text-anchor="middle"')] : [],
    ),
    ...path(
      [...points(band?.upper ?? []), ...points(band?.lower ?? []).reverse()],
      'fill="#d55e00" fill-opacity="0.18"',
    ),
    ...lines.flatMap(({ values }, index) =>
      path(points(values), `fill="none" stroke="${strokes[index] ?? '#444'}" stroke-width="2"`),
    ),
  ];
  return { width, height, parts };
}

const tones = { good: '#cde7d8', warn: '#fbe3b5', bad: '#f6c9c5', plain: '#eceff3' };

function gridParts({ columns, rows, legend = [] }: GridFigure) {
  const [left, top, cell, row] = [150, 92, 28, 24];
  const bottom = top + rows.length * row + 24;
  const parts = [
    ...columns.flatMap(({ label, detail }, column) =>
      [detail ?? '', label].map((name, index) =>
        text(left + (column + 0.5) * cell, top - 22 + index * 14, name, 'text-anchor="middle"'),
      ),
    ),
    ...rows.flatMap(({ label, cells, note = '' }, place) => {
      const y = top + place * row;
      return [
        text(12, y + 16, label.slice(0, 20)),
        ...cells.flatMap(({ text: content, tone = 'plain' }, column) =>
          content === ''
            ? []
            : [
                rect(left + column * cell + 1, y + 1, cell - 2, row - 2, tones[tone]),
                text(left + (column + 0.5) * cell, y + 16, content, 'text-anchor="middle"'),
              ],
        ),
        text(left + columns.length * cell + 8, y + 16, note),
      ];
    }),
    ...legend.map(({ text: sign, meaning }, place) => text(12, bottom + place * 18, `${sign}  ${meaning}`)),
  ];
  return { width: Math.max(640, left + columns.length * cell + 80), height: bottom + legend.length * 18 + 8, parts };
}
