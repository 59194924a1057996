import { describe, expect, it } from 'vitest';
import type { Frequency } from './calendar.js';
import { type ForecastPoint, forecastSales } from './forecast.js';
import { createDailySales, createNoise, createNumberGenerator } from './testing/sales.js';
import type { SaleRecord } from './to-series.js';
import { trainModel } from './train.js';

const train = (sales: readonly SaleRecord[], currentDate: string, horizon = 28, frequency: Frequency = 'D') =>
  trainModel(sales, { frequency, horizon, currentDate });
const forecast = (sales: readonly SaleRecord[], currentDate: string, trainedOn = currentDate) =>
  forecastSales(train(sales, trainedOn), sales, { currentDate });

function rmse(points: ForecastPoint[], truth: (index: number) => number): number {
  return Math.sqrt(
    points.reduce((sum, p, index) => sum + (p.predictedQuantity - truth(index)) ** 2, 0) / points.length,
  );
}

describe('trainModel', () => {
  it('scores every model on the most recent period and uses the best', () => {
    const random = createNumberGenerator(1);
    const sales = createDailySales('2024-01-01', 730, (day) => 30 + 10 * (day % 7 === 0 ? 1 : 0) + createNoise(random));
    const model = train(sales, '2025-12-31');
    expect(model.scores.length).toBeGreaterThanOrEqual(8);
    expect(model.scores[0]?.model).toBe(model.model);
    const errors = model.scores.slice(1).map(({ scaledError }) => scaledError);
    expect(errors).toEqual([...errors].sort((a, b) => a - b));
    const [heaviest] = model.components;
    expect(heaviest?.model).toMatch(/seasonal-7|harmonic-regression|theta-7/);
    expect(model.components.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 5);
    expect(model).toMatchObject({ observations: 730, trainedBefore: '2025-12-31', horizon: 28 });
  });

  it('uses one model if it is clearly the best, otherwise the mean of several similar models', () => {
    const pattern = [20, 4, 6, 8, 10, 30, 1];
    const exact = train(
      createDailySales('2025-01-06', 300, (day) => pattern[day % 7] ?? 0),
      '2025-11-02',
    );
    expect(exact.components).toEqual([{ model: exact.model, weight: 1 }]);
    const random = createNumberGenerator(11);
    const noisy = train(
      createDailySales('2025-01-06', 300, () => 30 + 5 * createNoise(random)),
      '2025-11-02',
    );
    expect(noisy.model).toBe('mean-combination');
    expect(noisy.components.length).toBeGreaterThan(1);
    expect(noisy.components.length).toBeLessThanOrEqual(5);
    for (const { weight } of noisy.components) expect(weight).toBeGreaterThanOrEqual(0.05);
  });

  it('does not forecast zero for intermittent sales', () => {
    // One piece on a tenth of the days: nothing has the smaller absolute error, a tenth the smaller squared one.
    const random = createNumberGenerator(12);
    const sales = createDailySales('2024-01-01', 600, () => (random() < 0.1 ? 1 : 0));
    const points = forecast(sales, '2025-08-23');
    for (const { predictedQuantity } of points.slice(1)) {
      expect(predictedQuantity).toBeGreaterThan(0.03);
      expect(predictedQuantity).toBeLessThan(0.25);
    }
  });

  it('follows the recent pattern if it differs from the older one (inventory.trainer.model-selection)', () => {
    const random = createNumberGenerator(3);
    const old = (day: number) => 80 + 40 * (day % 7 < 2 ? 1 : 0);
    const recent = (day: number) => 20 + 30 * (day % 7 === 4 ? 1 : 0);
    const sales = createDailySales('2024-01-01', 730, (day) =>
      Math.max(0, (day < 600 ? old(day) : recent(day)) + createNoise(random)),
    );
    const points = forecast(sales, '2025-12-31');
    const overallMean = sales.reduce((sum, { quantity }) => sum + quantity, 0) / 730;
    const truth = (index: number) => recent(730 + index);
    expect(rmse(points, truth)).toBeLessThan(3);
    expect(Math.sqrt(points.reduce((sum, _, i) => sum + (overallMean - truth(i)) ** 2, 0) / 28)).toBeGreaterThan(50);
  });

  it('ignores a level shift after the current date (inventory.trainer.freeze-date)', () => {
    const random = createNumberGenerator(4);
    const sales = createDailySales('2025-01-01', 365, (day) => (day < 240 ? 10 : 100) + createNoise(random));
    const frozen = forecast(sales, '2026-01-01', '2025-08-28');
    const today = forecast(sales, '2026-01-01');
    for (const point of frozen) expect(point.predictedQuantity).toBeLessThan(20);
    for (const point of today) expect(point.predictedQuantity).toBeGreaterThan(80);
  });

  it('does not train on sales of the current date', () => {
    const sales = createDailySales('2025-12-01', 31, () => 5);
    expect(train(sales, '2025-12-20').observations).toBe(19);
    const later = sales.filter(({ date }) => date <= '2025-12-20');
    expect(train(sales, '2025-12-20')).toEqual(train(later, '2025-12-20'));
  });

  it('rejects missing data and an invalid horizon', () => {
    const sales = createDailySales('2026-01-01', 3, () => 1);
    expect(() => train([], '2026-01-15')).toThrow('no data');
    expect(() => train(sales, '2025-12-31')).toThrow('no data');
    expect(() => train(sales, '2026-01-15', 0)).toThrow('horizon');
    expect(() => train(sales, '2026-01-15', 1.5)).toThrow('horizon');
  });

  it('beats the seasonal naive forecast on sales with weekly and yearly seasons', () => {
    const random = createNumberGenerator(5);
    const expected = (day: number) => 60 + 15 * (day % 7 < 2 ? 1 : 0) + 25 * Math.cos((2 * Math.PI * day) / 365.25);
    const sales = createDailySales('2023-01-01', 1000, (day) => Math.max(0, expected(day) + 6 * createNoise(random)));
    const points = forecast(sales, '2025-09-27');
    const naive = sales.slice(-7).map(({ quantity }) => quantity);
    const naiveError = Math.sqrt(
      points.reduce((sum, _, index) => sum + ((naive[index % 7] ?? 0) - expected(1000 + index)) ** 2, 0) / 28,
    );
    expect(rmse(points, (index) => expected(1000 + index))).toBeLessThan(0.7 * naiveError);
  });
});

