import { describe, expect, it } from 'vitest';
import { invalid, sale, success } from '../testing/bodies.js';
import { inventories } from '../testing/inventories.js';

const start = inventories();
const call = 'POST /io/start_inventory_classification';

/** Sales at the same price on the 10th of each month from January 2024 on. */
const monthly = (datasetId: string, quantity: number, prices: object, months = 24) => ({
  datasetId,
  transactions: Array.from({ length: months }, (_, index) => {
    const month = String((index % 12) + 1).padStart(2, '0');
    return sale(`s${index}`, `${2024 + Math.floor(index / 12)}-${month}-10`, quantity, prices);
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
  ])('by %s ranks the datasets among each other', async (abcDriver, categories) => {
    const inventory = await start();
    await inventory.upload({ datasets });
    const { jobId, ...status } = await inventory.run(call, { datasetIds: [...ids, ...ids], abcDriver });
    expect(status).toEqual({
      status: 'success',
      message: 'Classification job finished',
      datasetsStatus: ids.map(success),
    });
    expect((await inventory.send('GET /io/inventory_classification_results?page=2', { jobId })).body).toEqual({
      message: 'Classification results fetched',
      results: ids.map((datasetId, index) => ({ datasetId, abcCategory: categories[index], ...steady })),
    });
  });

  it('as of an earlier date does not see what came later', async () => {
    const inventory = await start();
    await inventory.upload({ datasets });
    const results = async (dateRange: object) => {
      const { jobId } = await inventory.run(call, { datasetIds: ['many'], abcDriver: 'quantity', dateRange });
      return (await inventory.send('GET /io/inventory_classification_results', { jobId })).body.results;
    };
    const early = await results({ endDate: '2024-02-10' });
    expect(early[0].demandType).toBe('New');
    expect((await results({}))[0].demandType).toBe('Smooth');
    await inventory.upload({ datasets: [{ datasetId: 'many', transactions: [sale('late', '2024-02-11', 9)] }] });
    expect(await results({ endDate: '2024-02-10' })).toEqual(early);
  });

  it('leaves out what is unknown or has no sale yet', async () => {
    const inventory = await start();
    await inventory.upload({
      datasets: [...datasets, { datasetId: 'future', transactions: [sale('s', '2026-01-16')] }],
    });
    const { jobId, status, datasetsStatus } = await inventory.run(call, {
      datasetIds: ['constructor', 'future', 'dear'],
      abcDriver: 'profit',
    });
    expect([status, datasetsStatus]).toEqual([
      'invalid',
      [
        invalid('constructor', 'There is no such dataset; upload it first', 'DATASET_NOT_FOUND'),
        invalid('future', 'There is no data up to 2026-01-15 to classify'),
        success('dear'),
      ],
    ]);
    const { body } = await inventory.send('GET /io/inventory_classification_results', { jobId });
    expect(body.results).toEqual([{ datasetId: 'dear', abcCategory: 'A', ...steady }]);
  });

  it.each([
    [{ datasetIds: [] }, 'datasetIds'],
    [{ datasetIds: [''] }, 'datasetIds'],
    [{ abcDriver: 'Profit' }, 'abcDriver'],
    [{ abcDriver: undefined }, 'abcDriver'],
    [
      { dateRange: { endDate: '2026-01-16' } },
      '/body/dateRange/endDate must not lie after today, 2026-01-15, but is 2026-01-16',
    ],
    [{ dateRange: { startDate: 'soon' } }, 'startDate'],
    [
      { dateRange: { startDate: '2026-01-11', endDate: '2026-01-10' } },
      '/body/dateRange/startDate 2026-01-11 lies after /body/dateRange/endDate 2026-01-10; swap them or leave one out',
    ],
  ])('is refused for %j', async (change, message) => {
    const inventory = await start();
    const body = { datasetIds: ['d1'], abcDriver: 'profit', ...change };
    const seen = await inventory.send(call, { body });
    expect([seen.status, seen.body.message]).toEqual([400, expect.stringContaining(message)]);
  });
});
