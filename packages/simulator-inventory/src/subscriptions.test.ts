import { beforeEach, describe, expect, it } from 'vitest';
import type { InventoryDriver } from './testing/inventory-driver.js';
import { useInventoryDriver } from './testing/use-inventory-driver.js';

const start = useInventoryDriver();
const item = (datasetId: string, ...subscriptionIds: string[]) => ({
  datasetId,
  countOfSubscriptionIds: subscriptionIds.length,
  subscriptionIds,
});

let inventory: InventoryDriver;
const add = (body: object) => inventory.control('POST /_sim/actions/inventory/addSubscriptions', body);
const list = async (query = '', tenantId = 't1') =>
  (await inventory.send(`GET /io/subscriptions${query}`, { tenantId })).body;

beforeEach(async () => {
  inventory = await start();
  await add({ tenantId: 't1', datasetId: 'd1', subscriptionIds: ['a', 'b', 'c'] });
  await add({ tenantId: 't1', datasetId: 'd2', subscriptionIds: ['a'] });
  await add({ tenantId: 't2', datasetId: 'd1', subscriptionIds: ['z'] });
});

describe('the action addSubscriptions', () => {
  it('adds each new id once, for the demo client or another one', async () => {
    const seen = await add({ tenantId: 't1', datasetId: 'd2', subscriptionIds: ['b', 'a', 'b'] });
    expect(seen).toEqual({ status: 200, body: item('d2', 'a', 'b') });
    await add({ clientId: 'someone', tenantId: 't1', datasetId: 'd3', subscriptionIds: ['x'] });
    expect((await list()).countOfDatasets).toBe(2);
  });

  it('rejects a tenant whose name is not valid Unicode', async () => {
    const { status, body } = await add({ tenantId: '\ud83d', datasetId: 'd1', subscriptionIds: ['a'] });
    expect([status, body.errors[0].pointer]).toEqual([400, '/body/tenantId']);
  });

  it('reports all errors of its input', async () => {
    const { status, body } = await add({ clientId: 7, datasetId: '', subscriptionIds: ['a', ''] });
    expect([status, body.errors.map(({ message }: { message: string }) => message)]).toEqual([
      400,
      [
        '/body/tenantId is required, but missing.',
        '/body/clientId must be a string, but is 7.',
        '/body/datasetId must have at least 1 characters, but is "".',
        '/body/subscriptionIds/1 must have at least 1 characters, but is "".',
      ],
    ]);
  });
});
