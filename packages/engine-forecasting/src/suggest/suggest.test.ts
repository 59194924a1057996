import { describe, expect, it } from 'vitest';
import { addDays } from '../calendar.js';
import type { DemandPoint } from './cumulative-demand.js';
import { type SuggestionParameters, suggestPurchases } from './suggest.js';

const currentDate = '2026-01-15';
const halfWidth = 1.2815515655446004;

/** `count` intervals of ten units, standard deviation 2. */
function steady(count: number, days = 1, from = currentDate): DemandPoint[] {
  return Array.from({ length: count }, (_, index) => ({
    date: addDays(from, index * days),
    predictedQuantity: 10,
    lowerQuantity: 10 - 2 * halfWidth,
    upperQuantity: 10 + 2 * halfWidth,
  }));
}

const base: SuggestionParameters = {
  currentInventoryLevel: 20,
  wantedServiceLevel: 0.975,
  supplier: { leadTime: { value: 4, granularity: 'D' } },
  planningPeriod: { value: 1, granularity: 'W' },
  replenishmentInterval: { value: 3, granularity: 'D' },
};

function quantities(
  change: Partial<SuggestionParameters> = {},
  forecast = steady(10),
  frequency: 'D' | 'W' | 'M' = 'D',
  today = currentDate,
) {
  const result = suggestPurchases({ ...base, ...change }, { forecast, frequency, currentDate: today });
  return {
    safety: result.safetyStockSuggestion.quantity,
    reorder: result.reorderPointSuggestion.quantity,
    order: result.replenishmentSuggestion.quantity,
  };
}

const calm = { wantedServiceLevel: 0.5 };
const leadTime = (value: number, granularity: 'D' | 'W' | 'M' | 'Y' = 'D') => ({
  ...calm,
  supplier: { leadTime: { value, granularity } },
});

