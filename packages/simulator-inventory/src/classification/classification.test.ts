import { describe, expect, it } from 'vitest';
import { createInvalidStatus, createSale, createSuccessStatus } from '../testing/bodies.js';
import { useInventoryDriver } from '../testing/use-inventory-driver.js';

const start = useInventoryDriver();
const call = 'POST /io/start_inventory_classification';

/** Sales at the same price on the 10th of each month from January 2024 on. */
const monthly = (datasetId: string, quantity: number, prices: object, months = 24) => ({
  datasetId,
  transactions: Array.from({ length: months }, (_, index) => {
    const month = String((index % 12) + 1).padStart(2, '0');
    return createSale(`s${index}`, `${2024 + Math.floor(index / 12)}-${month}-10`, quantity, prices);
  }),
});
const datasets = [
  monthly('many', 1000, { unitPrice: 1, unitCost: 1 }),
  monthly('dear', 10, { unitPrice: 500, unitCost: 499 }),
  monthly('gainful', 20, { unitPrice: 60, unitCost: null }),
];
const ids = datasets.map(({ datasetId }) => datasetId);
const steady = { isSeasonal: false, seasonalities: [], demandType: 'Smooth', trend: 'None' };

describe('a classification', () => {
  it.each([
    ['quantity', ['A', 'C', 'C']],
    ['revenue', ['B', 'A', 'A']],
    ['profit', ['C', 'C', 'A']],
  ])('by %s ranks the datasets against each other', async (abcDriver, categories) => {
    const inventory = await start();
    await inventory.upload({ datasets });
    const { jobId, ...status } = await inventory.run(call, { datasetIds: [...ids, ...ids], abcDriver });
    expect(status).toEqual({
      status: 'success',
      message: 'Classification job finished',
      datasetsStatus: ids.map(createSuccessStatus),
    });
    expect((await inventory.send('GET /io/inventory_classification_results?page=2', { jobId })).body).toEqual({
      message: 'Classification results fetched',
      results: ids.map((datasetId, index) => ({ datasetId, abcCategory: categories[index], ...steady })),
    });
  });

  it('skips datasets that are unknown or have no sales yet', async () => {
    const inventory = await start();
    await inventory.upload({
      datasets: [...datasets, { datasetId: 'future', transactions: [createSale('s', '2026-01-16')] }],
    });
    const { jobId, status, datasetsStatus } = await inventory.run(call, {
      datasetIds: ['constructor', 'future', 'dear'],
      abcDriver: 'profit',
    });
    expect([status, datasetsStatus]).toEqual([
      'invalid',
      [
        createInvalidStatus('constructor', 'There is no such dataset; upload it first', 'DATASET_NOT_FOUND'),
        createInvalidStatus('future', 'There is no data up to 2026-01-15 to classify'),
        createSuccessStatus('dear'),
      ],
    ]);
    const { body } = await inventory.send('GET /io/inventory_classification_results', { jobId });
    expect(body.results).toEqual([{ datasetId: 'dear', abcCategory: 'A', ...steady }]);
  });
});
