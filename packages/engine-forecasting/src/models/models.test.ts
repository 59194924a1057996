import { describe, expect, it } from 'vitest';
import type { Frequency } from '../calendar.js';
import { fitModel, forecastAhead } from '../testing-models.js';
import { crostonSba } from './croston-sba.js';
import { dampedTrend } from './damped-trend.js';
import { driftModel } from './drift.js';
import { holtTrend } from './holt-trend.js';
import { listModels } from './list-models.js';
import { naiveModel } from './naive.js';
import { recentMean } from './recent-mean.js';
import { createSeasonalNaive } from './seasonal-naive.js';
import { simpleExponentialSmoothing } from './simple-exponential-smoothing.js';
import { teunterSyntetosBabai } from './teunter-syntetos-babai.js';

describe('models without a season', () => {
  it('recent-mean averages the last 28 days, 8 weeks or 6 months', () => {
    const values = Array.from({ length: 30 }, (_, index) => index);
    expect(forecastAhead(recentMean, values, 1, 'D')[0]).toBeCloseTo(15.5, 12);
    expect(forecastAhead(recentMean, values, 1, 'W')[0]).toBeCloseTo(25.5, 12);
    expect(forecastAhead(recentMean, values, 1, 'M')[0]).toBeCloseTo(26.5, 12);
  });

  it('naive repeats the last value, until two and a half years of weeks are known', () => {
    expect(forecastAhead(naiveModel, [10, 30, 16], 3, 'W')).toEqual([16, 16, 16]);
    expect(fitModel(naiveModel, Array<number>(129).fill(1), 'W')).toBeDefined();
    expect(fitModel(naiveModel, Array<number>(130).fill(1), 'W')).toBeUndefined();
    expect(listModels('W')).toContain(naiveModel);
    expect(listModels('D')).not.toContain(naiveModel);
  });

  it('drift goes on by the average change', () => {
    expect(forecastAhead(driftModel, [10, 30, 16], 3)).toEqual([19, 22, 25]);
  });

  it('simple-exponential-smoothing takes the alpha with the smallest one-step error', () => {
    const [calm] = forecastAhead(simpleExponentialSmoothing, [0, 10, 0, 10, 0, 10, 0, 10, 0, 10], 1);
    expect(Math.abs((calm ?? 0) - 5)).toBeLessThan(0.2);
    const shifted = [...Array<number>(10).fill(0), ...Array<number>(5).fill(10)];
    // Alpha 0.8: 10 (1 - 0.2^5).
    expect(forecastAhead(simpleExponentialSmoothing, shifted, 1)[0]).toBeCloseTo(9.9968, 10);
  });

  it('holt-trend continues a straight line exactly', () => {
    const values = Array.from({ length: 40 }, (_, index) => 100 + 2 * index);
    forecastAhead(holtTrend, values, 5).forEach((value, index) => {
      expect(value).toBeCloseTo(180 + 2 * index, 9);
    });
    expect(fitModel(holtTrend, values.slice(0, 5))).toBeUndefined();
  });

  it('damped-trend follows a straight line and lets its slope fade', () => {
    const values = Array.from({ length: 40 }, (_, index) => 100 + 2 * index);
    const [first = 0, second = 0, , , , , , , , far = 0] = forecastAhead(dampedTrend, values, 10);
    expect(first).toBeGreaterThan(176);
    expect(first).toBeLessThan(182);
    expect(second - first).toBeLessThanOrEqual(2.0001);
    expect(far).toBeGreaterThan(second);
  });
});

describe('seasonal-naive', () => {
  it('repeats the last season as trend and deviation', () => {
    expect(forecastAhead(createSeasonalNaive(3), [9, 9, 9, 1, 2, 6], 4)).toEqual([1, 2, 6, 1]);
    expect(fitModel(createSeasonalNaive(3), [1, 2, 6])).toMatchObject({
      form: 'additive',
      level: 3,
      season: [-2, -1, 3],
    });
    expect(fitModel(createSeasonalNaive(3), [1, 2])).toBeUndefined();
  });
});

describe('models of intermittent sales', () => {
  it('croston-sba divides size by distance and takes half an alpha off', () => {
    // Every third day 6 pieces: size 6, distance 3; (1 - alpha / 2) * 2, alpha 0.03 to 0.2 whatever the grid takes.
    const values = Array.from({ length: 60 }, (_, index) => (index % 3 === 2 ? 6 : 0));
    const levels = [0.03, 0.06, 0.1, 0.15, 0.2].map((alpha) => 2 * (1 - alpha / 2));
    expect(levels).toContain(forecastAhead(crostonSba, values, 1)[0]);
    // No demand, no update: a dead product keeps its forecast, for which the next model is there.
    expect(levels).toContain(forecastAhead(crostonSba, [...values, 0, 0, 0, 0, 0, 0], 1)[0]);
  });

  it('teunter-syntetos-babai fades when demand stops', () => {
    const values = Array.from({ length: 90 }, (_, index) => (index % 3 === 2 ? 6 : 0));
    const [steady = 0] = forecastAhead(teunterSyntetosBabai, values, 1);
    expect(steady).toBeGreaterThan(1.8);
    expect(steady).toBeLessThan(2.6);
    const [dead = 0] = forecastAhead(teunterSyntetosBabai, [...values, ...Array<number>(120).fill(0)], 1);
    expect(dead).toBeLessThan(0.7 * steady);
  });

  it('leave regular sales to the others', () => {
    for (const model of [crostonSba, teunterSyntetosBabai]) {
      expect(fitModel(model, [1, 2, 3, 0, 2, 1, 2, 3]), model.name).toBeUndefined();
      expect(fitModel(model, [0, 0, 0, 0]), model.name).toBeUndefined();
    }
  });
});

describe('every model', () => {
  const value = (index: number) => 20 + (index % 7) + 5 * Math.sin(index / 20) + (index % 3);

  it('knows at an origin only what lies before it', () => {
    for (const frequency of ['D', 'W', 'M'] as Frequency[]) {
      const calm = Float64Array.from({ length: 600 }, (_, index) => value(index));
      const wild = calm.map((number, index) => (index < 560 ? number : 3 * number + 7));
      for (const model of listModels(frequency)) {
        const origins = [520, 560];
        expect(model.fit({ frequency, values: wild }, origins), model.name).toEqual(
          model.fit({ frequency, values: calm }, origins),
        );
      }
    }
  });

  it('has a name of its own per frequency, and fits plain JSON', () => {
    for (const frequency of ['D', 'W', 'M'] as Frequency[]) {
      const models = listModels(frequency);
      expect(new Set(models.map(({ name }) => name)).size).toBe(models.length);
      for (const model of models) {
        const fit = fitModel(
          model,
          Array.from({ length: 600 }, (_, index) => value(index)),
          frequency,
        );
        if (fit !== undefined) expect(JSON.parse(JSON.stringify(fit)), model.name).toEqual(fit);
      }
    }
  });
});
