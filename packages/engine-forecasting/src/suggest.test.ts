import { describe, expect, it } from 'vitest';
import { addDays } from './calendar.js';
import { normalQuantile } from './normal-quantile.js';
import { type DemandPoint, type SuggestionParameters, suggest } from './suggest.js';

const currentDate = '2026-01-15';

/** Ten units a day, standard deviation 2 (interval width 7.84). */
const points: DemandPoint[] = Array.from({ length: 10 }, (_, index) => ({
  date: addDays(currentDate, index),
  predictedQuantity: 10,
  lowerQuantity: 6.08,
  upperQuantity: 13.92,
}));

const base: SuggestionParameters = {
  currentInventoryLevel: 20,
  wantedServiceLevel: 0.975,
  supplier: { leadTime: { value: 4, granularity: 'D' } },
  planningPeriod: { value: 1, granularity: 'W' },
  replenishmentInterval: { value: 3, granularity: 'D' },
};

function quantities(change: Partial<SuggestionParameters> = {}, forecast = points, frequency: 'D' | 'W' | 'M' = 'D') {
  const result = suggest({ ...base, ...change }, { forecast, frequency, currentDate });
  return {
    safety: result.safetyStockSuggestion.quantity,
    reorder: result.reorderPointSuggestion.quantity,
    order: result.replenishmentSuggestion.quantity,
  };
}

describe('suggest', () => {
  it('follows the formulas, worked out by hand', () => {
    // z(0.975) = 1.959964, sigma = 7.84 / 3.92 = 2, sqrt(4) = 2: safety stock 7.839856.
    // Demand over 4 days = 40. Over 4 + 7 days = 110 (the tenth and eleventh day: the mean). 110 + 7.839856 - 20 = 97.84 -> 98.
    expect(quantities()).toEqual({ safety: 7.839856, reorder: 47.839856, order: 98 });
  });

  it('is valid from the current date for the replenishment interval', () => {
    const result = suggest(base, { forecast: points, frequency: 'D', currentDate });
    const validDateInterval = { startDate: '2026-01-15', endDate: '2026-01-18' };
    expect(result.safetyStockSuggestion.validDateInterval).toEqual(validDateInterval);
    expect(result.reorderPointSuggestion.validDateInterval).toEqual(validDateInterval);
    expect(result.replenishmentSuggestion.validDateInterval).toEqual(validDateInterval);
  });

  it('needs no safety stock at or below a service level of one half', () => {
    expect(quantities({ wantedServiceLevel: 0.5 }).safety).toBe(0);
    expect(quantities({ wantedServiceLevel: 0.1 }).safety).toBe(0);
    expect(quantities({ wantedServiceLevel: 0.51 }).safety).toBeGreaterThan(0);
    expect(() => quantities({ wantedServiceLevel: 1 })).toThrow('between 0 and 1');
    expect(() => quantities({ wantedServiceLevel: 0 })).toThrow('between 0 and 1');
  });

  it('counts part of an interval and units of 7, 30 and 365 days', () => {
    const calm = { wantedServiceLevel: 0.5 };
    expect(quantities({ ...calm, supplier: { leadTime: { value: 1.5, granularity: 'D' } } }).reorder).toBe(15);
    expect(quantities({ ...calm, supplier: { leadTime: { value: 1, granularity: 'W' } } }).reorder).toBe(70);
    expect(quantities({ ...calm, supplier: { leadTime: { value: 1, granularity: 'M' } } }).reorder).toBe(300);
    expect(quantities({ ...calm, supplier: { leadTime: { value: 1, granularity: 'Y' } } }).reorder).toBe(3650);
    const weekly = [{ date: '2026-01-12', predictedQuantity: 70, lowerQuantity: 70, upperQuantity: 70 }];
    expect(quantities({ ...calm, supplier: { leadTime: { value: 3.5, granularity: 'D' } } }, weekly, 'W').reorder).toBe(
      35,
    );
  });

  it('takes the replenishment interval for a missing planning period', () => {
    // 4 + 3 days: 70 + 7.84 - 20 = 57.84 -> 58.
    expect(quantities({ planningPeriod: undefined }).order).toBe(58);
  });

  it('orders more for sales orders and a minimum, less for open orders and stock', () => {
    expect(quantities({ futureSalesOrders: [{ quantity: 30 }] }).order).toBe(128);
    expect(quantities({ inventoryOrders: [{ quantity: 50 }, { quantity: 10 }] }).order).toBe(38);
    expect(quantities({ inventoryOrders: [{ quantity: 500 }] }).order).toBe(0);
    expect(quantities({ currentInventoryLevel: 20.5 }).order).toBe(98);
    // A minimum replaces the safety stock where it is higher: 110 + 200 - 20.
    expect(quantities({ minimumInventory: 200 }).order).toBe(290);
    expect(quantities({ minimumInventory: 5 }).order).toBe(98);
  });

  it('rounds up to whole batches, then caps at the maximum', () => {
    const supplier = { leadTime: base.supplier.leadTime, batchSize: 25 };
    expect(quantities({ supplier }).order).toBe(100);
    // 0.1 * 3 is more than 0.3 in floating point; a batch is not bought for that.
    expect(
      quantities({ supplier: { ...supplier, batchSize: 0.1 }, currentInventoryLevel: 117.539856 }).order,
    ).toBeCloseTo(0.3, 9);
    expect(quantities({ supplier, maximumInventory: 110 }).order).toBe(90);
    expect(quantities({ supplier, maximumInventory: 10 }).order).toBe(0);
    expect(quantities({ supplier, maximumInventory: 10_000 }).order).toBe(100);
  });

  it('grows with the forecast sent (inventory.realtime.no-forecasting)', () => {
    const doubled = points.map(({ date, ...point }) => ({
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

  it('ignores points before the current interval and fills missing ones with the mean', () => {
    const past = { date: '2026-01-14', predictedQuantity: 900, lowerQuantity: 0, upperQuantity: 9000 };
    expect(quantities({}, [past, ...points])).toEqual(quantities());
    expect(quantities({}, points.slice(3))).toEqual(quantities());
    expect(quantities({}, [past])).toEqual({ safety: 0, reorder: 0, order: 0 });
  });
});

describe('normalQuantile', () => {
  it('agrees with published quantiles', () => {
    expect(normalQuantile(0.5)).toBe(0);
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 13);
    expect(normalQuantile(0.99)).toBeCloseTo(2.3263478740408408, 13);
    expect(normalQuantile(0.6)).toBeCloseTo(0.2533471031357998, 13);
    expect(normalQuantile(1e-9)).toBeCloseTo(-5.9978070150076865, 12);
    expect(normalQuantile(1e-20)).toBeCloseTo(-9.262340089798405, 12);
  });

  it('is odd about one half and rises', () => {
    let before = Number.NEGATIVE_INFINITY;
    for (let share = 0.001; share < 1; share += 0.001) {
      expect(normalQuantile(share)).toBeGreaterThan(before);
      expect(normalQuantile(share) + normalQuantile(1 - share)).toBeCloseTo(0, 9);
      before = normalQuantile(share);
    }
  });
});
