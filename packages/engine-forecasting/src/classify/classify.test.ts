import { describe, expect, it } from 'vitest';
import { addDays } from '../calendar.js';
import { createDailySales, createNoise, createNumberGenerator } from '../testing/sales.js';
import type { SaleRecord } from '../to-series.js';
import { assignAbcCategories, classifyDemand, classifySales } from './classify.js';

const sale = (date: string, quantity: number, unitPrice = 1, unitCost = 0): SaleRecord => ({
  date,
  quantity,
  unitPrice,
  unitCost,
});

function classOf(sales: SaleRecord[], currentDate: string, startDate?: string) {
  const [item] = classifySales([{ datasetId: 'x', sales }], { abcDriver: 'quantity', currentDate, startDate });
  if (item === undefined) throw new Error('no item');
  return item;
}

/** Monthly sums of one sale each, from January 2024. */
const monthly = (sums: number[]): SaleRecord[] =>
  sums.flatMap((quantity, month) =>
    quantity === 0
      ? []
      : [sale(`${2024 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-10`, quantity)],
  );

describe('the ABC category', () => {
  it('is A if the preceding items have less than 80% of the total, B below 95%, otherwise C', () => {
    expect(assignAbcCategories([80, 15, 5])).toEqual(['A', 'B', 'C']);
    expect(assignAbcCategories([79, 16, 5])).toEqual(['A', 'A', 'C']);
    expect(assignAbcCategories([80, 14, 6])).toEqual(['A', 'B', 'B']);
    expect(assignAbcCategories([5, 80, 15])).toEqual(['C', 'A', 'B']);
    // 70, 85 and 95 % lie before the later ones, whatever floating point makes of the sums.
    expect(assignAbcCategories([0.7, 0.1, 0.2 - 0.05, 0.05].map((share) => share * 3))).toEqual(['A', 'B', 'A', 'C']);
  });

  it('is A for a single dataset, and C for datasets that contribute nothing', () => {
    expect(assignAbcCategories([3])).toEqual(['A']);
    expect(assignAbcCategories([0])).toEqual(['A']);
    expect(assignAbcCategories([10, 0, -5])).toEqual(['A', 'C', 'C']);
    expect(assignAbcCategories([])).toEqual([]);
  });

  it('follows the requested driver', () => {
    const datasets = [
      { datasetId: 'profit', sales: [sale('2025-12-01', 1, 100, 1)] },
      { datasetId: 'revenue', sales: [sale('2025-12-01', 5, 100, 99.9)] },
      { datasetId: 'quantity', sales: [sale('2025-12-01', 900, 0.01, 0.01)] },
    ];
    for (const abcDriver of ['profit', 'revenue', 'quantity'] as const) {
      const items = classifySales(datasets, { abcDriver, currentDate: '2026-01-01' });
      expect(items.filter(({ abcCategory }) => abcCategory === 'A').map(({ datasetId }) => datasetId)).toEqual([
        abcDriver,
      ]);
    }
  });
});

