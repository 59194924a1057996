import { WorkerPool } from '@understudy/kernel';
import { afterEach, expect, it } from 'vitest';
import type { StartOptions } from './start-options.js';
import { type RunningSimulators, startSimulators } from './start-simulators.js';

let simulators: RunningSimulators | undefined;
afterEach(async () => simulators?.close());

const start = async (options: StartOptions) => {
  simulators = await startSimulators({ apis: ['inventory'], ...options });
  return simulators;
};
const overlay = (...actions: unknown[]) => ({ overlay: '1.0.0', info: { title: 't', version: '1' }, actions });

it('serves and checks by a description with an Overlay', async () => {
  const overlays = {
    inventory: overlay({ target: '$.components.parameters.TenantId.schema', update: { minLength: 9 } }),
  };
  const { fetch, url } = await start({ overlays });
  const form =
    'grant_type=client_credentials&client_id=demo-client&client_secret=demo-secret&scope=understudy-stage:io';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const token: { access_token?: string } = Object(
    await (await fetch(`${url}/connect/token`, { method: 'POST', body: form, headers })).json(),
  );
  const ask = async (tenantId: string) =>
    (await fetch(`${url}/io/data`, { headers: { tenantId, authorization: `Bearer ${token.access_token}` } })).status;
  expect([await ask('short'), await ask('long enough')]).toEqual([400, 200]);
});

it('refuses an Overlay that fits nowhere', async () => {
  const overlays = { inventory: overlay({ target: '$.components.nowhere', update: { a: 1 } }) };
  await expect(start({ overlays })).rejects.toThrow('selects nothing');
});

it('serves each simulator as it was changed', async () => {
  const { fetch, url } = await start({
    change: (simulator) =>
      simulator.name === 'inventory'
        ? {
            ...simulator,
            operations: {
              ...simulator.operations,
              checkHealth: async () => ({ status: 200, body: { message: 'changed' } }),
            },
          }
        : simulator,
  });
  expect(await (await fetch(`${url}/io/health_check`)).json()).toEqual({ message: 'changed' });
});

it('does not end threads that it was lent', async () => {
  const pool = new WorkerPool();
  const first = await startSimulators({ apis: ['inventory'], pool });
  await first.close();
  const { fetch, url } = await start({ pool });
  expect((await fetch(`${url}/io/health_check`)).status).toBe(200);
  await pool.close();
});
