import { expect, it } from 'vitest';
import { createInspection } from '../../testing/inspection.js';
import { renderSvgForecast } from './svg-forecast.js';

const caption = { title: 'tea', lines: ['3 days', 'trained'] };

it('draws the four parts where their numbers are', () => {
  const svg = renderSvgForecast(createInspection(), caption)
    .split('\n')
    .filter((line) => /class="(interval|history|trend|forecast)" d="[^"]*L/.test(line));
  // Seven points over 866 pixels from x = 70. The value 0 is at y = 424, 12 at y = 94.
  expect(svg).toEqual([
    '  <path class="interval" d="M647.3 176.5L791.7 176.5L936 94L936 259L791.7 341.5L647.3 341.5Z"/>',
    '  <path class="history" d="M70 424L214.3 259L358.7 341.5L503 259"/>',
    '  <path class="trend" d="M647.3 286.5L791.7 286.5L936 204"/>',
    '  <path class="forecast" d="M503 259L647.3 259L791.7 259L936 176.5"/>',
  ]);
});

it('says what it shows, in text that is safe', () => {
  const svg = renderSvgForecast(createInspection(), { title: 'a<b> & "c"\u0007', lines: ['one', 'two'] });
  expect(svg).toContain('>a&lt;b&gt; &amp; &quot;c&quot; <');
  expect(svg).toContain('>one; two<');
  for (const text of ['sold', 'forecast', '80 % interval', 'trend of the forecast', '2026-01-05: 6 (3 to 9)']) {
    expect(svg).toContain(`>${text}<`);
  }
});

it('needs nothing from elsewhere', () => {
  expect(renderSvgForecast(createInspection(), caption)).not.toMatch(/(href|src|@import|url\()/);
});

it.each([
  ['no history', { history: [] }],
  ['one point', { history: [], forecast: createInspection().forecast.slice(0, 1) }],
  ['nothing', { history: [], forecast: [] }],
])('draws %s', (_, change) => {
  expect(renderSvgForecast(createInspection(change), caption)).not.toMatch(/NaN|undefined|Infinity/);
});
