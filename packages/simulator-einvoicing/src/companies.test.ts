import { describe, expect, it } from 'vitest';
import { companyForm, einvoicingApis } from './testing/einvoicing-api.js';

const start = einvoicingApis();

describe('a company', () => {
  it('is made in each encoding, unverified, for its user', async () => {
    const api = start();
    const userKey = await api.user();
    const multipart = new FormData();
    const form = companyForm({ bid: '1234567-1', userKey });
    for (const [name, value] of Object.entries(form)) multipart.set(name, String(value));
    multipart.set('unknown', 'is ignored');
    const first = await api.send('POST /v1/companies', { body: multipart });
    expect([first.status, Object.keys(first.body)]).toEqual([201, ['id']]);
    const fields = { ...companyForm({ country: 'SE', bid: '5560000019', userKey }), no_vat: 'true' };
    const second = await api.send('POST /v1/companies', {
      body: new URLSearchParams(fields as Record<string, string>),
    });
    expect(second.status).toBe(201);
    const token = await api.token({ company_id: first.body.id, user_api_key: userKey, scope: 'eui' });
    const headers = { authorization: `Bearer ${token.body.access_token}` };
    expect((await api.send('GET /v1/company/authorization', { headers })).body).toEqual({
      auth_state: 'NONE',
      auth_email: '',
      company_state: -1,
    });
    expect((await api.send('GET /v1/companies', { headers })).body.map(({ id }: { id: string }) => id)).toEqual([
      first.body.id,
      second.body.id,
    ]);
    expect((await api.send('GET /v1/companies?country=SE', { headers })).body).toHaveLength(1);
    expect((await api.send('GET /v1/companies?bid=FI12345671', { headers })).body).toHaveLength(1);
    expect((await api.send(`GET /v1/companies/${second.body.id}/status`, { headers })).body.company_state).toBe(-1);
    const stranger = await api.company();
    expect((await api.send(`GET /v1/companies/${stranger.id}/status`, { headers })).status).toBe(404);
  });

  it('is refused with what is wrong', async () => {
    const api = start();
    const userKey = await api.user();
    const make = async (change: object) => {
      const body = { ...companyForm({ userKey }), ...change };
      const seen = await api.send('POST /v1/companies', { body });
      return [seen.status, seen.body.code];
    };
    const invalid = [400, 'invalid_parameters'];
    expect(await make({ name: 'ab' })).toEqual(invalid);
    expect(await make({ email: 'ada' })).toEqual(invalid);
    expect(await make({ country: 'Finland' })).toEqual(invalid);
    expect(await make({ no_vat: 'true' })).toEqual(invalid);
    expect(await make({ bid: '1234567-2' })).toEqual(invalid);
    expect(await make({ bid: '12345671' })).toEqual(invalid);
    expect(await make({ vendor_api_key: 'x' })).toEqual([401, 'auth_unauthorized']);
    expect(await make({ user_api_key: 'x' })).toEqual([401, 'auth_unauthorized']);
    expect(await make({})).toEqual([201, undefined]);
    expect(await make({ bid: 'FI12345671', name: 'The same' })).toEqual([409, 'company_already_exists']);
    expect(await make({ country: 'SE' })).toEqual([201, undefined]);
    expect((await api.send('POST /v1/users', { body: { vendor_api_key: 'x', email: 'a@b.cd' } })).status).toBe(401);
  });
});

