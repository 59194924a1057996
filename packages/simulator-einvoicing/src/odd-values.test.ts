import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createForm } from './testing/create-form.js';
import { type EinvoicingApi, type TestCompany, useEinvoicingApi } from './testing/einvoicing-api.js';
import { createUblInvoice } from './testing/ubl-invoice.js';

const start = useEinvoicingApi();
const finvoice = readFileSync(
  new URL('../../../fixtures/einvoicing/invoices/finvoice-30.xml', import.meta.url),
  'utf8',
);

async function seller(): Promise<{ api: EinvoicingApi; company: TestCompany }> {
  const api = start();
  return { api, company: await api.company({ networks: ['INTERNAL'] }) };
}

describe('given an unusual value, the API', () => {
  it.each(['__proto__', 'order.constructor', 'order.toString'])(
    'stores a file named %s as application/octet-stream',
    async (filename) => {
      const { company } = await seller();
      const form = createForm(
        { file: '<Order/>', recipient_eia: '0088:7300010000001', recipient_operator: 'FJORDNET' },
        filename,
      );
      const seen = await company.send('POST /v1/documents', { body: form });
      expect(seen).toMatchObject({
        status: 201,
        body: { files: [{ filename, mimetype: 'application/octet-stream' }] },
      });
      expect(Object.isFrozen(Object.prototype)).toBe(false);
    },
  );

  it.each(['constructor', '__proto__'])('does not recognize %s as a document type or format', async (name) => {
    const { company } = await seller();
    const document = createForm({
      file: `<${name}/>`,
      recipient_eia: '0088:7300010000001',
      recipient_operator: 'FJORDNET',
    });
    expect((await company.send('POST /v1/documents', { body: document })).body.type).toBe('UNKNOWN');
    const sent = await company.send('POST /v1/invoices', { body: createForm({ file: createUblInvoice() }) });
    const seen = await company.send(`GET /v1/invoices/${sent.body.id}?return_format=${name}`);
    expect(seen).toMatchObject({ status: 422, body: { code: 'format_not_available' } });
  });

  it('rejects a repeated return_format parameter', async () => {
    const { company } = await seller();
    const sent = await company.send('POST /v1/invoices', { body: createForm({ file: createUblInvoice() }) });
    const seen = await company.send(`GET /v1/invoices/${sent.body.id}?return_format=A&return_format=B`);
    expect(seen).toMatchObject({ status: 400, body: { code: 'invalid_parameters' } });
  });

  it.each(['EURO', '__proto__', 'eur'])('rejects an invoice in the currency %s', async (currency) => {
    const { company } = await seller();
    const file = createUblInvoice().replace(/(?<=DocumentCurrencyCode>)EUR/, currency);
    const seen = await company.send('POST /v1/invoices', { body: createForm({ file }) });
    expect(seen.status).toBe(400);
    expect(JSON.stringify(seen.body.details)).toContain(`the currency \\"${currency}\\" is not an ISO 4217 code`);
  });

  it('returns no operator for the sender of an invoice, even if the file names one', async () => {
    const { company } = await seller();
    const file = finvoice.replace(/(?<=FromIntermediator>)NA/, 'DABAFIHH');
    const seen = await company.send('POST /v1/invoices', { body: createForm({ file }) });
    expect(seen.status).toBe(201);
    expect(seen.body.sender).not.toHaveProperty('operator');
  });

  it('grants the default scopes if the scope is blank', async () => {
    const { api, company } = await seller();
    const pair = { company_id: company.id, user_api_key: company.userKey };
    const usual = await api.token(pair);
    expect((await api.token({ ...pair, scope: ' ' })).body.scope).toBe(usual.body.scope);
  });

  it('drops unknown fields of an address', async () => {
    const { company } = await seller();
    const body = { address: { city: 'Turku', island: 'Ruissalo' } };
    expect((await company.send('PATCH /v1/company/settings', { body })).status).toBe(204);
    const { address } = (await company.send('GET /v1/company/settings?fields[]=address')).body;
    expect(address).toMatchObject({ city: 'Turku' });
    expect(address).not.toHaveProperty('island');
  });
});
