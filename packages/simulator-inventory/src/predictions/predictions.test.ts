import { beforeEach, describe, expect, it } from 'vitest';
import {
  createDataset,
  createPredictionBody,
  createPredictionParameters,
  createSuccessStatus,
  createTrainingBody,
} from '../testing/bodies.js';
import type { InventoryDriver } from '../testing/inventory-driver.js';
import { useInventoryDriver } from '../testing/use-inventory-driver.js';

const start = useInventoryDriver();
const validDateInterval = { startDate: '2026-01-15', endDate: '2026-01-22' };
const flat = { datasetId: 'flat', transactions: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map(sold) };

function sold(day: number) {
  return { transactionId: `s${day}`, departureDate: `2026-01-${String(day).padStart(2, '0')}`, quantity: 4 };
}

function fourADay(from: number, to: number) {
  const days = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return days.map((day) => ({ date: `2026-01-${String(day).padStart(2, '0')}`, quantity: 4 }));
}

/** Results of steady sales of four a day. Nothing is uncertain, so every number is known. */
const flatResult = {
  datasetId: 'flat',
  supplierId: 'supplier-of-flat',
  safetyStockSuggestion: { quantity: 0, validDateInterval },
  reorderPointSuggestion: { quantity: 8, validDateInterval },
  replenishmentSuggestion: { quantity: 35, validDateInterval },
  forecast: fourADay(15, 17).map(({ date }) => ({
    date,
    predictedQuantity: 4,
    predictedSeason: 0,
    predictedTrend: 4,
    predictedNoise: 0,
    lowerQuantity: 4,
    upperQuantity: 4,
  })),
  historicalData: fourADay(1, 14),
};

describe('a prediction', () => {
  let inventory: InventoryDriver;
  const flatTraining = { parametersArray: [{ datasetId: 'flat', frequency: 'D', horizon: 3 }] };

  beforeEach(async () => {
    inventory = await start();
    await inventory.upload({ datasets: [flat] });
    await inventory.run('POST /io/start_trainer', flatTraining);
  });

  const results = async (body: unknown) => {
    const { jobId } = await inventory.run('POST /io/create_prediction', body);
    return (await inventory.send('GET /io/results', { jobId })).body;
  };

  it('returns forecast, suggestions and history, unchanged on every read', async () => {
    const { jobId, ...status } = await inventory.run('POST /io/create_prediction', createPredictionBody('flat'));
    expect(status).toEqual({
      status: 'success',
      message: 'Prediction job finished',
      datasetsStatus: [createSuccessStatus('flat')],
    });
    const body = { message: 'Prediction results fetched', page: 1, pages: 1, results: [flatResult] };
    expect((await inventory.send('GET /io/results', { jobId })).body).toEqual(body);
    await inventory.upload({ datasets: [{ datasetId: 'flat', transactions: [{ ...sold(1), quantity: 99 }] }] });
    await results(createPredictionBody('flat'));
    expect((await inventory.send('GET /io/results?page=1', { jobId })).body).toEqual(body);
  });
});

describe('the pages of results', () => {
  it('contain the configured number of datasets', async () => {
    const ids = Array.from({ length: 21 }, (_, index) => `d${index}`).reverse();
    const inventory = await start();
    await inventory.upload({ datasets: ids.map((id) => createDataset(id, 5)) });
    await inventory.run('POST /io/start_trainer', createTrainingBody(...ids));
    const { jobId } = await inventory.run('POST /io/create_prediction', createPredictionBody(...ids));
    const page = async (query: string) => {
      const { status, body } = await inventory.send(`GET /io/results${query}`, { jobId });
      const found = body.results?.map(({ datasetId }: { datasetId: string }) => datasetId);
      return [status, body.page ?? body.message, body.pages, found];
    };
    expect(await page('')).toEqual([200, 1, 1, ids]);
    const settings = (pageSize: unknown) =>
      inventory.control('PATCH /_sim/settings', { apis: { inventory: { pageSize } } });
    expect((await settings(9)).status).toBe(400);
    expect((await settings(10)).status).toBe(200);
    expect(await page('')).toEqual([200, 1, 3, ids.slice(0, 10)]);
    expect(await page('?page=1')).toEqual(await page(''));
    expect(await page('?page=2')).toEqual([200, 2, 3, ids.slice(10, 20)]);
    expect(await page('?page=3')).toEqual([200, 3, 3, ids.slice(20)]);
    expect(await page('?page=4')).toEqual([404, 'There is no page 4; the last page is 3', undefined, undefined]);
    for (const query of ['?page=0', '?page=-1', '?page=1.5', '?page=abc', '?page=']) {
      expect([query, (await page(query))[0]]).toEqual([query, 400]);
    }
  });
});

describe('the freeze date', () => {
  it.each([
    ['POST /io/start_trainer', createTrainingBody('d1')],
    ['POST /io/create_prediction', createPredictionBody('d1')],
  ])('of %s can be today in UTC, but no later', async (call, body) => {
    const inventory = await start({ at: '2026-01-15T23:59:59.999Z' });
    const send = async (freezeDate: string) => (await inventory.send(call, { body: { ...body, freezeDate } })).status;
    expect([await send('2026-01-15'), await send('2026-01-16')]).toEqual([202, 400]);
    await inventory.advance('PT0.001S');
    expect([await send('2026-01-16'), await send('2026-01-17')]).toEqual([202, 400]);
    expect([await send('2000-01-01'), await send('1999-12-31'), await send('2020-13-01')]).toEqual([202, 400, 400]);
  });
});

describe('a real-time prediction', () => {
  const forecast = [14, 15, 16].map((day) => ({
    date: `2026-01-${day}`,
    predictedQuantity: 10,
    lowerQuantity: 10,
    upperQuantity: 10,
  }));
  const item = (datasetId: string, more: object = {}) =>
    createPredictionParameters(datasetId, { forecast, frequency: 'D', ...more });
  const seed = { tenants: { t1: { datasets: [createDataset('d1', 5)] } } };
  const send = (inventory: InventoryDriver, parametersArray: unknown[], more: object = {}) =>
    inventory.send('POST /io/real_time_prediction', { body: { parametersArray, ...more } });

  it('responds immediately from the given forecast for an untrained dataset', async () => {
    const inventory = await start({ seed });
    expect(await send(inventory, [item('d1'), item('d1')])).toEqual({
      status: 200,
      body: {
        results: [
          {
            datasetId: 'd1',
            supplierId: 'supplier-of-d1',
            safetyStockSuggestion: { quantity: 0, validDateInterval },
            reorderPointSuggestion: { quantity: 20, validDateInterval },
            replenishmentSuggestion: { quantity: 89, validDateInterval },
          },
        ],
      },
    });
    expect((await inventory.control('GET /_sim/jobs')).body.jobs).toEqual([]);
  });
});
