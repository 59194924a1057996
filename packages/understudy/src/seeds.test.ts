import { describe, expect, it } from 'vitest';
import { apisThatComeAlong } from './apis/apis.js';
import { seedsOf } from './seeds.js';
import { startSimulators } from './start-simulators.js';

const seeds = seedsOf(apisThatComeAlong);

describe('the demo seed', () => {
  // By its name it is taken without the contract's checks, so that a start is quick; as data it is checked.
  it('meets the checks that every other seed must meet', async () => {
    const data = await seeds.demo?.();
    expect(Object.keys(data ?? {})).toContain('inventory');
    const simulators = await startSimulators({ seed: data ?? {} });
    await simulators.close();
  });

  it('would be refused with one record broken', async () => {
    const data = structuredClone(await seeds.demo?.()) as {
      inventory: { tenants: Record<string, { datasets: object[] }> };
    };
    const [tenant] = Object.values(data.inventory.tenants);
    tenant?.datasets.push({ datasetId: 'broken', data: [{ quantity: 'many' }] });
    await expect(startSimulators({ seed: data })).rejects.toThrow(/inventory\/tenants\/.*\/datasets/);
  });

  it('has the account that a start tells of', async () => {
    const simulators = await startSimulators({ seed: 'demo' });
    const account = simulators.description.credentials['einvoicing'];
    const body = new URLSearchParams({
      company_id: String(account?.['companyId']),
      user_api_key: String(account?.['userApiKey']),
      vendor_api_key: String(account?.['vendorApiKey']),
      scope: 'eui',
    });
    const token = await simulators.fetch(`${simulators.url}/oauth2/token`, { method: 'POST', body });
    const { access_token } = JSON.parse(await token.text());
    const headers = { authorization: `Bearer ${access_token}` };
    const state = await simulators.fetch(`${simulators.url}/v1/company/authorization`, { headers });
    expect(JSON.parse(await state.text())).toMatchObject({ company_state: 1 });
    await simulators.close();
  });
});