describe('suggestPurchases', () => {
  it('returns the same results as a calculation by hand', () => {
    // Over 4 + 3 days: variance 7 * 4 and 42 covariances of 0.015 * 4, together 30.52; z(0.975) = 1.959964.
    // Safety stock 1.959964 * 5.524491 = 10.827804. Demand over 4 days is 40; over 4 + 7 days 110, the eleventh day being the
    // mean: 110 + 10.83 - 20 = 100.83.
    const { safety, reorder, order } = quantities();
    expect(safety).toBeCloseTo(10.827804, 5);
    expect(reorder).toBeCloseTo(50.827804, 5);
    expect(order).toBe(101);
  });

  it('returns suggestions valid from the current date for the replenishment interval', () => {
    const result = suggestPurchases(base, { forecast: steady(10), frequency: 'D', currentDate });
    const validDateInterval = { startDate: '2026-01-15', endDate: '2026-01-18' };
    expect(result.safetyStockSuggestion.validDateInterval).toEqual(validDateInterval);
    expect(result.reorderPointSuggestion.validDateInterval).toEqual(validDateInterval);
    expect(result.replenishmentSuggestion.validDateInterval).toEqual(validDateInterval);
  });

  it('suggests no safety stock at or below a service level of 0.5', () => {
    expect(quantities(calm).safety).toBe(0);
    expect(quantities({ wantedServiceLevel: 1e-12 }).safety).toBe(0);
    expect(quantities({ wantedServiceLevel: 0.51 }).safety).toBeGreaterThan(0);
    expect(quantities({ wantedServiceLevel: 1 - 1e-16 }).safety).toBeLessThan(60);
    expect(() => quantities({ wantedServiceLevel: 1 })).toThrow('between 0 and 1');
    expect(() => quantities({ wantedServiceLevel: 0 })).toThrow('between 0 and 1');
  });

  it('suggests more safety stock for a higher service level, longer lead time or wider interval', () => {
    const safety = (change: Partial<SuggestionParameters>) => quantities(change).safety;
    expect(safety({ wantedServiceLevel: 0.98 })).toBeGreaterThan(safety({}));
    expect(safety({ supplier: { leadTime: { value: 5, granularity: 'D' } } })).toBeGreaterThan(safety({}));
    expect(safety({ replenishmentInterval: { value: 4, granularity: 'D' } })).toBeGreaterThan(safety({}));
    const wide = steady(10).map((point) => ({ ...point, upperQuantity: point.upperQuantity + 1 }));
    expect(quantities({}, wide).safety).toBeGreaterThan(safety({}));
    // A longer planning period orders more, but is no risk.
    expect(safety({ planningPeriod: { value: 9, granularity: 'W' } })).toBe(safety({}));
  });

  it('supports lead times of partial intervals, and in weeks, months and years', () => {
    expect(quantities(leadTime(1.5)).reorder).toBe(15);
    expect(quantities(leadTime(1, 'W')).reorder).toBe(70);
    expect(quantities(leadTime(1, 'M')).reorder).toBe(300);
    expect(quantities(leadTime(1, 'Y')).reorder).toBe(3650);
    expect(quantities(leadTime(0)).reorder).toBe(0);
    // From a Monday and from the 1st on, half a week and half a month of 30 days.
    const week = { date: '2026-01-12', predictedQuantity: 70, lowerQuantity: 70, upperQuantity: 70 };
    expect(quantities(leadTime(3.5), [week], 'W', '2026-01-12').reorder).toBe(35);
    const month = { ...week, date: '2026-02-01' };
    expect(quantities(leadTime(15), [month], 'M', '2026-02-01').reorder).toBe(35);
  });

  it('counts only the remaining part of the current interval', () => {
    // Thursday: four of the seven days of the first week are left, so seven days take 4/7 of 70 and 3/7 of 140.
    const weeks = [70, 140].map((quantity, index) => ({
      date: addDays('2026-01-12', 7 * index),
      predictedQuantity: quantity,
      lowerQuantity: quantity,
      upperQuantity: quantity,
    }));
    expect(quantities(leadTime(7), weeks, 'W').reorder).toBe(100);
    expect(quantities(leadTime(4), weeks, 'W').reorder).toBe(40);
    // A week sent with another first day is that week.
    const fromThursday = weeks.map((point) => ({ ...point, date: addDays(point.date, 3) }));
    expect(quantities(leadTime(7), fromThursday, 'W').reorder).toBe(70);
  });

  it('plans for at least the replenishment interval', () => {
    // 4 + 3 days: 70 + 10.83 - 20 = 60.83.
    expect(quantities({ planningPeriod: undefined }).order).toBe(61);
    expect(quantities({ planningPeriod: { value: 1, granularity: 'D' } }).order).toBe(61);
    expect(quantities({ planningPeriod: { value: 4, granularity: 'D' } }).order).toBe(71);
  });

  it('orders more for sales orders and a higher minimum, less for open orders', () => {
    expect(quantities({ futureSalesOrders: [{ quantity: 30 }] }).order).toBe(131);
    expect(quantities({ inventoryOrders: [{ quantity: 50 }, { quantity: 10 }] }).order).toBe(41);
    expect(quantities({ inventoryOrders: [{ quantity: 500 }] }).order).toBe(0);
    expect(quantities({ currentInventoryLevel: -5 }).order).toBe(126);
    // A minimum replaces the safety stock where it is higher: 110 + 200 - 20.
    expect(quantities({ minimumInventory: 200 }).order).toBe(290);
    expect(quantities({ minimumInventory: 5 }).order).toBe(101);
  });

  it('never orders beyond the maximum, even if the minimum or sales orders require it', () => {
    expect(quantities({ maximumInventory: 50.5 }).order).toBe(30);
    expect(quantities({ maximumInventory: 50.5, minimumInventory: 500 }).order).toBe(30);
    expect(quantities({ maximumInventory: 50.5, futureSalesOrders: [{ quantity: 500 }] }).order).toBe(30);
    expect(quantities({ maximumInventory: 50.5, inventoryOrders: [{ quantity: 20 }] }).order).toBe(10);
    expect(quantities({ maximumInventory: 10 }).order).toBe(0);
    expect(quantities({ maximumInventory: 10_000 }).order).toBe(101);
  });

  it('suggests more if the given forecast is higher (inventory.realtime.no-forecasting)', () => {
    const doubled = steady(10).map(({ date, ...point }) => ({
      date,
      predictedQuantity: point.predictedQuantity * 2,
      lowerQuantity: point.lowerQuantity * 2,
      upperQuantity: point.upperQuantity * 2,
    }));
    const [one, two] = [quantities(), quantities({}, doubled)];
    expect(two.safety).toBeCloseTo(2 * one.safety, 5);
    expect(two.reorder).toBeCloseTo(2 * one.reorder, 5);
    expect(two.order).toBeGreaterThan(one.order);
  });

  it('ignores past intervals and fills missing ones with the mean', () => {
    const past = { date: '2026-01-14', predictedQuantity: 900, lowerQuantity: 0, upperQuantity: 9000 };
    expect(quantities({}, [past, ...steady(10)])).toEqual(quantities());
    expect(quantities(calm, steady(10).slice(3))).toEqual(quantities(calm));
    expect(quantities(calm, steady(10).toReversed())).toEqual(quantities(calm));
    expect(quantities(calm, [past])).toEqual({ safety: 0, reorder: 0, order: 0 });
    expect(quantities({}, steady(2)).safety).toBeCloseTo(quantities().safety, 5);
  });

  it('sums predictions without rounding, and never suggests a negative quantity', () => {
    const point = (day: number, quantity: number): DemandPoint => ({
      date: addDays(currentDate, day),
      predictedQuantity: quantity,
      lowerQuantity: quantity,
      upperQuantity: quantity,
    });
    expect(quantities(leadTime(2), [point(0, 31.5), point(1, -7)]).reorder).toBe(24.5);
    expect(quantities(leadTime(2), [point(0, -31.5), point(1, 7)])).toEqual({ safety: 0, reorder: 0, order: 0 });
  });

  it('returns finite, non-negative quantities for extreme numbers', () => {
    const sizes = [0, 1e-9, 1, 1e12, 1e200, 1e308];
    for (const size of sizes) {
      for (const [lower, upper] of [
        [0, size],
        [size, size],
        [0, 3 * size],
        [2 * size, 0],
        [-size, -size],
      ] as const) {
        for (const batchSize of [undefined, -1, 0, 1e-9, 1, 7, 1e12]) {
          for (const wantedServiceLevel of [1e-12, 0.5, 0.95, 1 - 1e-15]) {
            const points = steady(5).map(({ date }) => ({
              date,
              predictedQuantity: size,
              lowerQuantity: lower,
              upperQuantity: upper,
            }));
            const answer = quantities(
              { wantedServiceLevel, supplier: { leadTime: { value: 2, granularity: 'D' }, batchSize } },
              points,
            );
            for (const quantity of Object.values(answer)) {
              expect(Number.isFinite(quantity)).toBe(true);
              expect(quantity).toBeGreaterThanOrEqual(0);
            }
          }
        }
      }
    }
    expect(quantities(leadTime(Number.POSITIVE_INFINITY, 'Y')).reorder).toBeLessThan(1e9);
  });
});
