import { describe, expect, it } from 'vitest';
import type { BacktestPlan } from './backtest.js';
import { errorIntervals } from './error-intervals.js';
import { forecast } from './forecast.js';
import { dailySales, generator, noise } from './testing-sales.js';
import { train } from './train.js';

/** Forecasts of 10 steps from origins that do not overlap, `make` gives each error. */
function backtestOf(origins: number, level: number, make: (step: number) => number) {
  const steps: number[] = [];
  const actual: number[] = [];
  for (let origin = 0; origin < origins; origin += 1) {
    for (let step = 1; step <= 10; step += 1) {
      steps.push(step);
      actual.push(level + make(step));
    }
  }
  const plan: BacktestPlan = {
    origins: Array.from({ length: origins }, (_, origin) => 100 + 10 * origin),
    steps,
    actual: Float64Array.from(actual),
    compared: actual.length,
  };
  return { plan, predicted: new Float64Array(actual.length).fill(level) };
}

const grain = { leastSale: 1, whole: false };

describe('errorIntervals', () => {
  it('run from the 10 % to the 90 % quantile of the errors', () => {
    const random = generator(1);
    const { plan, predicted } = backtestOf(200, 100, () => 10 * noise(random));
    const { lower, upper } = errorIntervals(plan, predicted, [100, 100], grain);
    expect(Math.abs((lower[0] ?? 0) + 12.8)).toBeLessThan(1);
    expect(Math.abs((upper[0] ?? 0) - 12.8)).toBeLessThan(1);
  });

  it('keep the shape of the errors: a long tail is on one side', () => {
    const random = generator(2);
    const { plan, predicted } = backtestOf(100, 100, () => -10 * Math.log(1 - random()) - 10);
    const { lower, upper } = errorIntervals(plan, predicted, [100], grain);
    expect(upper[0] ?? 0).toBeGreaterThan(-(lower[0] ?? 0) * 1.2);
  });

  it('widen with the step where errors do', () => {
    const random = generator(3);
    const { plan, predicted } = backtestOf(100, 1000, (step) => Math.sqrt(step) * noise(random));
    const { upper } = errorIntervals(plan, predicted, Array<number>(10).fill(1000), grain);
    expect((upper[9] ?? 0) / (upper[0] ?? 1)).toBeGreaterThan(1.8);
    for (let step = 1; step < 10; step += 1) expect(upper[step] ?? 0).toBeGreaterThanOrEqual(upper[step - 1] ?? 0);
  });

  it('are in proportion to the forecast where errors are', () => {
    const random = generator(4);
    const { plan, predicted } = backtestOf(60, 100, () => 0);
    const actual = predicted.map((_, point) => {
      predicted[point] = point % 2 === 0 ? 50 : 200;
      return (predicted[point] ?? 0) * (1 + 0.1 * noise(random));
    });
    const { upper } = errorIntervals({ ...plan, actual }, predicted, [50, 200], grain);
    expect((upper[1] ?? 0) / (upper[0] ?? 1)).toBeCloseTo(4, 0);
  });

  it('are wider where successive errors are alike', () => {
    const random = generator(5);
    const white = backtestOf(8, 100, () => 10 * noise(random));
    let shared = 0;
    const alike = backtestOf(8, 100, (step) => {
      if (step === 1) shared = 10 * noise(random);
      return shared;
    });
    // Both have errors of the same size, on average over many draws; the second ones say less about the next.
    const share = (sample: typeof white) => {
      const { upper } = errorIntervals(sample.plan, sample.predicted, [100], grain);
      const square = sample.plan.actual.reduce((sum, value) => sum + (value - 100) ** 2, 0) / 80;
      return (upper[0] ?? 0) / Math.sqrt(square);
    };
    expect(share(alike)).toBeGreaterThan(share(white));
  });

  it('begin at 0 where often nothing is sold, and then end at the 80 % quantile', () => {
    // 0 in 60 %, then 1, 2, 3, 4 in 10 % each: 80 % is 0 to 2.
    const sizes = [0, 0, 0, 0, 0, 0, 1, 2, 3, 4];
    let next = 0;
    const { plan } = backtestOf(40, 0, () => {
      next += 1;
      return sizes[(next * 7 + Math.floor(next / 10)) % 10] ?? 0;
    });
    const predicted = new Float64Array(400).fill(1);
    const { lower, upper } = errorIntervals(plan, predicted, [1], { leastSale: 1, whole: true });
    expect(1 + (lower[0] ?? 0)).toBeLessThanOrEqual(0);
    expect(1 + (upper[0] ?? 0)).toBe(2);
  });

  it('come from the root mean square of a few errors', () => {
    const { plan, predicted } = backtestOf(1, 100, (step) => (step % 2 === 0 ? 5 : -5));
    const { lower, upper } = errorIntervals(plan, predicted, [100], grain);
    expect(upper[0] ?? 0).toBeGreaterThan(1.2816 * 5);
    expect(lower[0]).toBe(-(upper[0] ?? 0));
  });

  it('are wider where the backtest holds the horizon hardly more than once', () => {
    const random = generator(6);
    const sample = backtestOf(2, 100, () => 10 * noise(random));
    const width = (horizon: number) => {
      const ahead = Array<number>(horizon).fill(100);
      return errorIntervals(sample.plan, sample.predicted, ahead, grain).upper[0] ?? 0;
    };
    // 20 errors: 1 + 4 / 20 + 4 / 20 at most, when they are independent.
    expect(width(20)).toBeGreaterThan(1.15 * width(1));
    expect(width(20)).toBeLessThan(2 * width(1));
    expect(width(40)).toBe(width(20));
    expect(width(2) / width(1)).toBeLessThan(1.01);
  });

  it('hold 80 % of what comes after a month of days', () => {
    const random = generator(7);
    let inside = 0;
    let points = 0;
    for (let series = 0; series < 60; series += 1) {
      const sales = dailySales('2025-01-01', 44, (day) => 100 + (day % 7) * 8 + 15 * noise(random));
      const currentDate = '2025-01-31';
      const model = train(sales, { frequency: 'D', horizon: 14, currentDate });
      forecast(model, sales, { currentDate }).forEach(({ date, lowerQuantity, upperQuantity }) => {
        const sold = sales.find((sale) => sale.date === date)?.quantity ?? 0;
        points += 1;
        if (sold >= lowerQuantity && sold <= upperQuantity) inside += 1;
      });
    }
    expect(inside / points).toBeGreaterThan(0.78);
    expect(inside / points).toBeLessThan(0.85);
  });
});