describe('forecastSales', () => {
  it('returns one point per interval of the horizon, starting at the current date', () => {
    const sales = createDailySales('2025-01-01', 379, (day) => 5 + (day % 3));
    const starts: Record<Frequency, string[]> = {
      D: ['2026-01-15', '2026-01-16', '2026-01-17'],
      W: ['2026-01-12', '2026-01-19', '2026-01-26'],
      M: ['2026-01-01', '2026-02-01', '2026-03-01'],
    };
    for (const frequency of ['D', 'W', 'M'] as const) {
      const model = train(sales, '2026-01-15', 3, frequency);
      expect(forecastSales(model, sales, { currentDate: '2026-01-15' }).map(({ date }) => date)).toEqual(
        starts[frequency],
      );
    }
  });

  it('keeps the season in phase if the forecast starts after the training date', () => {
    const pattern = [2, 4, 6, 8, 10, 30, 0];
    const sales = createDailySales('2025-10-06', 70, (day) => pattern[day % 7] ?? 0); // 2025-10-06 is a Monday
    const model = train(sales, '2025-12-15', 7); // so is 2025-12-15
    const points = forecastSales(model, sales, { currentDate: '2025-12-18' });
    points.forEach((point, index) => {
      expect(point.predictedQuantity).toBeCloseTo(pattern[(3 + index) % 7] ?? 0, 6);
    });
  });

  it('ignores later sales if it starts before the training date (inventory.gap.freeze-date-order)', () => {
    const sales = createDailySales('2025-01-01', 365, (day) => (day < 240 ? 10 : 100));
    const model = train(sales, '2026-01-01');
    for (const point of forecastSales(model, sales, { currentDate: '2025-08-20' })) {
      expect(point.predictedQuantity).toBeLessThan(11);
    }
  });

  it('never predicts less than was already sold in the current interval', () => {
    const sales = [
      ...createDailySales('2025-12-01', 45, () => 10),
      { date: '2026-01-15', quantity: 500, unitPrice: 1, unitCost: 1 },
    ];
    const [first, second] = forecast(sales, '2026-01-15');
    expect(first).toMatchObject({ predictedQuantity: 500, lowerQuantity: 500, predictedNoise: 490 });
    expect(second?.predictedQuantity).toBeCloseTo(10, 6);
  });

  it('returns intervals that cover about 80% of noisy sales', () => {
    let inside = 0;
    for (let seed = 1; seed <= 40; seed += 1) {
      const random = createNumberGenerator(seed);
      const sales = createDailySales('2025-01-01', 330, () => Math.max(0.1, 50 + 10 * createNoise(random)));
      const points = forecastSales(train(sales.slice(0, 300), '2025-10-28', 30), [], { currentDate: '2025-10-28' });
      points.forEach(({ lowerQuantity, upperQuantity }, index) => {
        const sold = sales[300 + index]?.quantity ?? 0;
        if (sold >= lowerQuantity && sold <= upperQuantity) inside += 1;
        expect(upperQuantity - lowerQuantity).toBeGreaterThan(10);
      });
    }
    expect(inside / 1200).toBeGreaterThan(0.75);
    expect(inside / 1200).toBeLessThan(0.85);
  });
});
