import { describe, expect, it } from 'vitest';
import { addDays, type Frequency } from './calendar.js';
import { type ForecastPoint, forecastSales } from './forecast.js';
import { createDailySales, createNoise, createNumberGenerator } from './testing/sales.js';
import { type SaleRecord, toSeries } from './to-series.js';
import { type TrainedModel, trainModel } from './train.js';

const sale = (date: string, quantity: number): SaleRecord => ({ date, quantity, unitPrice: 1, unitCost: 1 });

function run(
  sales: SaleRecord[],
  currentDate: string,
  frequency: Frequency = 'D',
  horizon = 28,
): { model: TrainedModel; points: ForecastPoint[] } {
  const model = trainModel(sales, { frequency, horizon, currentDate });
  const points = forecastSales(model, sales, { currentDate });
  expect(points).toHaveLength(horizon);
  for (const point of points) {
    const { predictedQuantity, predictedTrend, predictedSeason, predictedNoise } = point;
    for (const value of Object.values(point)) if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
    expect(Math.abs(predictedTrend + predictedSeason + predictedNoise - predictedQuantity)).toBeLessThanOrEqual(1e-6);
    // In any order: the sum is exact, or as good as.
    expect(Math.abs(predictedNoise + predictedSeason + predictedTrend - predictedQuantity)).toBeLessThanOrEqual(1e-6);
    expect(point.lowerQuantity).toBeGreaterThanOrEqual(0);
    expect(point.lowerQuantity).toBeLessThanOrEqual(predictedQuantity);
    expect(point.upperQuantity).toBeGreaterThanOrEqual(predictedQuantity);
  }
  // JSON turns what is not finite into null, and -0 into 0.
  expect(JSON.parse(JSON.stringify({ model, points }))).toStrictEqual({ model, points });
  return { model, points };
}

const quantities = (points: ForecastPoint[]) => points.map(({ predictedQuantity }) => predictedQuantity);

describe('degenerate sales histories', () => {
  it('without sales cannot be used for training, and have an empty series', () => {
    expect(() => run([], '2026-01-15')).toThrow('There is no data to train on');
    expect(toSeries([], { frequency: 'D', currentDate: '2026-01-15' }).values).toEqual([]);
  });

  it('of one or two sales give plausible forecasts (analysis.gap.training-no-data)', () => {
    for (const frequency of ['D', 'W', 'M'] as Frequency[]) {
      expect(quantities(run([sale('2026-01-15', 6)], '2026-01-15', frequency, 3).points)).toEqual([6, 6, 6]);
      const two = [sale('2025-11-10', 6), sale('2025-12-10', 2)];
      for (const quantity of quantities(run(two, '2026-01-15', frequency).points)) {
        expect(quantity).toBeGreaterThanOrEqual(0);
        expect(quantity).toBeLessThanOrEqual(8);
      }
    }
    expect(quantities(run([sale('2026-01-15', 6)], '2026-01-16', 'D', 2).points)).toEqual([6, 6]);
    const twoDays = run([sale('2026-01-13', 6), sale('2026-01-14', 2)], '2026-01-15').points;
    for (const quantity of quantities(twoDays)) expect(quantity).toBeLessThanOrEqual(6);
  });

  it('of zeros give a forecast of zero with an empty interval', () => {
    for (const days of [1, 3, 40, 800]) {
      const zeros = Array.from({ length: days }, (_, day) => sale(addDays('2023-01-01', day), 0));
      const { points } = run(zeros, addDays('2023-01-01', days));
      for (const { predictedQuantity, upperQuantity } of points)
        expect([predictedQuantity, upperQuantity]).toEqual([0, 0]);
    }
  });

  it('of a constant give a forecast of that constant', () => {
    for (const days of [2, 9, 30, 200, 800]) {
      const { points } = run(
        createDailySales('2023-01-01', days, () => 7),
        addDays('2023-01-01', days),
      );
      for (const { predictedQuantity, lowerQuantity, upperQuantity } of points) {
        expect(predictedQuantity).toBeCloseTo(7, 3);
        expect(upperQuantity - lowerQuantity).toBeLessThan(0.01);
      }
    }
  });

  it('with one old sale or with discontinued sales give low forecasts', () => {
    const { points } = run([sale('2022-01-01', 1e6)], '2026-01-15');
    for (const quantity of quantities(points)) expect(quantity).toBeLessThan(10_000);
    const ended = run(
      createDailySales('2023-01-01', 400, () => 50),
      '2025-06-01',
    );
    for (const quantity of quantities(ended.points)) expect(quantity).toBeLessThan(5);
  });

  it('with nothing but returns give a forecast of zero', () => {
    const { points } = run(
      createDailySales('2025-01-01', 200, () => -3),
      '2025-07-20',
    );
    expect(new Set(quantities(points))).toEqual(new Set([0]));
  });

  it('of twenty years contribute only the last three years to training', () => {
    const random = createNumberGenerator(20);
    const sales = createDailySales('2006-01-01', 7300, (day) => 20 + (day % 7) + 5 * random());
    const currentDate = addDays('2006-01-01', 7300);
    run(sales, currentDate); // the first run also compiles
    // No clock in here: the work is bounded because only the last three years are learned from.
    const { model } = run(sales, currentDate);
    expect(model.observations).toBe(7300);
    expect(trainModel(sales.slice(-1096), { frequency: 'D', horizon: 28, currentDate }).fit).toEqual(model.fit);
  });
});