describe('the authorization', () => {
  it('is asked for, sent, and signed or declined by the outside world', async () => {
    const api = start();
    const company = await api.company({ verified: false });
    await company.subscribe('in', ['COMPANY.AUTHORIZATION.*']);
    const read = async () => (await company.send('GET /v1/company/authorization')).body;
    const body = { auth_email: 'owner@example.com', locale: 'FI' };
    const asked = await company.send('POST /v1/company/authorization', { body });
    expect([asked.status, asked.body]).toEqual([200, { status: 'SENT', count: 1 }]);
    expect(await read()).toEqual({ auth_state: 'SENT', auth_email: 'owner@example.com', company_state: -1 });
    await api.action('cancelAuthorization', { companyId: company.id });
    expect(await read()).toMatchObject({ auth_state: 'CANCELED', company_state: -1 });
    await company.send('POST /v1/company/authorization', { body });
    await api.action('verifyCompany', { companyId: company.id });
    expect(await read()).toMatchObject({ auth_state: 'SIGNED', company_state: 1 });
    await api.settings({ companyState: 'enum' });
    expect(await read()).toMatchObject({ company_state: 'VERIFIED' });
    expect((await api.messages('in')).map((message: { body: unknown }) => message.body)).toEqual([
      {
        event: 'COMPANY.AUTHORIZATION.CHANGED',
        company_id: company.id,
        event_timestamp: '2026-01-15T09:00:00+00:00',
        event_data: { company_state: 1 },
      },
    ]);
    expect((await company.send('POST /v1/company/authorization', { body: { ...body, locale: 'DE' } })).status).toBe(
      400,
    );
    expect((await api.send('POST /_sim/actions/einvoicing/verifyCompany', { body: { companyId: 'x' } })).status).toBe(
      400,
    );
  });

  it('is signed at once with own proof, after a set time, and for several companies', async () => {
    const api = start();
    const first = await api.company({ verified: false });
    const second = await api.company({ verified: false });
    await api.action('addUser', { companyId: second.id, userApiKey: first.userKey });
    await api.settings({ verifyAfter: 'PT2H' });
    const company_ids = [first.id, second.id];
    const body = { auth_email: 'owner@example.com', company_ids, locale: 'EN' };
    const asked = await first.send('POST /v1/companies/authorizations', { body });
    expect([asked.status, asked.body]).toEqual([202, { status: 'SENT', count: 2 }]);
    const states = async () => {
      const seen = await Promise.all(company_ids.map((id) => first.send(`GET /v1/companies/${id}/status`)));
      return seen.map(({ body: state }) => state.auth_state);
    };
    expect(await states()).toEqual(['SENT', 'SENT']);
    await api.advance('PT1H59M');
    await first.logIn();
    expect(await states()).toEqual(['SENT', 'SENT']);
    await api.advance('PT1M');
    expect(await states()).toEqual(['SIGNED', 'SIGNED']);
    const stranger = await api.company({ verified: false });
    const foreign = { ...body, company_ids: [stranger.id] };
    expect((await first.send('POST /v1/companies/authorizations', { body: foreign })).status).toBe(404);
    const proof = { auth_email: 'o@example.com', locale: 'SE', options: '{"identified_by":"passport"}' };
    await stranger.send('POST /v1/company/authorization', { body: proof });
    expect((await stranger.send('GET /v1/company/authorization')).body.company_state).toBe(1);
    const broken = { ...proof, options: '{' };
    expect((await stranger.send('POST /v1/company/authorization', { body: broken })).status).toBe(400);
  });
});

describe('the settings', () => {
  it('change in what is named, and are read in parts', async () => {
    const api = start();
    const company = await api.company({ noVat: false, bid: 'FI12345671' });
    const change = {
      details: { name: 'New name', website: 'https://example.com' },
      address: { city: 'Turku' },
      checks: { on_invoice_receive: ['VAT'] },
      logos: { invoice: 'a' },
      unknown: {},
    };
    expect((await company.send('PATCH /v1/company/settings', { body: change })).status).toBe(204);
    const { body } = await company.send('GET /v1/company/settings');
    expect(body).toMatchObject({
      details: { name: 'New name', email: 'invoices@example.com', bid: 'FI12345671', vat_number: 'FI12345671' },
      address: { city: 'Turku', post_code: '00100', country: 'FI' },
      checks: { on_invoice_receive: ['VAT'] },
      logos: { invoice: 'a' },
    });
    for (const query of ['fields[]=checks&fields[]=logos', 'fields=checks,logos', 'fields=checks&fields=logos']) {
      expect(Object.keys((await company.send(`GET /v1/company/settings?${query}`)).body)).toEqual(['logos', 'checks']);
    }
    const refusedChange = { details: { bid: '7654321-8' } };
    expect((await company.send('PATCH /v1/company/settings', { body: refusedChange })).status).toBe(400);
    const unknownCheck = { checks: { on_invoice_receive: ['LUCK'] } };
    expect((await company.send('PATCH /v1/company/settings', { body: unknownCheck })).status).toBe(400);
  });
});
