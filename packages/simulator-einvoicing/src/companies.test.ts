import { describe, expect, it } from 'vitest';
import { createCompanyForm, useEinvoicingApi } from './testing/einvoicing-api.js';

const start = useEinvoicingApi();

describe('an invalid company', () => {
  it('is rejected with the matching status and error code', async () => {
    const api = start();
    const userKey = await api.user();
    const make = async (change: object) => {
      const body = { ...createCompanyForm({ userKey }), ...change };
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

describe('the authorization of a company', () => {
  it('is requested and sent, then canceled or signed by a control action', async () => {
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

  it('is signed immediately if proof is given, or after a configured time for several companies', async () => {
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