describe('degenerate quantities', () => {
  it('of 1e12 give plausible seasonal forecasts', () => {
    const random = createNumberGenerator(21);
    const sales = createDailySales('2023-01-01', 730, (day) => 1e12 * (1 + 0.2 * (day % 7) + 0.1 * random()));
    const { points } = run(sales, addDays('2023-01-01', 730));
    for (const point of points) {
      expect(point.predictedQuantity).toBeGreaterThan(5e11);
      expect(point.predictedQuantity).toBeLessThan(4e12);
    }
    expect(points.some(({ predictedSeason }) => predictedSeason !== 0)).toBe(true);
  });

  it('of 1e-9 give a forecast of zero', () => {
    const { points } = run(
      createDailySales('2024-01-01', 400, () => 1e-9),
      '2025-02-04',
    );
    expect(new Set(quantities(points))).toEqual(new Set([0]));
  });

  it('of every kind give valid forecasts', () => {
    const kinds: ((random: () => number, day: number) => number)[] = [
      (random) => 20 + 5 * createNoise(random),
      (random) => (random() < 0.1 ? Math.ceil(random() * 40) : 0),
      (random, day) => Math.max(0, 100 - day + 8 * createNoise(random)),
      (random, day) => 0.01 * day + 0.123456789 * random(),
      (random) => -5 + 4 * createNoise(random),
      (random, day) => 1e9 * (1 + (day % 7)) + 1e8 * random(),
      (random) => 1e200 * random(),
      (random) => Number.MAX_VALUE * random(),
      (random) => 10 ** (24 * random() - 12),
      (_, day) => 1e-5 * (1 + (day % 5)),
    ];
    kinds.forEach((kind, seed) => {
      for (const days of [1, 2, 5, 30, 200, 800]) {
        for (const frequency of ['D', 'W', 'M'] as const) {
          const random = createNumberGenerator(seed * 100 + days);
          const sales = createDailySales('2023-01-02', days, (day) => kind(random, day) || 1);
          const currentDate = addDays('2023-01-02', days + 3);
          run(sales, currentDate, frequency, 17);
        }
      }
    });
  });
});

describe('unusual dates', () => {
  it('in any order give the same forecast', () => {
    const random = createNumberGenerator(23);
    const sales = createDailySales('2024-01-01', 500, () => Math.floor(10 * random()) + 1);
    const shuffled = [...sales].sort(
      (a, b) => ((a.quantity * 7919 + Number(a.date.slice(8))) % 31) - (b.quantity % 31),
    );
    expect(run(shuffled, '2025-05-15')).toEqual(run(sales, '2025-05-15'));
  });

  it('in the future are ignored', () => {
    const sales = createDailySales('2025-01-01', 100, () => 5);
    const future = [...sales, sale('2030-01-01', 1e9), sale('9999-12-31', 1)];
    expect(run(future, '2025-04-11')).toEqual(run(sales, '2025-04-11'));
    expect(() => run([sale('2030-01-01', 5)], '2025-04-11')).toThrow('no sale lies on or before 2025-04-11');
  });

  it('on leap days are forecast', () => {
    const leap = [sale('2020-02-29', 3), sale('2024-02-29', 5)];
    for (const frequency of ['D', 'W', 'M'] as Frequency[]) run(leap, '2024-02-29', frequency, 13);
    const { points } = run(
      createDailySales('2022-01-01', 788, () => 4),
      '2024-02-28',
      'D',
      3,
    );
    expect(points.map(({ date }) => date)).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
  });

  it('are valid starts of a forecast if they are not before the first sale', () => {
    const sales = [sale('2000-01-01', 4), ...createDailySales('2025-12-01', 20, () => 3)];
    for (const frequency of ['D', 'W', 'M'] as Frequency[]) {
      expect(quantities(run(sales, '2000-01-01', frequency, 2).points)).toEqual([4, 4]);
      run(sales, '2025-12-20', frequency, 2);
    }
    expect(() => run(sales, '1999-12-31')).toThrow('no data');
  });

  it('far beyond the horizon have valid forecasts', () => {
    const sales = createDailySales('2024-01-01', 600, (day) => 3 + (day % 7));
    run(sales, '2025-08-23', 'D', 1);
    run(sales, '2025-08-23', 'D', 1000);
    const model = trainModel(sales, { frequency: 'D', horizon: 7, currentDate: '2025-08-23' });
    for (const point of forecastSales(model, sales, { currentDate: '2125-08-23' })) {
      expect(Number.isFinite(point.predictedQuantity)).toBe(true);
    }
  });
});
