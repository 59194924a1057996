import type { Figure } from '@understudy/kernel';
import { expect, it } from 'vitest';
import { createValueAxis, formatNumber } from './axes.js';
import { renderPage } from './figure-page.js';
import { renderSvg } from './figure-svg.js';
import { formatFigures } from './figure-text.js';

const screen = { width: 40, ascii: false, color: false };
const plot: Figure = {
  kind: 'plot',
  title: 'tea',
  dates: ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05', '2026-01-06', '2026-01-07'],
  lines: [
    { name: 'sold', values: [0, 6, 3, 6, null, null, null] },
    { name: 'forecast', values: [null, null, null, null, 6, 6, 9] },
  ],
  band: { name: '80 % interval', lower: [null, null, null, null, 3, 3, 6], upper: [null, null, null, null, 9, 9, 12] },
};

it('draws lines and their range with Braille dots, or with plain ASCII', () => {
  const braille = formatFigures([plot], screen);
  expect(braille.slice(2, -3).join('')).toMatch(/[\u2801-\u28ff]/);
  expect(braille.at(-2)?.trim()).toMatch(/^2026-01-01 +2026-01-05$/);
  expect(braille.at(-1)).toContain('sold   ⠤⠤ forecast   ⢕⢕ 80 % interval');
  expect(Math.max(...braille.map((line) => line.length))).toBeLessThanOrEqual(48);
  const ascii = formatFigures([plot], { ...screen, ascii: true });
  expect(ascii.slice(2, 18).join('')).toMatch(/^[ -~]*$/);
  expect(ascii.slice(2, 18).join('')).toMatch(/\*.*o.*\./s);
  expect(formatFigures([plot], { ...screen, color: true }).join('')).toContain('\u001b[36m');
});

it('writes tables, grids in blocks, facts, texts and findings', () => {
  const grid: Figure = {
    kind: 'grid',
    title: 'week',
    columns: ['Mo', 'Tu', 'We'].map((label, index) => ({ label, detail: `0${index + 1}` })),
    rows: [{ label: 'anna', cells: [{ text: 'E' }, { text: '' }, { text: 'L*' }], note: '16 h' }],
    legend: [{ text: '*', meaning: 'given' }],
  };
  expect(formatFigures([grid], { ...screen, width: 16 })).toEqual([
    '',
    'week',
    '     01 02',
    '     Mo Tu',
    'anna  E',
    '',
    '     03',
    '     We',
    'anna L*  16 h',
    '* given',
  ]);
  const finding = { ruleId: 'X-1', severity: 'error', message: 'is wrong', place: '/a' } as const;
  expect(
    formatFigures(
      [
        { kind: 'table', title: 't', head: ['a', 'b'], rows: [['x', '1']], note: 'n' },
        { kind: 'facts', title: 'f', facts: [{ name: 'a', value: 'b' }] },
        { kind: 'text', title: 'l', lines: ['one'] },
        { kind: 'findings', title: 'g', findings: [finding] },
        { kind: 'findings', title: 'h', findings: [] },
      ],
      screen,
    ),
  ).toEqual([
    '',
    't',
    'a  b',
    'x  1',
    'n',
    '',
    'f',
    'a: b',
    '',
    'l',
    '  one',
    '',
    'g',
    'error X-1: is wrong',
    '  /a',
    '',
    'h',
    '  none',
  ]);
});

it('draws an SVG that needs nothing from elsewhere, with text that is safe', () => {
  const svg = renderSvg([plot], 'a<b> & "c"\u0007', ['one', 'two']);
  expect(svg).toContain('>a&lt;b&gt; &amp; &quot;c&quot; <');
  expect(svg).toContain('>one; two<');
  for (const text of ['sold', 'forecast', '80 % interval']) expect(svg).toContain(`>${text}<`);
  // Seven points over 866 pixels from x = 70. The value 0 is at y = 424, 12 at y = 94.
  expect(svg).toContain('d="M70 424L214.3 259L358.7 341.5L503 259"');
  expect(svg).not.toMatch(/(href|src|@import|url\()|NaN|undefined|Infinity/);
});

it.each([
  { dates: [], lines: [] },
  { dates: ['2026-01-01'], lines: [{ name: 'one', values: [1] }] },
])('draws a plot with little in it: %j', (little) => {
  const figure: Figure = { kind: 'plot', title: 'x', ...little };
  const drawn = `${renderSvg([figure], 'x', [])}${formatFigures([figure], screen).join('')}`;
  expect(drawn).not.toMatch(/NaN|undefined|Infinity/);
});

it('makes one page that loads and runs nothing, with errors first', () => {
  const evil: Figure = { kind: 'text', title: 'Seller', lines: ['<script>alert(1)</script>'] };
  const finding = { ruleId: 'X-1', severity: 'error', message: 'is wrong' } as const;
  const html = renderPage('Invoice 1', ['issued'], [evil, { kind: 'findings', title: 'Rules', findings: [finding] }]);
  expect(html).not.toMatch(/<script|src=|href=|@import/);
  expect(html).toContain('&lt;script&gt;alert(1)');
  expect(html.indexOf('error X-1')).toBeLessThan(html.indexOf('<h2>Seller</h2>'));
});

it.each([
  [
    [3, 9],
    [0, 2, 4, 6, 8, 10],
  ],
  [
    [0, 0.3],
    [0, 0.1, 0.2, 0.3],
  ],
  [
    [101, 104],
    [101, 102, 103, 104],
  ],
  [
    [-4, 12],
    [-5, 0, 5, 10, 15],
  ],
  [
    [0, 0],
    [0, 0.5, 1],
  ],
])('gives the values %j the ticks %j', (values, ticks) => {
  expect(createValueAxis(values, 3).ticks).toEqual(ticks);
});

it.each([
  [0, '0'],
  [-0, '0'],
  [1234.5678, '1,234.6'],
  [0.000123456, '0.00012346'],
  [1e-9, '1.00e-9'],
  [2_500_000, '2.5M'],
  [1e100, '1.00e+100'],
])('writes %d as %s', (value, text) => {
  expect(formatNumber(value)).toBe(text);
});
