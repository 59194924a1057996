import { describe, expect, it } from 'vitest';
import { dataset } from './testing/bodies.js';
import { inventories } from './testing/inventories.js';
import type { Inventory } from './testing/inventory.js';

const start = inventories();
const register = (inventory: Inventory, more: object) =>
  inventory.control('POST /_sim/actions/identity/registerClient', { clientId: 'shop', clientSecret: 's', ...more });
const code = async (inventory: Inventory, tenantId = 't1') => {
  const { status, body } = await inventory.send('GET /io/data', { tenantId });
  return [status, body.code];
};

describe('a token', () => {
  it('of a client that is limited to tenants is good for these only', async () => {
    const inventory = await start();
    await register(inventory, { tenants: ['t1', 'constructor'] });
    await inventory.logIn(undefined, 'shop', 's');
    expect(await code(inventory, 't1')).toEqual([200, undefined]);
    expect(await code(inventory, 'constructor')).toEqual([200, undefined]);
    expect(await code(inventory, 't2')).toEqual([403, 'FORBIDDEN']);
    expect(await code(inventory, '')).toEqual([400, 'CLIENT_ID_MISSING']);
    await register(inventory, { tenants: [] });
    await inventory.logIn(undefined, 'shop', 's');
    expect(await code(inventory, 't1')).toEqual([403, 'FORBIDDEN']);
  });

  it('that expires while its job runs lets the job go on', async () => {
    const inventory = await start({ progression: 'after:PT2H' });
    const jobId = await inventory.upload({ datasets: [dataset('d1', 5)] });
    await inventory.advance('PT2H');
    expect(await code(inventory)).toEqual([403, 'TOKEN_INVALID']);
    await inventory.logIn();
    expect((await inventory.status(jobId)).status).toBe('success');
  });
});

describe('data', () => {
  it('is kept per client, tenant and dataset', async () => {
    const inventory = await start();
    await inventory.upload({ datasets: [dataset('d1', 5)] });
    const jobId = await inventory.upload({ datasets: [dataset('d2', 5)] });
    await register(inventory, {});
    await inventory.logIn(undefined, 'shop', 's');
    expect((await inventory.send('GET /io/data')).body).toEqual({ countOfDatasets: 0, datasetIds: [] });
    expect((await inventory.send('GET /io/status', { jobId })).status).toBe(404);
  });
});