describe('the demand type', () => {
  it('changes at an ADI of 1.32 and a CV2 of 0.49', () => {
    expect(classifyDemand(monthly([10, 10, 10, 10]))).toBe('Smooth');
    expect(classifyDemand(monthly([10, 0, 10, 10, 0, 10]))).toBe('Intermittent'); // ADI 6 / 4
    expect(classifyDemand(monthly([10, 10, 0, 10, 10, 10]))).toBe('Smooth'); // ADI 6 / 5
    expect(classifyDemand(monthly([1, 1, 1, 30]))).toBe('Erratic');
    expect(classifyDemand(monthly([1, 0, 1, 0, 1, 30]))).toBe('Lumpy');
    // ADI 33 / 25 is 1.32 itself, on the far side of the cut.
    const at = [...Array<number>(24).fill(10), ...Array<number>(8).fill(0), 10];
    expect(classifyDemand(monthly(at))).toBe('Intermittent');
    expect(classifyDemand(monthly(at.toSpliced(25, 1)))).toBe('Smooth');
    // Two sums 1 and x: CV2 = 2 ((x - 1) / (x + 1))^2, which reaches 0.49 at x = 2.9604.
    expect(classifyDemand(monthly([100, 296]))).toBe('Smooth');
    expect(classifyDemand(monthly([100, 297]))).toBe('Erratic');
  });

  it('is computed from the first to the last month with sales, ignoring returns', () => {
    expect(classifyDemand([sale('2025-01-31', 4), sale('2025-03-01', 4)])).toBe('Intermittent');
    expect(classifyDemand([sale('2025-01-31', 4)])).toBe('Smooth');
    expect(classifyDemand([sale('2025-01-31', 4), sale('2025-02-03', -1), sale('2025-03-03', 4)])).toBe('Intermittent');
  });

  it('is computed per day if sales are random per day, ignoring closed weekdays', () => {
    const start = '2024-01-01'; // a Monday
    const random = createNumberGenerator(7);
    const everyThird = createDailySales(start, 400, () => (random() < 1 / 3 ? 10 : 0));
    expect(classOf(everyThird, '2026-01-01').demandType).toBe('Intermittent');
    const lumps = createDailySales(start, 400, () => (random() < 1 / 3 ? (random() < 0.8 ? 1 : 20) : 0));
    expect(classOf(lumps, '2026-01-01').demandType).toBe('Lumpy');
    const mostDays = createDailySales(start, 400, () => (random() < 0.9 ? 10 : 0));
    expect(classOf(mostDays, '2026-01-01').demandType).toBe('Smooth');
    const jumpy = createDailySales(start, 400, () => (random() < 0.8 ? 1 : 20));
    expect(classOf(jumpy, '2026-01-01').demandType).toBe('Erratic');
    const workdays = createDailySales(start, 400, (day) => (day % 7 < 5 ? 10 : 0));
    expect(classOf(workdays, '2026-01-01').demandType).toBe('Smooth');
    const someWorkdays = createDailySales(start, 400, (day) => (day % 7 < 5 && random() < 0.5 ? 10 : 0));
    expect(classOf(someWorkdays, '2026-01-01').demandType).toBe('Intermittent');
  });

  it('is computed per week or month if there is about one sale in each', () => {
    const start = '2024-01-01';
    const random = createNumberGenerator(8);
    let due = 0;
    const onceAWeek = createDailySales(start, 420, (day) => {
      if (day % 7 === 0) due = day + Math.floor(7 * random());
      return day === due ? 10 : 0;
    });
    expect(classOf(onceAWeek, '2026-01-01').demandType).toBe('Smooth');
    expect(classOf(monthly(Array<number>(24).fill(10)), '2026-01-01').demandType).toBe('Smooth');
    // Every second Monday, and every third day.
    const everySecond = createDailySales(start, 420, (day) => (day % 14 === 0 ? 10 : 0));
    expect(classOf(everySecond, '2026-01-01').demandType).toBe('Intermittent');
    const everyThird = createDailySales(start, 420, (day) => (day % 3 === 0 ? 10 : 0));
    expect(classOf(everyThird, '2026-01-01').demandType).toBe('Intermittent');
  });

  it('is New if the first sale is less than 90 days ago (inventory.gap.new-rule)', () => {
    const sales = createDailySales('2024-01-01', 730, () => 5);
    expect(classOf(sales, '2025-12-31').demandType).toBe('Smooth');
    expect(classOf(sales, addDays('2024-01-01', 89)).demandType).toBe('New');
    expect(classOf(sales, addDays('2024-01-01', 90)).demandType).toBe('Smooth');
    // The start of the range does not make an old dataset new.
    expect(classOf(sales, '2025-12-31', '2025-12-01').demandType).toBe('Smooth');
    expect(classOf([], '2025-12-31')).toEqual({
      datasetId: 'x',
      abcCategory: 'A',
      isSeasonal: false,
      seasonalities: [],
      demandType: 'New',
      trend: 'None',
    });
  });
});

describe('a trend', () => {
  it('is rarely detected in autocorrelated noise', () => {
    let found = 0;
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = createNumberGenerator(seed);
      let state = 0;
      const months = Array.from({ length: 36 }, () => {
        state = 0.5 * state + 0.866 * createNoise(random);
        return 100 + 10 * state;
      });
      if (classOf(monthly(months), '2027-01-01').trend !== 'None') found += 1;
    }
    expect(found).toBeLessThanOrEqual(10);
  });

  it('is not detected in fewer than eight weeks', () => {
    expect(
      classOf(
        createDailySales('2026-01-01', 20, (day) => day + 1),
        '2026-01-21',
      ).trend,
    ).toBe('None');
  });

  it('is negative if sales have stopped', () => {
    const sales = createDailySales('2024-01-01', 365, () => 10);
    expect(classOf(sales, '2026-01-01').trend).toBe('Negative');
  });
});

