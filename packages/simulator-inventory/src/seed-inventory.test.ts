import { describe, expect, it } from 'vitest';
import { readInventorySeed } from './seed-inventory.js';
import { createPredictionBody, createSale } from './testing/bodies.js';
import { useInventoryDriver } from './testing/use-inventory-driver.js';

const start = useInventoryDriver();
const transactions = [createSale('b', '2025-12-31'), createSale('c', '2025-12-24'), createSale('a', '2025-12-31')];
const tenants = {
  t1: {
    datasets: [{ datasetId: 'd1', transactions }],
    training: { frequency: 'D', horizon: 3 },
    subscriptions: [{ datasetId: 'd1', subscriptionIds: ['s1', 's1', 's2'] }],
  },
  t2: {},
};

describe('the inventory seed', () => {
  it('stores the data of tenants like an upload, with models and subscriptions', async () => {
    const inventory = await start({ seed: { tenants } });
    const [b, c, a] = transactions;
    expect(await inventory.stored('datasets')).toEqual({ d1: { datasetId: 'd1', records: [c, a, b] } });
    expect((await inventory.send('GET /io/data/d1')).body).toMatchObject({
      startDate: '2025-12-24',
      endDate: '2025-12-31',
      numberOfIntervalsTotal: 8,
    });
    expect((await inventory.send('GET /io/subscriptions')).body.subscriptionObjects[0].subscriptionIds).toEqual([
      's1',
      's2',
    ]);
    expect((await inventory.run('POST /io/create_prediction', createPredictionBody('d1'))).status).toBe('success');
    expect((await inventory.send('GET /io/data', { tenantId: 't2' })).body.datasetIds).toEqual([]);
    expect(Object.isFrozen(transactions[0])).toBe(false);
  });

  it.each([
    ['2026-01-15T00:00:00.000Z', '2026-01-14'],
    ['2026-01-14T23:59:59.999Z', '2026-01-07'],
  ])('loaded at %s can be shifted to yesterday in UTC', async (at, endDate) => {
    const inventory = await start({ at, seed: { tenants, shiftTo: 'yesterday' } });
    expect((await inventory.send('GET /io/data/d1')).body.endDate).toBe(endDate);
  });

  it('can belong to another client', async () => {
    const inventory = await start({ seed: { clientId: 'shop', tenants } });
    expect((await inventory.send('GET /io/data')).body.countOfDatasets).toBe(0);
    const client = { clientId: 'shop', clientSecret: 's' };
    await inventory.control('POST /_sim/actions/identity/registerClient', client);
    await inventory.logIn(undefined, 'shop', 's');
    expect((await inventory.send('GET /io/data')).body.datasetIds).toEqual(['d1']);
  });

  it('is rejected with its validation errors if it is invalid', async () => {
    const inventory = await start();
    const data = { inventory: { tenants: { t1: { datasets: [{ datasetId: 'd1', transactions: [] }] } } } };
    const { status, body } = await inventory.control('POST /_sim/seed', { data });
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringContaining('invalid dataset \\"d1\\": /transactions'),
    ]);
  });
});

describe('readSeed', () => {
  it('reads a missing seed as an empty one', () => {
    expect(readInventorySeed(undefined)).toEqual({ clientId: 'demo-client', shiftTo: undefined, tenants: [] });
  });

  it.each([
    [[], ': it must be an object'],
    [{ tenant: {} }, '/tenant: it is not a seed member; available: clientId, tenants, shiftTo'],
    [{ clientId: '' }, '/clientId: it must be a non-empty string'],
    [{ shiftTo: 'today' }, '/shiftTo: it must be "yesterday" or absent'],
    [{ tenants: [] }, '/tenants: it must be an object'],
    [{ tenants: { t1: null } }, '/tenants/t1: it must be an object'],
    [
      { tenants: { t1: { data: [] } } },
      '/tenants/t1/data: it is not a seed member; available: datasets, training, subscriptions',
    ],
    [{ tenants: { t1: { datasets: {} } } }, '/tenants/t1/datasets: it must be an array'],
    [
      { tenants: { t1: { datasets: [{ datasetId: 'd1', transactions: [createSale('a', 'soon')] }] } } },
      '/tenants/t1/datasets: it has an invalid dataset "d1": /transactions/0/departureDate must be a date (YYYY-MM-DD), but is "soon"',
    ],
    [
      { tenants: { t1: { training: { frequency: 'D', horizon: 548 } } } },
      '/tenants/t1/training: it must be {frequency, horizon} of a training: /horizon must be at most 547, but is 548',
    ],
    [
      { tenants: { t1: { subscriptions: [{ datasetId: 'd1' }] } } },
      '/tenants/t1/subscriptions/0/subscriptionIds: it must be an array',
    ],
    [
      { tenants: { t1: { subscriptions: [{ datasetId: 'd1', subscriptionIds: [7] }] } } },
      '/tenants/t1/subscriptions/0/subscriptionIds/0: it must be a non-empty string',
    ],
  ])('rejects %j', (seed, message) => {
    expect(() => readInventorySeed(seed)).toThrow(
      new RangeError(`The inventory seed is invalid at /inventory${message}`),
    );
  });
});
