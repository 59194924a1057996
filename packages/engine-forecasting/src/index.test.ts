import { expect, it } from 'vitest';
import { forecastSales, suggestPurchases, trainModel } from './index.js';

it('does what the example of the entry file says', () => {
  const sales = [
    { date: '2026-01-12', quantity: 4, unitPrice: 9.5, unitCost: 6 },
    { date: '2026-01-13', quantity: 6, unitPrice: 9.5, unitCost: 6 },
  ];
  const currentDate = '2026-01-14';
  const points = forecastSales(trainModel(sales, { frequency: 'D', horizon: 7, currentDate }), sales, { currentDate });
  expect(points[0]?.predictedQuantity).toBe(5);
  const { replenishmentSuggestion } = suggestPurchases(
    {
      currentInventoryLevel: 10,
      wantedServiceLevel: 0.5,
      supplier: { leadTime: { value: 2, granularity: 'D' }, batchSize: 6 },
      replenishmentInterval: { value: 1, granularity: 'W' },
    },
    { forecast: points, frequency: 'D', currentDate },
  );
  expect(replenishmentSuggestion.quantity).toBe(36);
});
