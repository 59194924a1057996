import { describe, expect, it } from 'vitest';
import { historicalData } from './historical-data.js';
import { round } from './round.js';
import { type Sale, toSeries } from './to-series.js';

const sale = (date: string, quantity: number): Sale => ({ date, quantity, unitPrice: 0, unitCost: 0 });

describe('toSeries', () => {
  it('sums per day, fills days without sales with 0 up to yesterday, and keeps today apart', () => {
    const sales = [sale('2026-01-10', 2), sale('2026-01-12', 3), sale('2026-01-10', 0.5), sale('2026-01-15', 7)];
    const series = toSeries(sales, { frequency: 'D', currentDate: '2026-01-15' });
    expect(series).toEqual({
      frequency: 'D',
      start: '2026-01-10',
      dates: ['2026-01-10', '2026-01-11', '2026-01-12', '2026-01-13', '2026-01-14'],
      values: [2.5, 0, 3, 0, 0],
      currentInterval: { date: '2026-01-15', soldSoFar: 7 },
    });
    expect(historicalData(series)[0]).toEqual({ date: '2026-01-10', quantity: 2.5 });
  });

  it('hides sales after the current date, also within its interval', () => {
    const sales = [sale('2026-01-05', 1), sale('2026-01-12', 10), sale('2026-01-15', 20), sale('2026-01-16', 40)];
    const series = toSeries(sales, { frequency: 'W', currentDate: '2026-01-15' });
    expect(series.dates).toEqual(['2026-01-05']);
    expect(series.currentInterval).toEqual({ date: '2026-01-12', soldSoFar: 30 });
  });

  it('takes returns off the interval of their own date, also below zero', () => {
    const sales = [sale('2026-01-10', 5), sale('2026-01-11', -2), sale('2026-01-12', 4), sale('2026-01-12', -1)];
    expect(toSeries(sales, { frequency: 'D', currentDate: '2026-01-13' }).values).toEqual([5, -2, 3]);
    expect(toSeries(sales, { frequency: 'D', currentDate: '2026-01-11' })).toMatchObject({
      values: [5],
      currentInterval: { soldSoFar: -2 },
    });
    expect(toSeries(sales, { frequency: 'M', currentDate: '2026-02-01' }).values).toEqual([6]);
  });

  it('does not mind the order of the dates', () => {
    const sales = [sale('2026-01-12', 4), sale('2026-01-10', 5), sale('2026-03-01', 9), sale('2026-01-11', 1)];
    expect(toSeries(sales, { frequency: 'D', currentDate: '2026-01-13' }).values).toEqual([5, 1, 4]);
  });

  it('sums months of any length', () => {
    const sales = [sale('2025-11-30', 1), sale('2026-01-01', 2), sale('2026-01-31', 3), sale('2026-02-01', 4)];
    const series = toSeries(sales, { frequency: 'M', currentDate: '2026-02-01' });
    expect(historicalData(series)).toEqual([
      { date: '2025-11-01', quantity: 1 },
      { date: '2025-12-01', quantity: 0 },
      { date: '2026-01-01', quantity: 5 },
    ]);
    expect(series.currentInterval).toEqual({ date: '2026-02-01', soldSoFar: 4 });
  });

  it('has no complete interval when the first sale is of today, in the future, or missing', () => {
    for (const sales of [[sale('2026-01-15', 5)], [sale('2026-01-16', 5)], []]) {
      const series = toSeries(sales, { frequency: 'D', currentDate: '2026-01-15' });
      expect(series).toMatchObject({ start: '2026-01-15', dates: [], values: [] });
    }
  });
});

describe('round', () => {
  it('keeps six decimals and gives only numbers that JSON can hold', () => {
    expect(round(0.1 + 0.2)).toBe(0.3);
    expect(Object.is(round(-1e-9), 0)).toBe(true);
    expect(round(1e50)).toBe(1e50);
    expect(round(1e200)).toBe(1e100);
    expect(round(Number.NaN)).toBe(0);
    expect(round(Number.NEGATIVE_INFINITY)).toBe(-1e100);
  });
});
