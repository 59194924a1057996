import { describe, expect, it } from 'vitest';
import { einvoicingApis } from './testing/einvoicing-api.js';
import { formOf } from './testing/form-of.js';
import { tradersOf } from './testing/traders.js';
import { ublInvoice } from './testing/ubl-invoice.js';

const start = einvoicingApis();
/** The values of a client with a fixed set of fields for empty fields. */
const empty = {
  format: '',
  recipient_type: '',
  recipient_eia: '',
  recipient_email: '',
  recipient_operator: '',
  disabled_routes: '',
  sender_comment: '',
  uuid: '',
  lang: '',
  recipient_date_of_birth: '',
};
const outside = { eia: '0088:7300010000001' };

describe('an invoice', () => {
  it('may come with empty fields, which count as absent, and leave what the file says', async () => {
    const { seller, buyer, invoiceTo } = await tradersOf(start());
    const seen = await seller.send('POST /v1/invoices', { body: formOf({ file: invoiceTo('E-1'), ...empty }) });
    expect(seen).toMatchObject({ status: 201, body: { destination: 'INTERNAL', comment: null } });
    expect((await buyer.send('GET /v1/invoices')).body).toHaveLength(1);
    const none = await seller.send('POST /v1/invoices', { body: formOf({ ...empty }) });
    expect(none).toMatchObject({ status: 400, body: { details: [expect.stringContaining('file')] } });
  });

  it('has every key in its record, null where there is nothing', async () => {
    const api = start();
    const company = await api.company();
    const file = ublInvoice({ recipient: outside }).replace(/<cac:PaymentMeans>[\s\S]*?<\/cac:PaymentMeans>/, '');
    const { body } = await company.send('POST /v1/invoices', { body: formOf({ file }) });
    expect(body).toMatchObject({
      comment: null,
      reference: null,
      origin: null,
      destination: 'PEPPOL',
      revision: null,
      virtual_barcode: null,
      sender: { eia: null, bid: null },
      recipient: { ...outside, bid: null, operator: null },
      actions: [
        { type: 'CREATED', channel: 'EINVOICE', message: null, key: null },
        { type: 'SENT', key: null },
      ],
    });
    const [listed] = (await company.send('GET /v1/invoices?direction=SENT&fields[]=comment')).body;
    expect(listed).toEqual({ id: body.id, comment: null });
    expect((await company.send(`GET /v1/invoices/${body.id}/actions?type[]=CREATED`)).body).toMatchObject([
      { message: null, key: null },
    ]);
  });

  it('is addressed without a scheme: by a Finnish party id, by an IBAN at its bank, otherwise in vain', async () => {
    const { api, seller, buyer } = await tradersOf(start());
    const party = `0037${buyer.bid.replace('-', '')}`;
    const iban = 'FI2112345600000785';
    const send = async (fields: Record<string, string>) =>
      (await seller.send('POST /v1/invoices', { body: formOf({ file: ublInvoice(), ...fields }) })).body;
    expect(await send({ recipient_eia: party })).toMatchObject({ destination: 'INTERNAL', recipient: { eia: party } });
    expect(await send({ recipient_eia: '003799999999' })).toMatchObject({ destination: 'PEPPOL', status: 'PENDING' });
    const bare = await send({ recipient_eia: iban });
    expect(bare).toMatchObject({ status: 'FAILED', actions: [{}, { message: expect.stringContaining('no scheme') }] });
    await api.action('activateProfile', { companyId: seller.id, network: 'BANK' });
    expect(await send({ recipient_eia: iban, recipient_operator: 'HARBFIHH' })).toMatchObject({ destination: 'BANK' });
    const body = { recipient_eia: iban, recipient_operator: 'NORTFIHH' };
    expect(await seller.send(`PUT /v1/invoices/${bare.id}/reroute/einvoice`, { body })).toMatchObject({
      status: 200,
      body: { destination: 'BANK', recipient: { eia: iban, operator: 'NORTFIHH' } },
    });
  });

  it('fails at an operator that is not in the definitions', async () => {
    const company = await start().company();
    const body = formOf({ file: ublInvoice({ recipient: outside }), recipient_operator: 'NOSUCHOP' });
    expect((await company.send('POST /v1/invoices', { body })).body).toMatchObject({
      status: 'FAILED',
      destination: null,
      actions: [{}, { type: 'ERROR', message: 'The operator NOSUCHOP is none of GET /v1/definitions/operators' }],
    });
  });
});

describe('received invoices', () => {
  it('are selected while they are not fetched: until one is downloaded or marked as handled', async () => {
    const { buyer, seller, send } = await tradersOf(start());
    for (const number of ['N-1', 'N-2', 'N-3']) await send(number);
    const numbers = async (fetched: boolean) =>
      (await buyer.send(`GET /v1/invoices?fetched=${fetched}&sort[]=number`)).body.map(
        ({ number }: { number: string }) => number,
      );
    const [one, two, three] = (await buyer.send('GET /v1/invoices?sort[]=number')).body;
    // Reading the record is not fetching.
    await buyer.send(`GET /v1/invoices/${one.id}`);
    expect([await numbers(false), await numbers(true)]).toEqual([['N-1', 'N-2', 'N-3'], []]);
    await buyer.send(`GET /v1/invoices/${one.id}/files/${one.files[0].id}`);
    await buyer.send(`GET /v1/invoices/${two.id}?return_format=PEPPOLBIS30`);
    expect([await numbers(false), await numbers(true)]).toEqual([['N-3'], ['N-1', 'N-2']]);
    await buyer.send(`PATCH /v1/invoices/${three.id}/invoice_events`, { body: { state: 'HANDLED' } });
    await buyer.send(`PATCH /v1/invoices/${one.id}/invoice_events`, { body: { state: 'CREATED' } });
    expect([await numbers(false), await numbers(true)]).toEqual([['N-1'], ['N-2', 'N-3']]);
    expect(await seller.send('GET /v1/invoices?direction=SENT&fetched=false')).toMatchObject({ status: 400 });
    expect(await buyer.send('GET /v1/invoices?fetched=maybe')).toMatchObject({ status: 400 });
  });
});

describe('a request', () => {
  it('may have a slash at the end of its path', async () => {
    const company = await start().company();
    expect(await company.send('GET /v1/invoices/')).toMatchObject({ status: 200, body: [] });
    expect(await company.send('GET /v1/definitions/detect/checks/')).toMatchObject({ status: 200 });
    expect(await company.send('GET /v1/invoices//')).toMatchObject({ status: 404 });
  });

  it('for a token may leave fields empty; wrong credentials tell both kinds of clients', async () => {
    const api = start();
    const company = await api.company();
    const pair = { company_id: company.id, user_api_key: company.userKey };
    expect(await api.token({ ...pair, vendor_api_key: '', grant_type: '', scope: '', client_id: '' })).toMatchObject({
      status: 200,
    });
    expect((await api.token({ ...pair, user_api_key: 'wrong' })).body).toMatchObject({
      error: 'invalid_client',
      code: 'invalid_credentials',
    });
  });
});
