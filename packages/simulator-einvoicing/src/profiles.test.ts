import { describe, expect, it } from 'vitest';
import { type TestCompany, useEinvoicingApi } from './testing/einvoicing-api.js';

const start = useEinvoicingApi();
const invoice = ['INVOICE_AND_CREDIT_NOTE'];

const post = async (company: TestCompany, body: object) => {
  const { status, body: answer } = await company.send('POST /v1/company/profiles', { body });
  return status === 201 ? 201 : [status, answer.code];
};

describe('network registrations', () => {
  it('are rejected completely if they contain a single error', async () => {
    const api = start();
    const company = await api.company({ country: 'SE', networks: ['INTERNAL'] });
    await company.subscribe('in', ['NETWORKS.*']);
    expect(await post(company, { profiles: [...invoice, 'ORDER'] })).toEqual([400, 'invalid_parameters']);
    expect(await post(company, { network: 'INTERNAL', profiles: ['ORDER'], profile_version: 'EHF30' })).toEqual([
      422,
      'profile_not_supported',
    ]);
    const mixed = { profiles: ['ORDER', 'INVOICE_RESPONSE'], profile_version: 'EHF30' };
    expect(await post(company, mixed)).toEqual([422, 'profile_not_supported']);
    expect(await post(company, { network: 'INTERNAL', profiles: invoice })).toEqual([422, 'profile_name_conflict']);
    expect((await company.send('GET /v1/company/profiles')).body).toHaveLength(1);
    expect(await api.messages('in')).toEqual([]);
  });

  it.each([
    ['NO', '987 654 325 MVA', '0192', '987654325'],
    ['SE', 'SE556000001901', '0007', '5560000019'],
    ['FI', 'FI12345671', '0216', '003712345671'],
    ['DK', 'DK12345678', '0182', 'DK12345678'],
    ['NL', '87654321', '0106', '87654321'],
    ['NL', 'NL123456789B01', '9944', 'NL123456789B01'],
    ['DE', '123456789', '9930', 'DE123456789'],
    ['BE', 'BE 0123.456.789', '0208', '0123456789'],
    ['EE', 'EE100200300', '9931', 'EE100200300'],
  ])('of a company in %s with id %s get the address %s:%s', async (country, bid, scheme, endpoint_id) => {
    const company = await start().company({ country, bid });
    expect(await company.register('INTERNAL')).toMatchObject({ scheme, endpoint_id });
    expect(await company.register('PEPPOL')).toMatchObject({ scheme, endpoint_id });
  });

  it('accept a given address, unless it is taken or belongs to another business id', async () => {
    const api = start();
    const company = await api.company();
    const other = await api.company({ country: 'PT' });
    const gln = { scheme: '0088', endpoint_id: '7300010000001' };
    expect(await post(company, { profiles: invoice, ...gln })).toBe(201);
    expect(await post(company, { profiles: invoice, ...gln })).toEqual([422, 'profile_name_conflict']);
    expect(await post(other, { profiles: invoice, ...gln })).toEqual([422, 'profile_eia_conflict']);
    const foreign = { scheme: '0216', endpoint_id: '003712345671' };
    expect(await post(company, { profiles: invoice, ...foreign })).toEqual([422, 'profile_eia_bid_conflict']);
    const { status, body } = await other.send('POST /v1/company/profiles', { body: { profiles: invoice } });
    expect([status, body.code, body.message]).toEqual([
      422,
      'endpoint_id_not_generated',
      `Could not auto-generate scheme and endpoint_id from company business id (PT ${other.bid}). Provide both parameters explicitly`,
    ]);
    expect(await post(other, { profiles: invoice, scheme: '9946', endpoint_id: 'PT1' })).toBe(201);
  });

  it('can be activated or failed by a control action', async () => {
    const api = start();
    const company = await api.company();
    await api.action('activateProfile', { companyId: company.id, network: 'BANK' });
    expect((await company.send('GET /v1/company/profiles')).body).toMatchObject([{ status: 'active' }]);
    const internal = await company.register('INTERNAL');
    await api.action('failProfile', { companyId: company.id, profileId: internal.id, message: 'No luck' });
    expect((await company.send(`GET /v1/company/profiles/${internal.id}`)).body).toMatchObject({
      status: 'error',
      last_event: { message: 'No luck', created_at: '2026-01-15T09:00:00Z' },
    });
    const settings = { apis: { einvoicing: { bankHours: 12 } } };
    expect((await api.send('PATCH /_sim/settings', { body: settings })).status).toBe(400);
  });

  it('can be updated and deleted, but INTERNAL only as the last one', async () => {
    const api = start();
    const company = await api.company({ country: 'SE', networks: ['INTERNAL', 'SCAN'] });
    const [internal, scan] = (await company.send('GET /v1/company/profiles')).body;
    const network_settings = { return_email: 'b@example.com', other_docs: true };
    const change = { body: { network_settings } };
    expect((await company.send(`PATCH /v1/company/profiles/${scan.id}`, change)).status).toBe(204);
    expect((await company.send(`GET /v1/company/profiles/${scan.id}`)).body.network_settings).toEqual(network_settings);
    const kept = await company.send(`DELETE /v1/company/profiles/${internal.id}`);
    expect([kept.status, kept.body.code]).toEqual([409, 'profile_deletion_not_allowed']);
    expect((await company.send(`DELETE /v1/company/profiles/${scan.id}`)).status).toBe(204);
    expect((await company.send(`DELETE /v1/company/profiles/${internal.id}`)).status).toBe(204);
    expect((await company.send(`GET /v1/company/profiles/${internal.id}`)).body.code).toBe('not_found');
    const other = await api.company();
    const foreign = await other.register('INTERNAL');
    expect((await company.send(`GET /v1/company/profiles/${foreign.id}`)).status).toBe(404);
  });

  it('are returned as an array with profilesResponse=array', async () => {
    const api = start();
    const company = await api.company();
    await api.settings({ profilesResponse: 'array' });
    expect(await company.register('INTERNAL')).toHaveLength(1);
  });
});
