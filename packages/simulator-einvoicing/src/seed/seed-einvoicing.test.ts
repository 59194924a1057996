import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { einvoicingApis } from '../testing/einvoicing-api.js';

const start = einvoicingApis();
const company = { id: 'c1', name: 'Cafe', bid: '1234567-1', country: 'FI', email: 'a@b.cd', users: ['key'] };
const users = [{ userApiKey: 'key', email: 'a@b.cd' }];

describe('a seed', () => {
  it('of the demo has two verified companies of one user, which can receive', async () => {
    const file = new URL('../../../../fixtures/einvoicing/seeds/demo.json', import.meta.url);
    const seed = JSON.parse(await readFile(file, 'utf8'));
    const api = start({ seed });
    for (const { id, profiles } of seed.companies) {
      const { body } = await api.token({ company_id: id, user_api_key: 'demo-user-key', scope: 'eui' });
      const headers = { authorization: `Bearer ${body.access_token}` };
      const state = await api.send('GET /v1/company/authorization', { headers });
      expect(state.body).toMatchObject({ auth_state: 'SIGNED', company_state: 1 });
      const registered = (await api.send('GET /v1/company/profiles?status[]=active', { headers })).body;
      expect(
        registered.map(({ network, profile }: { network: string; profile: string }) => [network, profile]),
      ).toEqual(profiles.map(({ network, profile }: { network: string; profile: string }) => [network, profile]));
      expect((await api.send('GET /v1/companies', { headers })).body).toHaveLength(2);
    }
  });

  it('gives partners and links', async () => {
    const vendors = [{ vendorApiKey: 'partner-key', partnerCompanyId: 'c1' }];
    const linked = { ...company, id: 'c2', bid: '7654321-2', linkedTo: ['partner-key'] };
    const api = start({ seed: { vendors, users, companies: [company, linked] } });
    const keys = { user_api_key: 'key', vendor_api_key: 'partner-key', scope: 'eui' };
    expect((await api.token({ company_id: 'c1', user_api_key: 'key' })).status).toBe(401);
    expect((await api.token({ company_id: 'c1', ...keys })).status).toBe(200);
    const { body } = await api.token({ company_id: 'c2', ...keys });
    const headers = { authorization: `Bearer ${body.access_token}` };
    expect((await api.send('GET /v1/company/vendors', { headers })).body).toEqual({ state: 'LINKED' });
    expect((await api.send('GET /v1/company/authorization', { headers })).body.company_state).toBe(-1);
  });

  it.each([
    [[], ' must be an object'],
    [{ invoices: [] }, '/invoices is no part of a seed; there are vendors, users, companies'],
    [{ users: {} }, '/users must be a list'],
    [{ users: [1] }, '/users/0 must be an object'],
    [{ users: [{ userApiKey: 'a' }] }, '/users/0/email must be a non-empty string'],
    [{ companies: [{ ...company, profiles: {} }] }, '/companies/0/profiles must be a list'],
    [{ companies: [{ ...company, bid: '1234567-2' }] }, '/companies/0/bid is unusable: bid has a wrong check digit'],
  ])('%j is refused with what is wrong', async (einvoicing, message) => {
    const api = start();
    const { status, body } = await api.send('POST /_sim/seed', { body: { data: { einvoicing } } });
    const expected = `The seed of the e-invoicing API is unusable: /einvoicing${message}`;
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(expected)]);
  });
});
