import { describe, expect, it } from 'vitest';
import { createForm } from './testing/create-form.js';
import { useEinvoicingApi } from './testing/einvoicing-api.js';
import { createTraders } from './testing/traders.js';
import { createUblInvoice } from './testing/ubl-invoice.js';

const start = useEinvoicingApi();

describe('an invoice', () => {
  it('can be sent to an address without a scheme if it is a Finnish party id or an IBAN', async () => {
    const { api, seller, buyer } = await createTraders(start());
    const party = `0037${buyer.bid.replace('-', '')}`;
    const iban = 'FI2112345600000785';
    const send = async (fields: Record<string, string>) =>
      (await seller.send('POST /v1/invoices', { body: createForm({ file: createUblInvoice(), ...fields }) })).body;
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

  it('fails if its sender names an unknown operator, even if the recipient uses this service', async () => {
    const { seller, buyer } = await createTraders(start());
    const send = async (fields: Record<string, string>) =>
      (await seller.send('POST /v1/invoices', { body: createForm({ file: createUblInvoice(), ...fields }) })).body;
    const to = `0216:0037${buyer.bid.replace('-', '')}`;
    expect(await send({ recipient_eia: to })).toMatchObject({ destination: 'INTERNAL' });
    for (const fields of [{ recipient_operator: 'NOBODY' }, { recipient_operator: 'NOBODY', recipient_eia: to }]) {
      expect(await send(fields)).toMatchObject({
        status: 'FAILED',
        actions: [{}, { type: 'ERROR', message: expect.stringContaining('NOBODY') }],
      });
    }
  });
});

describe('received invoices', () => {
  it('match fetched=false until they are downloaded or marked as handled', async () => {
    const { buyer, seller, send } = await createTraders(start());
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
