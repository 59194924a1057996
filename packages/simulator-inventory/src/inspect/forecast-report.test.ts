import { expect, it } from 'vitest';
import { createInspection } from '../testing/inspection.js';
import { formatForecastCaption, formatPointTable, formatScoreTable } from './inspect-forecast-view.js';

it('names dataset, model, error and training', () => {
  expect(formatForecastCaption(createInspection())).toEqual({
    title: 'tea (tenant shop)',
    lines: ['3 days ahead by damped-trend, error 0.800', 'trained on 4 days before 2026-01-05'],
  });
  expect(formatForecastCaption(createInspection({ frequency: 'M', horizon: 1, scores: [] })).lines[0]).toBe(
    '1 month ahead by damped-trend',
  );
});

it('lists the scores, marks the chosen model, and keeps it in sight', () => {
  expect(formatScoreTable(createInspection())).toEqual([
    '  model         error      +/-  RMSE  MAE   bias',
    '> damped-trend  0.800              2  1.5  -0.25',
    '  recent-mean   1.000  +25.0 %     2  1.5  -0.25',
    '  on the most recent period; error 1 is the average, over the whole history, of',
    '  repeating the last season; bias is sold less forecast',
  ]);
  const [score] = createInspection().scores;
  const scores = Array.from({ length: 9 }, (_, index) => ({
    ...score,
    rmse: 1,
    mae: 1,
    bias: 0,
    model: `m${index}`,
    scaledError: index,
  }));
  const table = formatScoreTable(createInspection({ model: 'm8', scores }));
  expect(table.filter((line) => line.startsWith('>'))).toEqual(['> m8     8.000               1    1     0']);
  expect(table.at(-3)).toBe('  and 2 more: --json');
  expect(formatScoreTable(createInspection({ scores: [] }))).toEqual(['The history is too short to compare models.']);
});

it('lists the next points', () => {
  expect(formatPointTable(createInspection())).toEqual([
    '  date        forecast  lower  upper  trend  season',
    '  2026-01-05         6      3      9      5       1',
    '  2026-01-06         6      3      9      5       1',
    '  2026-01-07         9      6     12      8       1',
  ]);
  const [point] = createInspection().forecast;
  const forecast = point === undefined ? [] : new Array(9).fill(point);
  expect(formatPointTable(createInspection({ forecast })).at(-1)).toBe('  and 2 more: --json');
});
