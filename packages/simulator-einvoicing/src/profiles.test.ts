import { describe, expect, it } from 'vitest';
import { einvoicingApis, type TestCompany } from './testing/einvoicing-api.js';

const start = einvoicingApis();
const invoice = ['INVOICE_AND_CREDIT_NOTE'];
const documents = ['ORDER', 'ORDER_RESPONSE', 'CATALOGUE', 'CATALOGUE_RESPONSE', 'DESPATCH_ADVICE', 'REMINDER'];

const post = async (company: TestCompany, body: object) => {
  const { status, body: answer } = await company.send('POST /v1/company/profiles', { body });
  return status === 201 ? 201 : [status, answer.code];
};
const statusOf = async (company: TestCompany, id: string) =>
  (await company.send(`GET /v1/company/profiles/${id}`)).body.status;

describe('registrations', () => {
  it('are made one for each profile, pending, and tell subscribers', async () => {
    const api = start();
    const company = await api.company({ networks: ['INTERNAL'] });
    await company.subscribe('in', ['NETWORKS.*']);
    const one = await company.register('PEPPOL');
    expect(one).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'pending',
      profile: 'INVOICE_AND_CREDIT_NOTE',
      profiles: invoice,
      profile_version: null,
      endpoint_id: `0037${company.bid.replace('-', '')}`,
      scheme: '0216',
      network: 'PEPPOL',
    });
    const two = await company.register('PEPPOL', { profiles: ['ORDER', 'ORDER_RESPONSE'], profile_version: 'EHF30' });
    expect(
      two.map((each: { profile: string; profile_version: string }) => [each.profile, each.profile_version]),
    ).toEqual([
      ['ORDER', 'EHF30'],
      ['ORDER_RESPONSE', 'EHF30'],
    ]);
    expect((await api.messages('in')).map((message: { body: object }) => message.body)).toEqual(
      [one, ...two].map(({ id, profiles }) => ({
        event: 'NETWORKS.PEPPOL.CREATED',
        company_id: company.id,
        event_timestamp: '2026-01-15T09:00:00+00:00',
        event_data: { network: 'PEPPOL', profiles, id },
      })),
    );
    await api.advance('PT29S');
    expect(await statusOf(company, one.id)).toBe('pending');
    await api.advance('PT1S');
    expect((await company.send(`GET /v1/company/profiles/${one.id}`)).body).toEqual({ ...one, status: 'active' });
    expect((await company.send('GET /v1/company/profiles?network[]=PEPPOL&status=active')).body).toHaveLength(3);
    expect((await company.send('GET /v1/company/profiles?network=FOO')).body).toEqual([]);
  });

  it('are refused whole for one fault', async () => {
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
    [{ network: 'FOO', profiles: invoice }],
    [{ network: 'peppol', profiles: invoice }],
    [{ profiles: 'INVOICE_AND_CREDIT_NOTE' }],
    [{ profiles: [] }],
    [{ profiles: ['CATALOG'] }],
    [{ profiles: ['ORDER'], profile_version: 'PEPPOLBIS20' }],
    [{ profiles: ['ORDER'], profile_version: 'peppolbis30' }],
    [{ profiles: ['ORDER'] }],
    [{ network: 'SCAN', profiles: invoice }],
    [{ network: 'SCAN', profiles: invoice, network_settings: { return_email: 'a@b.cd', other_docs: 'true' } }],
    [
      {
        network: 'SCAN',
        profiles: invoice,
        network_settings: { return_email: 'a@b.cd', return_address: { post_code: 100 } },
      },
    ],
    [{ profiles: invoice, scheme: '0088' }],
    [{ profiles: invoice, scheme: '0088', endpoint_id: '7300010000002' }],
  ])('%j is refused', async (body) => {
    const company = await start().company();
    expect(await post(company, body)).toEqual([400, 'invalid_parameters']);
  });

  it('follow the table of markets and versions', async () => {
    const api = start();
    const markets: Record<string, string[]> = {};
    for (const country of ['FI', 'NO', 'SE', 'DK', 'NL', 'BE', 'DE', 'EE']) {
      const company = await api.company({ country });
      const accepted: string[] = [];
      for (const profile_version of ['PEPPOLBIS30', 'EHF30']) {
        for (const profile of [...documents, 'INVOICE_RESPONSE', 'MESSAGE_LEVEL_RESPONSE']) {
          const result = await post(company, { profiles: [profile], profile_version });
          if (result === 201) accepted.push(`${profile} ${profile_version}`);
          else expect(result).toEqual([422, 'profile_not_supported']);
        }
      }
      expect(await post(company, { profiles: invoice })).toBe(201);
      markets[country] = accepted;
    }
    const responses = ['INVOICE_RESPONSE PEPPOLBIS30', 'MESSAGE_LEVEL_RESPONSE PEPPOLBIS30'];
    const all = [
      ...documents.map((name) => `${name} PEPPOLBIS30`),
      ...responses,
      ...documents.map((name) => `${name} EHF30`),
    ];
    expect(markets).toEqual({ FI: all, NO: all, SE: all, DK: all, NL: all, BE: responses, DE: [], EE: [] });
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
  ])('of %s with %s have the address %s:%s', async (country, bid, scheme, endpoint_id) => {
    const company = await start().company({ country, bid });
    expect(await company.register('INTERNAL')).toMatchObject({ scheme, endpoint_id });
    expect(await company.register('PEPPOL')).toMatchObject({ scheme, endpoint_id });
  });

  it('take an address of their own, unless it is not theirs', async () => {
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

  it('wait for INTERNAL, and for the verification of the company', async () => {
    const api = start();
    const company = await api.company({ country: 'SE', verified: false });
    const peppol = await company.register('PEPPOL');
    const scan = await company.register('SCAN');
    expect([peppol, scan].map(({ status, last_event }) => [status, last_event.message])).toEqual([
      ['pending', 'INTERNAL network must be enabled first'],
      ['pending', 'INTERNAL network must be enabled first'],
    ]);
    const internal = await company.register('INTERNAL');
    await api.advance('P1D');
    await company.logIn();
    expect(await statusOf(company, internal.id)).toBe('pending');
    await api.action('verifyCompany', { companyId: company.id });
    expect(await statusOf(company, internal.id)).toBe('active');
    expect(await statusOf(company, scan.id)).toBe('active');
    await api.advance('PT30S');
    const { body } = await company.send(`GET /v1/company/profiles/${peppol.id}`);
    expect([body.status, body.last_event]).toEqual(['active', undefined]);
  });

  it('for BANK are asked for by the verification of a Finnish company, and take their days', async () => {
    const api = start();
    const company = await api.company({ verified: false });
    const swede = await api.company({ country: 'SE' });
    await company.subscribe('in', ['NETWORKS.BANK.CREATED']);
    const bank = async () => (await company.send('GET /v1/company/profiles?network[]=BANK')).body;
    expect(await bank()).toEqual([]);
    await api.action('verifyCompany', { companyId: company.id });
    expect(await bank()).toMatchObject([{ status: 'pending', scheme: '0216' }]);
    expect(await api.messages('in')).toHaveLength(1);
    await api.advance('PT47H59M59S');
    await company.logIn();
    expect(await bank()).toMatchObject([{ status: 'pending' }]);
    await api.advance('PT1S');
    expect(await bank()).toMatchObject([{ status: 'active' }]);
    expect(await post(company, { network: 'BANK', profiles: invoice })).toEqual([422, 'profile_name_conflict']);
    await swede.logIn();
    expect((await swede.send('GET /v1/company/profiles')).body).toEqual([]);
    expect(await post(swede, { network: 'BANK', profiles: invoice })).toEqual([422, 'profile_not_supported']);
  });

  it('are activated and failed by hand too; BANK within its bounds', async () => {
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

  it('for other networks: documents, vouchers, and RECEIVABLES without effect', async () => {
    const api = start();
    const company = await api.company({ country: 'DE', networks: ['INTERNAL'] });
    const order = { profiles: ['ORDER'], profile_version: 'PEPPOLBIS30' };
    expect(await post(company, { network: 'SCAN_DOCUMENTS', ...order })).toBe(201);
    expect(await post(company, { network: 'VOUCHER', ...order })).toBe(201);
    expect(await post(company, { network: 'SCAN_DOCUMENTS', profiles: invoice })).toEqual([
      422,
      'profile_not_supported',
    ]);
    const body = { network: 'RECEIVABLES', profiles: invoice };
    const old = await company.send('POST /v1/company/profiles', { body });
    expect([old.status, old.headers.get('deprecation')]).toEqual([201, 'true']);
    await api.advance('P5D');
    await company.logIn();
    expect(await statusOf(company, old.body.id)).toBe('pending');
  });

  it('change their settings and end, INTERNAL last', async () => {
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

  it('have GACCOUNT10 in the Netherlands only', async () => {
    const api = start();
    const put = async (company: TestCompany, change: object) => {
      const { id } = await company.register('PEPPOL');
      const body = { profile_name: 'INVOICE_AND_CREDIT_NOTE', extensions: ['GACCOUNT10'], ...change };
      return await company.send(`PUT /v1/company/profiles/${id}/extensions`, { body });
    };
    const dutch = await api.company({ country: 'NL' });
    const set = await put(dutch, {});
    const shown = [{ profile_name: 'INVOICE_AND_CREDIT_NOTE', extensions: ['GACCOUNT10'] }];
    expect([set.status, set.body.profiles_with_extensions]).toEqual([200, shown]);
    const path = `/v1/company/profiles/${set.body.id}`;
    const again = { body: { profile_name: 'INVOICE_AND_CREDIT_NOTE', extensions: ['GACCOUNT10'] } };
    await dutch.send(`PUT ${path}/extensions`, again);
    expect((await dutch.send(`GET ${path}`)).body.profiles_with_extensions).toEqual(shown);
    const none = { body: { profile_name: 'INVOICE_AND_CREDIT_NOTE', extensions: [] } };
    expect((await dutch.send(`PUT ${path}/extensions`, none)).body.profiles_with_extensions).toBeUndefined();
    const unknown = { body: { profile_name: 'INVOICE_AND_CREDIT_NOTE', extensions: ['X'] } };
    expect((await dutch.send(`PUT ${path}/extensions`, unknown)).status).toBe(400);
    const wrong = { body: { profile_name: 'ORDER', extensions: [] } };
    expect((await dutch.send(`PUT ${path}/extensions`, wrong)).status).toBe(400);
    const german = await put(await api.company({ country: 'DE' }), {});
    expect([german.status, german.body.code]).toEqual([422, 'profile_not_supported']);
    expect((await put(await api.company({ country: 'BE' }), { extensions: [] })).status).toBe(200);
  });

  it('are answered as a list when the sandbox says so', async () => {
    const api = start();
    const company = await api.company();
    await api.settings({ profilesResponse: 'array' });
    expect(await company.register('INTERNAL')).toHaveLength(1);
  });
});
