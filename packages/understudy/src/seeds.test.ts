import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { membersOf } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { builtInApis } from './apis/apis.js';
import { readConfiguration } from './commands/read-configured-settings.js';
import type { Control } from './control/control.js';
import { listNamedSeeds } from './seeds.js';
import { type RunningSimulators, startSimulators } from './start-simulators.js';
import { call } from './testing/call.js';
import { useResources } from './testing/use-resources.js';

const { start, fileWith, folderWith } = useResources();

const seeds = listNamedSeeds(builtInApis);
const subscription = { tenantId: 't1', datasetId: 'd1', subscriptionIds: ['a'] };

async function recordsOf({ control }: RunningSimulators): Promise<string[]> {
  await control.snapshots.put('s');
  const { records }: { records?: unknown } = Object(await control.snapshots.get('s'));
  return Array.isArray(records) ? records.map((record) => JSON.stringify(record)) : [];
}

describe('the demo seed', () => {
  // A named seed skips the contract checks for a quick start. Data is always checked.
  it('passes the validation of custom seeds', async () => {
    const data = await seeds.demo?.();
    expect(Object.keys(data ?? {})).toContain('inventory');
    const asData = await start({ seed: data ?? {} });
    const byName = await start({ apis: ['inventory'], seed: 'demo' });
    // A named seed trains its models on first use, whatever happened before.
    await byName.control.action('inventory', 'addSubscriptions', { ...subscription, tenantId: 'demo' });
    const [checked = [], trusted = []] = await Promise.all([asData, byName].map(recordsOf));
    const ofInventory = checked.filter((record) => record.includes('"partition":"inventory'));
    expect(ofInventory.filter((record) => record.includes('"models"'))).toHaveLength(10);
    expect(trusted).toEqual(expect.arrayContaining(ofInventory));
  });

  it('is rejected if one record is invalid', async () => {
    const data = structuredClone(await seeds.demo?.()) as {
      inventory: { tenants: Record<string, { datasets: object[] }> };
    };
    const [tenant] = Object.values(data.inventory.tenants);
    tenant?.datasets.push({ datasetId: 'broken', data: [{ quantity: 'many' }] });
    await expect(startSimulators({ seed: data })).rejects.toThrow(/inventory\/tenants\/.*\/datasets/);
  });

  it('contains the account printed at startup', async () => {
    const simulators = await start({ seed: 'demo' });
    const account = simulators.description.credentials['einvoicing'];
    const { companyId, userApiKey, vendorApiKey } = Object(account);
    const form = { company_id: companyId, user_api_key: userApiKey, vendor_api_key: vendorApiKey, scope: 'eui' };
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const token = await call(simulators, 'POST /oauth2/token', String(new URLSearchParams(form)), type);
    const headers = { authorization: `Bearer ${token.body.access_token}` };
    const state = await call(simulators, 'GET /v1/company/authorization', undefined, headers);
    expect(state.body).toMatchObject({ company_state: 1 });
  });
});

it('a configuration names a seed, or a seed file relative to the configuration file', async () => {
  const folder = await folderWith();
  const config = join(folder, 'understudy.config.yaml');
  const named = async (text: string) => {
    await writeFile(config, text);
    return (await readConfiguration(config)).seed;
  };
  expect(await named('seed: shop.json')).toBe(join(folder, 'shop.json'));
  expect(await named('seed: empty')).toBe('empty');
  expect(await named('data: kept')).toBeUndefined();
  await expect(named('seed: 3')).rejects.toThrow(/:1:1 \/seed must be a string/);
});

describe('a snapshot file as a seed', () => {
  async function saved(change: (file: Record<string, unknown>) => void = () => undefined): Promise<string> {
    const source = await start({ apis: ['inventory'] });
    await source.control.action('inventory', 'addSubscriptions', subscription);
    await source.control.advance('P3D');
    await source.control.settings.change({ progression: 'polls:7' });
    await source.control.snapshots.put('s');
    const file = await source.control.snapshots.get('s');
    change(file);
    return await fileWith('shop.json', file);
  }

  const standing = async ({ clock, settings }: Control) => [
    (await clock.get()).now,
    (await settings.get()).progression,
  ];

  it('is the state at startup and after a reset, including clock and settings', async () => {
    const simulators = await start({ apis: ['inventory'], seed: await saved() });
    const { control } = simulators;
    const begun = ['2026-01-18T09:00:00.000Z', 'polls:7'];
    expect(await standing(control)).toEqual(begun);
    await control.advance('P1D');
    await control.settings.change({ progression: 'manual' });
    await control.reset();
    expect(await standing(control)).toEqual(begun);
    const turned = await control.sandboxes.create('turned', { at: '2027-01-01T00:00:00Z', progression: 'manual' });
    expect(await standing(turned.control)).toEqual(['2027-01-01T00:00:00.000Z', 'manual']);
    await control.sandboxes.create('plain', { seed: 'empty' });
    expect((await control.sandboxes.list()).map(({ seed }) => seed)).toEqual(['custom', 'custom', 'empty']);
  });

  it('starts with the time and progression given as options', async () => {
    const asked = { at: '2026-05-01T00:00:00Z', progression: 'manual' };
    const simulators = await start({ apis: ['inventory'], seed: await saved(), ...asked });
    expect(await standing(simulators.control)).toEqual(['2026-05-01T00:00:00.000Z', 'manual']);
  });

  it.each([
    ['has an earlier version', { version: 2 }, /version 2 of an earlier Understudy/],
    ['is invalid', { records: [{ partition: ':kernel' }] }, /not a valid snapshot: \/records\/0/],
  ])('is rejected if it %s', async (_what, broken, sentence) => {
    const path = await saved((file) => Object.assign(file, broken));
    await expect(startSimulators({ apis: ['inventory'], seed: path })).rejects.toThrow(sentence);
  });

  it('is rejected if its clock is in scaled mode without a scale', async () => {
    const path = await saved(({ kernel }) => {
      const { clock } = membersOf(kernel);
      Object.assign(membersOf(membersOf(clock)['clock']), { mode: 'scaled' });
    });
    await expect(startSimulators({ apis: ['inventory'], seed: path })).rejects.toThrow(/not a valid snapshot: .*scale/);
  });
});
