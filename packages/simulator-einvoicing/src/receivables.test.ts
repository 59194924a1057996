import { describe, expect, it } from 'vitest';
import { einvoicingApis } from './testing/einvoicing-api.js';
import { activate, receivablesSettings, servicePath } from './testing/receivables.js';

const start = einvoicingApis();
const put = `PUT ${servicePath}`;
const get = `GET ${servicePath}`;

describe('the receivables service', () => {
  it('is DISABLED before it was asked for, PENDING with the address to sign at, then ACTIVE by the clock', async () => {
    const api = start();
    const company = await api.company();
    expect(await company.send(get)).toMatchObject({ status: 200, body: { status: 'DISABLED' } });
    await company.subscribe('events', ['SERVICES.RECEIVABLES.*']);

    const asked = await company.send(put, { body: { ...receivablesSettings, unknown: 'is ignored' } });
    expect(asked.body).toEqual({
      ...receivablesSettings,
      status: 'PENDING',
      activation_url: expect.stringMatching(/^https:\/\//),
      use_own_invoice_image: false,
      use_own_payment_details: false,
      accountable_party: 'provider',
    });
    const { provider, ...active } = (await company.send(get)).body;
    expect(active).toMatchObject({ ...receivablesSettings, status: 'ACTIVE' });
    expect(active.activation_url).toBeUndefined();
    expect(provider).toMatchObject({
      iban: expect.any(String),
      bic: expect.any(String),
      account_number: expect.any(String),
    });
    expect(provider.iban).not.toBe(receivablesSettings.iban);
    expect(provider.notes.map(({ code }: { code: string }) => code)).toEqual(['FI', 'SV', 'EN']);
    const [told] = await api.messages('events');
    expect(told.body).toMatchObject({
      event: 'SERVICES.RECEIVABLES.ACTIVATED',
      company_id: company.id,
      event_data: { status: 'ACTIVE' },
    });
  });

  it('keeps its status when the settings are replaced, and shows one state at both addresses', async () => {
    const api = start();
    const company = await api.company();
    await activate(company);
    const { postal_address: _gone, ...fewer } = receivablesSettings;
    const again = await company.send('PUT /v1/services/receivables', { body: { ...fewer, bank: 'Other Bank' } });
    expect(again.body).toMatchObject({ status: 'ACTIVE', bank: 'Other Bank' });
    expect(again.body.postal_address).toBeUndefined();
    expect((await company.send('GET /v1/services/receivables')).body).toEqual((await company.send(get)).body);
    expect((await company.send('DELETE /v1/services/receivables')).status).toBe(204);
    expect((await company.send(get)).body).toEqual({ status: 'DISABLED' });
    expect((await company.send('PUT /v1/services/collection/receivables', { body: receivablesSettings })).status).toBe(
      404,
    );
  });

  it.each([
    ['wrong check digits', { iban: 'FI2212345600000785' }],
    ['no mail address', { authorization_email: 'nobody' }],
    ['post_code for zip_code', { billing_address: { country: 'FI', streets: [], city: 'Turku', post_code: '20100' } }],
  ])('refuses %s', async (_name, wrong) => {
    const company = await start().company();
    expect(await company.send(put, { body: { ...receivablesSettings, ...wrong } })).toMatchObject({ status: 400 });
    expect((await company.send(get)).body).toEqual({ status: 'DISABLED' });
  });

  it('changes what PATCH names and nothing else, once it is ACTIVE', async () => {
    const company = await start().company();
    const patch = (body: object) => company.send(`PATCH ${servicePath}`, { body });
    expect(await patch({ use_own_invoice_image: true })).toMatchObject({ status: 409 });
    await activate(company);
    expect((await patch({ use_own_invoice_image: true })).body).toMatchObject({
      ...receivablesSettings,
      status: 'ACTIVE',
      use_own_invoice_image: true,
      use_own_payment_details: false,
      accountable_party: 'provider',
    });
    const both = await patch({ accountable_party: 'company' });
    expect(both.body).toMatchObject({ use_own_payment_details: true, accountable_party: 'company' });
    expect((await company.send(get)).body).toEqual(both.body);
    expect((await patch({ accountable_party: 'anybody' })).body).toMatchObject({
      use_own_invoice_image: false,
      use_own_payment_details: false,
      accountable_party: 'provider',
    });
    expect(await patch({ use_own_invoice_image: 'yes' })).toMatchObject({ status: 400 });
  });
});
