import { beforeEach, describe, expect, it } from 'vitest';
import { createDataset } from '../testing/bodies.js';
import type { InventoryDriver } from '../testing/inventory-driver.js';
import { useInventoryDriver } from '../testing/use-inventory-driver.js';

const start = useInventoryDriver();
const steady = createDataset('steady', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
const flat = { ...steady, transactions: steady.transactions.map((sale) => ({ ...sale, quantity: 4 })) };
const training = { parametersArray: [{ datasetId: 'steady', frequency: 'D', horizon: 3 }] };

let inventory: InventoryDriver;
const inspect = (body: object) => inventory.control('POST /_sim/actions/inventory/inspectForecast', body);
const refusal = async (body: object) => {
  const { status, body: problem } = await inspect(body);
  return [status, problem.detail];
};

beforeEach(async () => {
  inventory = await start();
  await inventory.upload({ datasets: [flat] });
  await inventory.upload({ datasets: [createDataset('other', 2)] }, { tenantId: 't2' });
});

describe('the action inspectForecast', () => {
  it('shows the chosen model, the scores of all, the history, and the forecast that a prediction gives', async () => {
    await inventory.run('POST /io/start_trainer', training);
    const { status, body } = await inspect({ datasetId: 'steady' });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        datasetId: 'steady',
        clientId: 'demo-client',
        tenantId: 't1',
        currentDate: '2026-01-15',
        model: body.scores[0].model,
        frequency: 'D',
        horizon: 3,
        trainedBefore: '2026-01-15',
        observations: 14,
        history: flat.transactions.map(({ departureDate, quantity }) => ({ date: departureDate, quantity })),
      }),
    ]);
    expect(body.scores.length).toBeGreaterThan(1);
    const parameters = {
      datasetId: 'steady',
      currentInventoryLevel: 1,
      wantedServiceLevel: 0.9,
      supplier: { supplierId: 's', leadTime: { value: 2, granularity: 'D' } },
      replenishmentInterval: { value: 7, granularity: 'D' },
    };
    const { jobId } = await inventory.run('POST /io/create_prediction', { parametersArray: [parameters] });
    const { results } = (await inventory.send('GET /io/results', { jobId })).body;
    expect(body.forecast).toEqual(results[0].forecast);
    expect(body.history).toEqual(results[0].historicalData);
  });

  it('takes an earlier date for today, and hides what came after it', async () => {
    await inventory.run('POST /io/start_trainer', training);
    const { body } = await inspect({ datasetId: 'steady', freezeDate: '2026-01-10' });
    expect(body.history.at(-1)).toEqual({ date: '2026-01-09', quantity: 4 });
    expect(body.forecast[0]).toMatchObject({ date: '2026-01-10', predictedQuantity: 4 });
    expect(await refusal({ datasetId: 'steady', freezeDate: '2025-12-31' })).toEqual([
      400,
      'Dataset "steady" of tenant "t1" has no sale up to 2025-12-31; take a later freezeDate',
    ]);
  });

  it('says what to do about a dataset that is not there, and one that is not trained', async () => {
    expect(await refusal({ datasetId: 'nope' })).toEqual([400, 'There is no dataset "nope"; there are other, steady']);
    expect(await refusal({ datasetId: 'other', tenantId: 't1' })).toEqual([
      400,
      'There is no dataset "other" of tenant "t1"; there are steady',
    ]);
    expect(await refusal({ datasetId: 'steady', tenantId: 'nobody' })).toEqual([
      400,
      'There is no dataset "steady" of tenant "nobody"; there are none; upload sales first',
    ]);
    expect(await refusal({ datasetId: 'steady' })).toEqual([
      400,
      'Dataset "steady" of tenant "t1" is not trained; start the trainer first (POST /io/start_trainer)',
    ]);
  });

  it('asks which tenant is meant when several have the dataset', async () => {
    await inventory.upload({ datasets: [flat] }, { tenantId: 't2' });
    await inventory.run('POST /io/start_trainer', training, 't2');
    expect(await refusal({ datasetId: 'steady' })).toEqual([
      400,
      'Dataset "steady" belongs to several tenants: t1, t2; name one as tenantId',
    ]);
    expect((await inspect({ datasetId: 'steady', tenantId: 't2' })).body.tenantId).toBe('t2');
  });

  it('asks which client is meant when several have the same tenant', async () => {
    await inventory.control('POST /_sim/actions/identity/registerClient', { clientId: 'c2', clientSecret: 's2' });
    await inventory.logIn(undefined, 'c2', 's2');
    await inventory.upload({ datasets: [flat] });
    await inventory.run('POST /io/start_trainer', training);
    expect(await refusal({ datasetId: 'steady', tenantId: 't1' })).toEqual([
      400,
      'Dataset "steady" belongs to several tenants: t1 of client c2, t1 of client demo-client; name one as tenantId and clientId',
    ]);
    expect((await inspect({ datasetId: 'steady', clientId: 'c2' })).body.clientId).toBe('c2');
  });

  it('finds what came by a seed', async () => {
    const seed = { tenants: { shop: { training: { frequency: 'D', horizon: 3 }, datasets: [flat] } } };
    const seeded = await start({ seed });
    const { body } = await seeded.control('POST /_sim/actions/inventory/inspectForecast', { datasetId: 'steady' });
    expect(body).toMatchObject({ tenantId: 'shop', observations: 14 });
  });

  it('tells all that is wrong with its input', async () => {
    expect(await refusal({ clientId: 1, tenantId: '' })).toEqual([
      400,
      '/body/datasetId is required, but missing.; /body/clientId must be a string, but is 1.; ' +
        '/body/tenantId must have at least 1 characters, but is "".',
    ]);
    expect(await refusal({ datasetId: 'd1', freezeDate: '2026-01-16' })).toEqual([
      400,
      '/body/freezeDate must be a date from 2000-01-01 to today, 2026-01-15',
    ]);
    for (const freezeDate of ['1999-12-31', '2026-02-30', 'yesterday', 20260101, null]) {
      expect((await refusal({ datasetId: 'steady', freezeDate }))[0]).toBe(400);
    }
  });
});
