import { expect, it } from 'vitest';
import { createInspection } from '../../testing/inspection.js';
import { renderTerminalForecast } from './terminal-forecast.js';

const plain = { width: 40, height: 7, ascii: false, color: false };

it('draws history, forecast and interval with Braille dots', () => {
  expect(renderTerminalForecast(createInspection(), plain)).toEqual([
    '15 ┤                       ⠨',
    '   │                       ⠨         ⢀⢀⢔',
    '10 ┤                       ⠨⢀⢀⢀⢀⢀⢀⢄⢔⢔⢕⢕⣀',
    '   │                       ⠨⢕⢕⢕⢕⢕⢕⢀⡠⠤⠒⠉⢕',
    ' 5 ┤    ⢀⠔⠉⠒⠤⣀     ⣀⠤⠒⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠁⢕⢕⠕⠕⠁',
    '   │  ⡠⠔⠁     ⠉⠒⠤⠒⠉        ⠨⠕⠕⠕⠕⠕⠕⠑⠁',
    ' 0 ┤⡠⠊                     ⠨',
    '   └───────────────────────┬────────────',
    '    2026-01-01        2026-01-05',
    '    ⠤⠤ sold   ⠤⠤ forecast   ⢕⢕ 80 % interval',
  ]);
});

it('draws them with plain ASCII', () => {
  expect(renderTerminalForecast(createInspection(), { ...plain, ascii: true })).toEqual([
    '15 +                       |',
    '   |                                  ..',
    '10 +                       |..........oo',
    '   |                       ........ooo..',
    ' 5 +     *****      **ooooooooooooo.....',
    '   |  ***     ******       ........',
    ' 0 +**                     |',
    '   +-----------------------+------------',
    '    2026-01-01        2026-01-05',
    '    ** sold   oo forecast   .. 80 % interval',
  ]);
});

it('colours each layer, and nothing else', () => {
  const lines = renderTerminalForecast(createInspection(), { ...plain, color: true });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what a colour is
  const colors = /\u001b\[(\d+)m/g;
  expect(new Set(lines.flatMap((line) => [...line.matchAll(colors)].map(([, color]) => color)))).toEqual(
    new Set(['36', '33', '90', '0']),
  );
  expect(lines.map((line) => line.replace(colors, '').trimEnd())).toEqual(
    renderTerminalForecast(createInspection(), plain),
  );
});

it('is never wider than asked, and shows the recent part of a long history', () => {
  const history = Array.from({ length: 1000 }, (_, index) => ({ date: `2020-01-01+${index}`, quantity: index * 1e9 }));
  const lines = renderTerminalForecast(createInspection({ history }), { ...plain, width: 60 });
  expect(Math.max(...lines.map((line) => line.length))).toBe(60);
  expect(lines.join('\n')).toContain('2020-01-01+916');
});

it.each([
  ['no history', { history: [] }],
  ['one point', { history: [], forecast: createInspection().forecast.slice(0, 1) }],
  ['nothing but zeros', { forecast: [], history: [{ date: '2026-01-04', quantity: 0 }] }],
  ['returns', { history: [{ date: '2026-01-04', quantity: -5 }] }],
  ['huge numbers', { history: [{ date: '2026-01-04', quantity: 1e100 }] }],
])('draws %s', (_, change) => {
  const text = renderTerminalForecast(createInspection(change), plain).join('\n');
  expect(text).not.toMatch(/NaN|undefined|Infinity/);
  expect(text.split('\n')).toHaveLength(10);
});
