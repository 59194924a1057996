import { describe, expect, it } from 'vitest';
import { createValueAxis, formatNumber } from './axes.js';
import { chooseDateTicks } from './svg-forecast.js';

describe('the value axis', () => {
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
      [7, 7],
      [6, 8, 10, 12, 14],
    ],
    [
      [0, 0],
      [0, 0.5, 1],
    ],
    [
      [1e-9, 2e-9],
      [0, 5e-10, 1e-9, 1.5e-9, 2e-9],
    ],
  ])('of %j has the ticks %j', (values, ticks) => {
    expect(createValueAxis(values, 3).ticks).toEqual(ticks);
  });
});

describe('the time axis', () => {
  const days = (first: string, count: number, step = 1) =>
    Array.from({ length: count }, (_, index) =>
      new Date(Date.parse(first) + index * step * 86_400_000).toISOString().slice(0, 10),
    );
  const labels = (dates: string[], most = 9) => chooseDateTicks(dates, most).map(({ label }) => label);

  it('names months, and the year with the first of each', () => {
    expect(labels(days('2025-10-15', 150))).toEqual(['Nov 2025', 'Dec', 'Jan 2026', 'Feb', 'Mar']);
  });

  it('names dates when months would be few', () => {
    expect(labels(days('2026-01-01', 12))).toEqual([
      '2026-01-01',
      '2026-01-03',
      '2026-01-05',
      '2026-01-07',
      '2026-01-09',
      '2026-01-11',
    ]);
  });

  it('thins out what is too much, on the same months each year', () => {
    expect(labels(days('2023-01-02', 150, 7))).toEqual(['Jul 2023', 'Jan 2024', 'Jul', 'Jan 2025', 'Jul']);
    expect(labels(days('2000-01-01', 120, 61), 10)).toEqual([
      '2002',
      '2004',
      '2006',
      '2008',
      '2010',
      '2012',
      '2014',
      '2016',
      '2018',
    ]);
  });
});

it.each([
  [0, '0'],
  [-0, '0'],
  [1234.5678, '1,234.6'],
  [0.000123456, '0.00012346'],
  [1e-9, '1.00e-9'],
  [2_500_000, '2.5M'],
  [1e12, '1T'],
  [1e100, '1.00e+100'],
  [-1500, '-1,500'],
])('writes %d as %s', (value, text) => {
  expect(formatNumber(value)).toBe(text);
});
