import { describe, expect, it } from 'vitest';
import { additiveSeasonal } from './additive-seasonal.js';
import { dampedTrend } from './damped-trend.js';
import { drift } from './drift.js';
import { harmonicRegression } from './harmonic-regression.js';
import type { Fit, Model } from './model.js';
import { levelFit } from './model.js';
import { modelsFor } from './models-for.js';
import { project } from './project.js';
import { recentMean } from './recent-mean.js';
import { seasonalNaive } from './seasonal-naive.js';
import { simpleExponentialSmoothing } from './simple-exponential-smoothing.js';

function ahead(model: Model, values: number[], steps: number, frequency: 'D' | 'W' | 'M' = 'D'): number[] {
  const fit = model.fit({ frequency, values });
  if (fit === undefined) throw new Error(`${model.name} did not fit`);
  return Array.from({ length: steps }, (_, index) => total(fit, index + 1));
}

function total(fit: Fit, step: number): number {
  const { trend, season } = project(fit, step);
  return trend + season;
}

describe('models', () => {
  it('recent-mean averages the last 28 days, 8 weeks or 6 months', () => {
    const values = Array.from({ length: 30 }, (_, index) => index);
    expect(ahead(recentMean, values, 1, 'D')).toEqual([15.5]);
    expect(ahead(recentMean, values, 1, 'W')).toEqual([25.5]);
    expect(ahead(recentMean, values, 1, 'M')).toEqual([26.5]);
  });

  it('drift goes on by the average change', () => {
    expect(ahead(drift, [10, 30, 16], 3)).toEqual([19, 22, 25]);
  });

  it('seasonal-naive repeats the last season as trend and deviation', () => {
    expect(ahead(seasonalNaive(3), [9, 9, 9, 1, 2, 6], 4)).toEqual([1, 2, 6, 1]);
    expect(seasonalNaive(3).fit({ frequency: 'D', values: [1, 2, 6] })).toEqual(levelFit(3, { season: [-2, -1, 3] }));
    expect(seasonalNaive(3).fit({ frequency: 'D', values: [1, 2] })).toBeUndefined();
  });

  it('simple-exponential-smoothing takes the alpha with the smallest one-step error', () => {
    // Start 5; errors 5 and -5 + 5 alpha -> the sharpest follower loses on an alternating series.
    const [calm] = ahead(simpleExponentialSmoothing, [0, 10, 0, 10, 0, 10, 0, 10, 0, 10], 1);
    expect(Math.abs((calm ?? 0) - 5)).toBeLessThan(0.2);
    const shifted = [...Array<number>(10).fill(0), ...Array<number>(5).fill(10)];
    // Alpha 0.8: 10 (1 - 0.2^5).
    expect(ahead(simpleExponentialSmoothing, shifted, 1)[0]).toBeCloseTo(9.9968, 10);
  });

  it('damped-trend finds a straight line exactly and lets its slope fade', () => {
    const values = Array.from({ length: 40 }, (_, index) => 100 + 2 * index);
    const [first = 0, second = 0, , , , , , , , far = 0] = ahead(dampedTrend, values, 10);
    expect(first).toBeGreaterThan(176);
    expect(first).toBeLessThan(182);
    expect(second - first).toBeLessThanOrEqual(2.0001);
    expect(far).toBeGreaterThan(second);
  });

  it('additive-seasonal repeats an exact pattern, with a season that sums to 0', () => {
    const pattern = [5, 1, 9, 4, 4, 7, 12];
    const values = Array.from({ length: 37 }, (_, index) => pattern[index % 7] ?? 0);
    const model = additiveSeasonal(7);
    // 37 = 5 * 7 + 2: the next value is the third of the pattern.
    ahead(model, values, 7).forEach((value, index) => {
      expect(value).toBeCloseTo(pattern[(index + 2) % 7] ?? 0, 9);
    });
    const season = model.fit({ frequency: 'D', values })?.season ?? [];
    expect(season.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 9);
    expect(model.fit({ frequency: 'D', values: values.slice(0, 13) })).toBeUndefined();
  });

  it('harmonic-regression recovers weekdays and a yearly wave', () => {
    const weekday = [1, 2, 3, 4, 5, 6, 7];
    const truth = (index: number) => 50 + (weekday[index % 7] ?? 0) + 20 * Math.sin((2 * Math.PI * index) / 365.25);
    const values = Array.from({ length: 800 }, (_, index) => truth(index));
    ahead(harmonicRegression, values, 200).forEach((value, index) => {
      expect(value).toBeCloseTo(truth(800 + index), 3);
    });
    expect(harmonicRegression.fit({ frequency: 'D', values: values.slice(0, 456) })).toBeUndefined();
  });

  it('project fades slope and transient', () => {
    const fit = levelFit(10, { slope: 4, damping: 0.5, transient: 8, decay: 0.5, season: [1, -1] });
    // step 1: 10 + 2 + 4; step 2: 10 + 2 + 1 + 2.
    expect(project(fit, 1)).toEqual({ trend: 16, season: 1 });
    expect(project(fit, 2)).toEqual({ trend: 15, season: -1 });
  });

  it('has unique names per frequency', () => {
    for (const frequency of ['D', 'W', 'M'] as const) {
      const names = modelsFor(frequency).map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});
