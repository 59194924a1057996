import { WorkerPool } from '@understudy/kernel';
import { expect, it } from 'vitest';
import type { StartOptions } from './start-options.js';
import { startSimulators } from './start-simulators.js';
import { changeApi } from './testing/change-api.js';
import { requestDemoToken } from './testing/demo-token.js';
import { useResources } from './testing/use-resources.js';

const { start } = useResources();

const startInventory = (options: StartOptions) => start({ apis: ['inventory'], ...options }, 'any');
const overlay = (...actions: unknown[]) => ({ overlay: '1.0.0', info: { title: 't', version: '1' }, actions });

it('serves and checks by a description with an Overlay', async () => {
  const overlays = {
    inventory: overlay({ target: '$.components.parameters.TenantId.schema', update: { minLength: 9 } }),
  };
  const { fetch, url } = await startInventory({ overlays });
  const authorization = `Bearer ${await requestDemoToken({ fetch, url })}`;
  const ask = async (tenantId: string) =>
    (await fetch(`${url}/io/data`, { headers: { tenantId, authorization } })).status;
  expect([await ask('short'), await ask('long enough')]).toEqual([400, 200]);
});

it('refuses an Overlay that fits nowhere', async () => {
  const overlays = { inventory: overlay({ target: '$.components.nowhere', update: { a: 1 } }) };
  await expect(startInventory({ overlays })).rejects.toThrow('selects nothing');
});

it('serves each simulator as it was changed', async () => {
  const { fetch, url } = await startInventory({
    change: changeApi('inventory', (simulator) => ({
      ...simulator,
      operations: { ...simulator.operations, checkHealth: async () => ({ status: 200, body: { message: 'changed' } }) },
    })),
  });
  expect(await (await fetch(`${url}/io/health_check`)).json()).toEqual({ message: 'changed' });
});

it('does not end threads that it was lent', async () => {
  const pool = new WorkerPool();
  const first = await startSimulators({ apis: ['inventory'], pool });
  await first.close();
  const { fetch, url } = await startInventory({ pool });
  expect((await fetch(`${url}/io/health_check`)).status).toBe(200);
  await pool.close();
});
