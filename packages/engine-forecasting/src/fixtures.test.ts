import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { classify } from './classify/classify.js';
import { forecast } from './forecast.js';
import type { Sale } from './to-series.js';
import { train } from './train.js';

const folder = new URL('../../../fixtures/inventory/', import.meta.url);

interface Upload {
  datasets: {
    datasetId: string;
    transactions: { departureDate: string; quantity: number; unitPrice?: number; unitCost?: number }[];
  }[];
}

function read(name: string): { datasetId: string; sales: Sale[] }[] {
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

describe('the inventory fixtures', () => {
  it('show every class among the synthetic products', () => {
    const items = classify(read('synthetic-classes.json'), { abcDriver: 'revenue', currentDate: '2026-01-01' });
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

  it('hold real rentals that are forecast better than by repeating the last week', () => {
    for (const { sales } of read('bike-rentals.json')) {
      let ours = 0;
      let naive = 0;
      // Ten origins, from the middle of March 2012 on, four weeks apart. No sale of nothing: positions are days.
      for (let origin = 440; origin < 720; origin += 28) {
        const currentDate = sales[origin]?.date ?? '';
        const known = sales.slice(0, origin);
        const points = forecast(train(known, { frequency: 'D', horizon: 28, currentDate }), known, { currentDate });
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

  it('hold a monthly history with a spring season', () => {
    const [houses] = read('new-houses-sold.json');
    const items = classify(houses ? [houses] : [], { abcDriver: 'quantity', currentDate: '1995-12-01' });
    expect(items[0]?.seasonalities).toEqual(expect.arrayContaining(['March', 'April', 'May']));
    expect(items[0]?.seasonalities).not.toContain('December');
  });
});
