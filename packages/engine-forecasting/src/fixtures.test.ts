import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addDays, type Frequency } from './calendar.js';
import { classifySales } from './classify/classify.js';
import { forecastSales } from './forecast.js';
import { suggestPurchases } from './suggest/suggest.js';
import { createDailySales, createNoise, createNumberGenerator } from './testing/sales.js';
import type { SaleRecord } from './to-series.js';
import { trainModel } from './train.js';

const folder = new URL('../../../fixtures/inventory/', import.meta.url);

interface Upload {
  datasets: {
    datasetId: string;
    transactions: { departureDate: string; quantity: number; unitPrice?: number; unitCost?: number }[];
  }[];
}

function read(name: string): { datasetId: string; sales: SaleRecord[] }[] {
  const upload: Upload = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
  return upload.datasets.map(({ datasetId, transactions }) => ({
    datasetId,
    sales: transactions.map(({ departureDate, quantity, unitPrice = 0, unitCost = 0 }) => ({
      date: departureDate,
      quantity,
      unitPrice,
      unitCost,
    })),
  }));
}

/** Pins every number of an output to six digits. */
function digestOf(output: unknown): string {
  const rounded = (_key: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(6)) : value);
  return createHash('sha256').update(JSON.stringify(output, rounded)).digest('hex').slice(0, 16);
}

/** Models, forecasts and suggestions of sales. */
function computeOutputs(sales: SaleRecord[], frequency: Frequency, currentDate: string) {
  const model = trainModel(sales, { frequency, horizon: 30, currentDate });
  const points = forecastSales(model, sales, { currentDate });
  const suggestions = [0.5, 0.9, 0.99].map((wantedServiceLevel) =>
    suggestPurchases(
      {
        currentInventoryLevel: 12,
        wantedServiceLevel,
        supplier: { leadTime: { value: 1, granularity: frequency }, batchSize: 6 },
        replenishmentInterval: { value: 2, granularity: frequency },
      },
      { forecast: points, frequency, currentDate },
    ),
  );
  return { model, points, suggestions };
}

/** Sales with and without weekdays, seasons, trends, gaps, returns and a shift of the level. */
const kinds: ((random: () => number, day: number) => number)[] = [
  (random) => 20 + 5 * createNoise(random),
  (random, day) =>
    60 + 15 * (day % 7 < 2 ? 1 : 0) + 25 * Math.cos((2 * Math.PI * day) / 365.25) + 6 * createNoise(random),
  (random, day) => (1 + day / 400) * (20 + 12 * Math.sin((2 * Math.PI * day) / 365.25) + createNoise(random)),
  (random) => (random() < 0.1 ? Math.ceil(random() * 40) : 0),
  (random, day) => (day % 3 === 2 && day < 500 ? 6 + Math.round(random()) : 0),
  (random, day) => Math.max(0, 100 - day / 4 + 8 * createNoise(random)),
  (random, day) => (day % 7 < 5 && random() < 0.5 ? 10 : 0),
  (random, day) => (day < 400 ? 10 : 100) + createNoise(random),
  (random) => -5 + 4 * createNoise(random),
  (random, day) => 100 + 2 * day + 0 * random(),
];

describe('the inventory fixtures', () => {
  it.each([
    ['bike-rentals.json', 'D', '2012-11-20', 'ced1e6182b1607ea'],
    ['bike-rentals.json', 'W', '2012-06-20', 'd5cf249b868cea47'],
    ['new-houses-sold.json', 'M', '1995-10-01', '7a808ffa52af82ed'],
    ['synthetic-classes.json', 'D', '2026-01-01', 'a9c8a74fd300134f'],
    ['synthetic-classes.json', 'W', '2026-01-01', 'fe9954aa42e861a0'],
  ] as const)(
    'in %s give the expected results for frequency %s and current date %s',
    (name, frequency, currentDate, digest) => {
      const outputs = read(name).map(({ sales }) => computeOutputs(sales, frequency, currentDate));
      expect(digestOf(outputs)).toBe(digest);
    },
  );

  it('contain synthetic products of every class', () => {
    const items = classifySales(read('synthetic-classes.json'), { abcDriver: 'revenue', currentDate: '2026-01-01' });
    const rows = items.map((item) => [item.datasetId, item.demandType, item.trend, item.seasonalities.join()]);
    expect(rows).toEqual([
      ['coffee-beans', 'Smooth', 'None', ''],
      ['water-filter', 'Intermittent', 'None', ''],
      ['party-box', 'Erratic', 'None', ''],
      ['spare-pump', 'Lumpy', 'None', ''],
      ['cold-brew', 'New', 'None', ''],
      ['wall-planner', 'Smooth', 'None', 'January'],
      ['oat-drink', 'Smooth', 'Positive', ''],
      ['paper-filter', 'Smooth', 'Negative', ''],
    ]);
    expect(new Set(items.map(({ abcCategory }) => abcCategory))).toEqual(new Set(['A', 'B', 'C']));
  });

  it('contain real rentals that are forecast better than by repeating the last week', () => {
    for (const { sales } of read('bike-rentals.json')) {
      let ours = 0;
      let naive = 0;
      // Ten origins, from the middle of March 2012 on, four weeks apart. No sale of nothing: positions are days.
      for (let origin = 440; origin < 720; origin += 28) {
        const currentDate = sales[origin]?.date ?? '';
        const known = sales.slice(0, origin);
        const points = forecastSales(trainModel(known, { frequency: 'D', horizon: 28, currentDate }), known, {
          currentDate,
        });
        points.forEach(({ predictedQuantity }, index) => {
          const sold = sales[origin + index]?.quantity;
          if (sold === undefined) return;
          ours += (sold - predictedQuantity) ** 2;
          naive += (sold - (sales[origin - 7 + (index % 7)]?.quantity ?? 0)) ** 2;
        });
      }
      expect(Math.sqrt(ours / naive)).toBeLessThan(0.95);
    }
  });

  it('contain a monthly history with a spring season', () => {
    const [houses] = read('new-houses-sold.json');
    const items = classifySales(houses ? [houses] : [], { abcDriver: 'quantity', currentDate: '1995-12-01' });
    expect(items[0]?.seasonalities).toEqual(expect.arrayContaining(['March', 'April', 'May']));
    expect(items[0]?.seasonalities).not.toContain('December');
  });
});

it.each([
  [14, '50f9de781969b9ba'],
  [100, 'ebf3ca12fce95a65'],
  [1000, 'f27e454f0c340c49'],
])('generated sales of %i days give the expected models, forecasts, suggestions and classes', (days, digest) => {
  const currentDate = addDays('2023-01-02', days + 3);
  const datasets = kinds.map((kind, seed) => {
    const random = createNumberGenerator(seed * 100 + days);
    return { datasetId: `${seed}`, sales: createDailySales('2023-01-02', days, (day) => kind(random, day)) };
  });
  const outputs = datasets
    .filter(({ sales }) => sales.length > 0)
    .flatMap(({ sales }) =>
      (['D', 'W', 'M'] as const).map((frequency) => computeOutputs(sales, frequency, currentDate)),
    );
  const items = classifySales(datasets, { abcDriver: 'revenue', currentDate });
  expect(digestOf([outputs, items])).toBe(digest);
});
