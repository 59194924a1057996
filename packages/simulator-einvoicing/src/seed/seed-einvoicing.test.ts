import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { useEinvoicingApi } from '../testing/einvoicing-api.js';

const start = useEinvoicingApi();
const company = { id: 'c1', name: 'Cafe', bid: '1234567-1', country: 'FI', email: 'a@b.cd', users: ['key'] };
const users = [{ userApiKey: 'key', email: 'a@b.cd' }];
const party = { name: 'Shop', bid: '2345678-0', country: 'FI' };
const invoice = {
  company: 'c1',
  direction: 'SENT',
  daysAgo: 1,
  number: 'A-1',
  party,
  amount: 5,
  item: 'Tea',
  network: 'PEPPOL',
};
const demoFile = new URL('../../../../fixtures/einvoicing/seeds/demo.json', import.meta.url);

describe('the e-invoicing seed', () => {
  it('of the demo has two verified companies of one user with active registrations', async () => {
    const seed = JSON.parse(await readFile(demoFile, 'utf8'));
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

  it('of the demo has recent invoices in all states, an open assignment and a failing webhook', async () => {
    const seed = JSON.parse(await readFile(demoFile, 'utf8'));
    const api = start({ seed, at: '2027-03-03T12:00:00.000Z' });
    const seen: Record<string, string[]> = { SENT: [], RECEIVED: [] };
    let headers = {};
    for (const { id } of [...seed.companies].reverse()) {
      const { body } = await api.token({ company_id: id, user_api_key: 'demo-user-key', scope: 'eui' });
      headers = { authorization: `Bearer ${body.access_token}` };
      for (const direction of ['SENT', 'RECEIVED']) {
        const list = (await api.send(`GET /v1/invoices?direction=${direction}`, { headers })).body;
        for (const { status, date, files, received_at: receivedAt } of list) {
          seen[direction]?.push(status);
          expect(date >= '2027-01-10' && date <= '2027-03-03' && receivedAt.startsWith(date)).toBe(true);
          expect(files).toHaveLength(1);
        }
      }
    }
    expect(seen['RECEIVED']).toHaveLength(12);
    expect([...new Set(seen['SENT'])].sort()).toEqual(['DELIVERED', 'FAILED', 'PENDING']);
    expect(seen['SENT']).toHaveLength(12);
    const assignments = (await api.send('GET /v1/assignments', { headers })).body;
    expect(JSON.stringify(assignments)).toContain('HC-1001');
    const [failing] = (await api.send('GET /v1/company/notifications', { headers })).body;
    expect(failing).toMatchObject({ destination: 'http://127.0.0.1:4099/accounting', events: ['DOCUMENTS.*'] });
    // Pending invoices arrive, and the receiver gets no event.
    await api.send('POST /_sim/clock/advance', { body: { by: 'PT1H' } });
    const { deliveries } = (await api.send('GET /_sim/deliveries')).body;
    expect(deliveries).toMatchObject([{ url: 'http://127.0.0.1:4099/accounting', state: 'pending' }]);
  });

  it('can contain partners and linked companies', async () => {
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
    [[], ': it must be an object'],
    [{ bills: [] }, '/bills: it is not a seed member; available: vendors, users, companies, invoices, webhooks'],
    [
      { webhooks: [{ company: 'c2', destination: 'http://a.b' }] },
      '/webhooks/0/company: it must be the id of a company',
    ],
    [
      { users, companies: [company], invoices: [{ ...invoice, direction: 'IN' }] },
      '/invoices/0/direction: it must be SENT or RECEIVED',
    ],
    [
      { users, companies: [company], invoices: [{ ...invoice, daysAgo: 1.5 }] },
      '/invoices/0/daysAgo: it must be 0 to 365',
    ],
    [{ users, companies: [company], invoices: [{ ...invoice, party: {} }] }, '/invoices/0/party: it must have a name'],
    [{ users: {} }, '/users: it must be a list'],
    [{ users: [1] }, '/users/0: it must be an object'],
    [{ users: [{ userApiKey: 'a' }] }, '/users/0/email: it must be a non-empty string'],
    [{ companies: [{ ...company, profiles: {} }] }, '/companies/0/profiles: it must be a list'],
    [{ companies: [{ ...company, bid: '1234567-2' }] }, '/companies/0/bid: it is invalid: bid has a wrong check digit'],
  ])('%j is rejected with a matching error', async (einvoicing, message) => {
    const api = start();
    const { status, body } = await api.send('POST /_sim/seed', { body: { data: { einvoicing } } });
    const expected = `The e-invoicing seed is invalid at /einvoicing${message}`;
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(expected)]);
  });
});
