import { beforeEach, describe, expect, it } from 'vitest';
import { inventories } from './testing/inventories.js';
import type { Inventory } from './testing/inventory.js';

const start = inventories();
const item = (datasetId: string, ...subscriptionIds: string[]) => ({
  datasetId,
  countOfSubscriptionIds: subscriptionIds.length,
  subscriptionIds,
});
const overview = (...items: Array<ReturnType<typeof item>>) => ({
  countOfDatasets: items.length,
  countOfSubscriptionIds: items.flatMap(({ subscriptionIds }) => subscriptionIds).length,
  subscriptionObjects: items,
});
const removed = (...items: Array<ReturnType<typeof item>>) => ({
  countOfUnsubscribedDatasets: items.length,
  countOfUnsubscribedSubscriptionIds: items.flatMap(({ subscriptionIds }) => subscriptionIds).length,
  unsubscribedSubscriptionObjects: items,
});

let inventory: Inventory;
const add = (body: object) => inventory.control('POST /_sim/actions/inventory/addSubscriptions', body);
const list = async (query = '', tenantId = 't1') =>
  (await inventory.send(`GET /io/subscriptions${query}`, { tenantId })).body;
const unsubscribe = (...subscriptionObjects: unknown[]) =>
  inventory.send('POST /io/unsubscribe', { body: { subscriptionObjects } });

beforeEach(async () => {
  inventory = await start();
  await add({ tenantId: 't1', datasetId: 'd1', subscriptionIds: ['a', 'b', 'c'] });
  await add({ tenantId: 't1', datasetId: 'd2', subscriptionIds: ['a'] });
  await add({ tenantId: 't2', datasetId: 'd1', subscriptionIds: ['z'] });
});

describe('the overview', () => {
  it.each([
    ['', overview(item('d1', 'a', 'b', 'c'), item('d2', 'a'))],
    ['?datasetId=d1', overview(item('d1', 'a', 'b', 'c'))],
    ['?datasetId=d1&subscriptionIds=a,c', overview(item('d1', 'a', 'c'))],
    ['?datasetId=d1&subscriptionIds=%20c%20,,nope,a', overview(item('d1', 'a', 'c'))],
    ['?subscriptionIds=a', overview(item('d1', 'a'), item('d2', 'a'))],
    ['?subscriptionIds=b', overview(item('d1', 'b'))],
    ['?subscriptionIds=nope', overview()],
    ['?datasetId=constructor', overview()],
  ])('%s shows the subscriptions of the tenant that match', async (query, expected) => {
    expect(await list(query)).toEqual(expected);
  });
});

describe('unsubscribing', () => {
  it('takes the ids named and tells which', async () => {
    const seen = await unsubscribe({ datasetId: 'd1', subscriptionIds: ['c', 'nope', 'a', 'a'] });
    expect(seen).toEqual({ status: 200, body: removed(item('d1', 'a', 'c')) });
    expect(await list()).toEqual(overview(item('d1', 'b'), item('d2', 'a')));
    expect(await list('', 't2')).toEqual(overview(item('d1', 'z')));
  });

  it('takes equal items as one and refuses differing ones, then takes nothing', async () => {
    const twice = { datasetId: 'd2', subscriptionIds: ['a'] };
    const refused = await unsubscribe(twice, { datasetId: 'd1' }, { datasetId: 'd1', subscriptionIds: ['a'] });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      '/body/subscriptionObjects/2 names dataset "d1" more than once with different content; send one item per dataset',
    ]);
    expect((await list()).countOfSubscriptionIds).toBe(4);
    expect((await unsubscribe(twice, twice)).body).toEqual(removed(item('d2', 'a')));
  });
});

describe('the action addSubscriptions', () => {
  it('adds to what is there, each id once, for a client of its own too', async () => {
    const seen = await add({ tenantId: 't1', datasetId: 'd2', subscriptionIds: ['b', 'a', 'b'] });
    expect(seen).toEqual({ status: 200, body: item('d2', 'a', 'b') });
    await add({ clientId: 'someone', tenantId: 't1', datasetId: 'd3', subscriptionIds: ['x'] });
    expect((await list()).countOfDatasets).toBe(2);
  });

  it('tells all that is wrong with its input', async () => {
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