describe('seasonality', () => {
  const peak = (peaks: number[], random: () => number) => (day: number) =>
    (peaks.includes(Number(addDays('2024-01-01', day).slice(5, 7))) ? 30 : 10) + 2 * createNoise(random);

  it('is reported as the months of a yearly peak, in calendar order', () => {
    expect(
      classOf(createDailySales('2024-01-01', 731, peak([1], createNumberGenerator(1))), '2026-01-15'),
    ).toMatchObject({ isSeasonal: true, seasonalities: ['January'], trend: 'None' });
    const winter = createDailySales('2024-01-01', 731, peak([12, 1, 2], createNumberGenerator(2)));
    expect(classOf(winter, '2026-01-01').seasonalities).toEqual(['January', 'February', 'December']);
  });

  it('is not detected in flat, noisy, trending or short sales histories', () => {
    const random = createNumberGenerator(3);
    const cases: SaleRecord[][] = [
      createDailySales('2024-01-01', 731, () => 10),
      createDailySales('2024-01-01', 731, () => 10 + 3 * createNoise(random)),
      createDailySales('2024-01-01', 731, (day) => 10 + day / 10),
      createDailySales('2024-03-01', 671, peak([1], random)),
      // One exceptional month is no season.
      createDailySales('2024-01-01', 731, (day) => (day < 31 ? 60 : 10) + createNoise(random)),
    ];
    for (const sales of cases) {
      expect(classOf(sales, '2026-01-01')).toMatchObject({ isSeasonal: false, seasonalities: [] });
    }
  });

  it('is detected even if the first month is incomplete', () => {
    const random = createNumberGenerator(6);
    const season = peak([1], random);
    // Two years from 15 January: January is known twice, by halves.
    const sales = createDailySales('2024-01-15', 731, (day) => season(day + 14));
    expect(classOf(sales, '2026-02-01').seasonalities).toEqual(['January']);
  });

  it('is only detected in at least two years of sales', () => {
    const season = peak([6], createNumberGenerator(9));
    expect(classOf(createDailySales('2024-01-01', 731, season), '2026-01-01').isSeasonal).toBe(true);
    expect(classOf(createDailySales('2024-01-01', 700, season), '2025-12-01').isSeasonal).toBe(false);
  });

  it('is detected even if there is also a trend', () => {
    const random = createNumberGenerator(4);
    const season = peak([6, 7], random);
    const sales = createDailySales('2024-01-01', 731, (day) => season(day) + day / 60);
    expect(classOf(sales, '2026-01-01')).toMatchObject({ seasonalities: ['June', 'July'], trend: 'Positive' });
  });

  it('is rarely detected in pure noise', () => {
    let found = 0;
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = createNumberGenerator(seed);
      // As noisy as a monthly mean can be: one sale a month.
      const sales = monthly(Array.from({ length: 24 }, () => Math.max(1, 20 + 8 * createNoise(random))));
      if (classOf(sales, '2026-01-01').isSeasonal) found += 1;
    }
    expect(found).toBeLessThan(10);
  });
});

describe('classifySales', () => {
  it('ignores sales after currentDate (inventory.classification.end-date-is-now)', () => {
    const sales = createDailySales('2024-01-01', 400, () => 10);
    const more = [...sales, ...createDailySales('2025-02-04', 300, (day) => 500 + day)];
    expect(classOf(more, '2025-02-03')).toEqual(classOf(sales, '2025-02-03'));
  });

  it('excludes sales before startDate', () => {
    const datasets = [
      { datasetId: 'old', sales: [sale('2024-01-01', 1000), sale('2025-06-01', 1)] },
      { datasetId: 'now', sales: [sale('2025-05-31', 50)] },
    ];
    const items = classifySales(datasets, {
      abcDriver: 'quantity',
      currentDate: '2025-12-31',
      startDate: '2025-05-31',
    });
    expect(items.map(({ abcCategory }) => abcCategory)).toEqual(['C', 'A']);
  });
});
