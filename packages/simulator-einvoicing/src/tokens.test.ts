import { describe, expect, it } from 'vitest';
import { type EinvoicingApi, useEinvoicingApi, vendorKey } from './testing/einvoicing-api.js';

const start = useEinvoicingApi();
const basic = (id: string, key: string) => `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;

async function withCompany() {
  const api = start();
  const company = await api.company();
  const pair = { client_id: company.id, client_secret: company.userKey };
  return { api, company, pair, form: { grant_type: 'client_credentials', ...pair } };
}

const refused = async (api: EinvoicingApi, fields: Record<string, string>, headers = {}) => {
  const { status, body, headers: answered } = await api.token(fields, headers);
  const code = body.error === 'invalid_client' ? 'invalid_credentials' : body.error;
  expect(body).toMatchObject({ code, message: expect.any(String), details: expect.any(Array) });
  expect(answered.get('cache-control')).toBe('no-store');
  return [status, body.error];
};

describe('an access token', () => {
  it('is not issued for missing, conflicting, unknown or wrong parameters', async () => {
    const { api, company, pair, form } = await withCompany();
    const other = await api.company();
    const grant = { grant_type: 'client_credentials' };
    expect(await refused(api, pair)).toEqual([400, 'invalid_request']);
    expect(await refused(api, { ...form, grant_type: 'password' })).toEqual([400, 'unsupported_grant_type']);
    expect(await refused(api, { ...grant, client_id: company.id })).toEqual([400, 'invalid_request']);
    expect(await refused(api, { ...grant, client_id: company.id, user_api_key: company.userKey })).toEqual([
      400,
      'invalid_request',
    ]);
    expect(await refused(api, { ...form, company_id: other.id })).toEqual([400, 'invalid_request']);
    expect(await refused(api, { company_id: company.id })).toEqual([400, 'invalid_request']);
    expect(await refused(api, { ...form, client_secret: 'wrong' })).toEqual([401, 'invalid_client']);
    expect(await refused(api, { ...form, client_secret: other.userKey })).toEqual([401, 'invalid_client']);
    expect(await refused(api, { ...form, client_id: other.id })).toEqual([401, 'invalid_client']);
    expect(await refused(api, { ...form, vendor_api_key: 'wrong' })).toEqual([401, 'invalid_client']);
    expect(await refused(api, { ...form, scope: 'invoices' })).toEqual([400, 'invalid_scope']);
    expect(await refused(api, form, { authorization: basic(company.id, 'wrong') })).toEqual([400, 'invalid_request']);
    expect(await refused(api, grant, { authorization: basic(company.id, 'wrong') })).toEqual([401, 'invalid_client']);
    const json = await api.send('POST /oauth2/token', { body: form });
    expect([json.status, json.body.error]).toEqual([400, 'invalid_request']);
  });

  it('is required, expires on the sandbox clock, and can be checked and revoked', async () => {
    const { api, company } = await withCompany();
    const status = () => company.send('GET /status/authenticated');
    expect((await status()).body).toEqual({ client_id: company.id, expires_at: '2026-01-15T10:00:00Z' });
    await api.advance('PT59M59S');
    expect((await status()).status).toBe(200);
    await api.advance('PT1S');
    const late = await status();
    expect([late.status, late.body.code, late.headers.get('www-authenticate')]).toEqual([
      401,
      'auth_unauthorized',
      'Bearer',
    ]);
    await company.logIn();
    expect((await status()).status).toBe(200);
    await api.action('revokeToken', { token: company.token });
    expect((await status()).body.message).toBe('Invalid or expired token');
    expect((await api.send('GET /v1/company/profiles')).status).toBe(401);
    expect((await api.send('GET /v1/company/profiles', { headers: { authorization: 'Bearer x' } })).status).toBe(401);
  });

  it('does not appear in the journal, nor do its API keys', async () => {
    const { api, company, form } = await withCompany();
    const multipart = new FormData();
    for (const [name, value] of Object.entries(form)) multipart.set(name, value);
    await api.send('POST /oauth2/token', { body: multipart });
    await api.token({ company_id: company.id, user_api_key: company.userKey, vendor_api_key: vendorKey });
    const journal = JSON.stringify((await api.send('GET /_sim/journal?type=request&limit=100')).body);
    expect(journal).toContain(company.id);
    for (const secret of [company.userKey, vendorKey, company.token]) expect(journal).not.toContain(secret);
  });
});
