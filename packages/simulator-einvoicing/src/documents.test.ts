import { describe, expect, it } from 'vitest';
import { createForm } from './testing/create-form.js';
import { useEinvoicingApi } from './testing/einvoicing-api.js';
import { createUblInvoice } from './testing/ubl-invoice.js';

const start = useEinvoicingApi();
const outside = '0088:7300010000001';
/** Of the definitions, and no bank. */
const operator = '003700000001';
const pdf = '%PDF-1.4\nvoucher';

/** A UBL order from the buyer to the seller. A despatch advice has the opposite direction. */
function ublOrder({ number = 'PO-1', seller = outside, root = 'Order' } = {}): string {
  const [scheme, id] = seller.split(':');
  const [from, to] = root === 'Order' ? ['Buyer', 'Seller'] : ['Delivery', 'Despatch'];
  return `\uFEFF<?xml version="1.0" encoding="UTF-8"?>
<!-- made by hand --><o:${root} xmlns:o="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" xmlns:a="a" xmlns:b="b">
<b:CustomizationID>urn:fdc:peppol.eu:poacc:trns:order:3</b:CustomizationID><b:ProfileID>order_only</b:ProfileID><b:ID>${number}</b:ID>
<a:${from}CustomerParty><a:Party><b:EndpointID schemeID="0216">003799999999</b:EndpointID><a:PartyName><b:Name>Caf\u00E9 &amp; Co</b:Name></a:PartyName></a:Party></a:${from}CustomerParty>
<a:${to}SupplierParty><a:Party><b:EndpointID schemeID="${scheme}">${id}</b:EndpointID><a:PartyName><b:Name>Roaster</b:Name></a:PartyName></a:Party></a:${to}SupplierParty>
</o:${root}>`;
}

/** Two companies, the second of which receives. */
async function traders() {
  const api = start();
  const buyer = await api.company({ networks: ['INTERNAL'] });
  const seller = await api.company({ networks: ['INTERNAL'] });
  const eia = `0216:0037${seller.bid.replace('-', '')}`;
  const send = (fields: Record<string, string | Uint8Array>, filename = 'order.xml') =>
    buyer.send('POST /v1/documents', { body: createForm(fields, filename) });
  return { api, buyer, seller, eia, send };
}

describe('a document', () => {
  it('fails immediately if the operator is unknown or carries invoices only', async () => {
    const { api, buyer, eia, send } = await traders();
    await buyer.subscribe('failed', ['DOCUMENTS.ORDER.FAILED']);
    const toOperator = (recipient_operator: string, recipient_eia = outside) =>
      send({ file: ublOrder(), recipient_eia, recipient_operator });
    const unknown = await toOperator('NOSUCHOP', eia);
    expect(unknown).toMatchObject({
      status: 201,
      body: {
        status: 'FAILED',
        network: null,
        last_event: { code: 'FAILED', message: 'The operator NOSUCHOP is none of GET /v1/definitions/operators' },
      },
    });
    expect((await toOperator('HARBFIHH')).body.last_event.message).toContain('carries invoices only');
    expect((await toOperator(operator)).body.status).toBe('PROCESSING');
    // The address identifies a local recipient.
    expect((await toOperator(operator, eia.replace('0216:', ''))).body.network).toBe('INTERNAL');
    const [event] = await api.messages('failed');
    expect(event.body.event_data).toMatchObject({ document_id: unknown.body.id, destination: '' });
  });

  it('can have several files, and lists the primary file first', async () => {
    const { buyer, send } = await traders();
    const { body } = await send({
      'files[0][file]': pdf,
      'files[0][file_type]': 'ATTACHMENT',
      'files[1][file]': ublOrder(),
      'files[1][file_type]': 'PRIMARY_FILE',
    });
    expect(body).toMatchObject({ type: 'ORDER', files: [{ type: 'PRIMARY_FILE' }, { type: 'ATTACHMENT' }] });
    const files = (await buyer.send(`GET /v1/files?document_id=${body.id}`)).body;
    expect(files.map(({ id }: { id: string }) => id)).toEqual(body.files.map(({ id }: { id: string }) => id));
    expect((await buyer.send(`GET /v1/files/${files[1].id}`)).body).toBe(pdf);
  });
});

describe('the list of documents', () => {
  it('supports all filters, field selection and pages', async () => {
    const { api, buyer, seller, eia, send } = await traders();
    for (const number of ['A-1', 'B-2', 'B-3']) {
      await send({ file: ublOrder({ number, seller: eia }) });
      await api.advance('PT10M');
    }
    await api.action('receiveDocument', {
      companyId: buyer.id,
      network: 'INTERNAL',
      file: ublOrder({ number: 'IN-1' }),
    });
    const numbers = async (query: string) =>
      (await buyer.send(`GET /v1/documents?${query}`)).body.map(({ number }: { number: string }) => number);
    expect(await numbers('')).toEqual(['IN-1', 'B-3', 'B-2', 'A-1']);
    expect(await numbers('direction=OUTGOING')).toEqual(await numbers('direction=SENT'));
    expect(await numbers('direction=INCOMING')).toEqual(['IN-1']);
    expect(await numbers('direction=SENT&sort[]=number')).toEqual(['A-1', 'B-2', 'B-3']);
    expect(await numbers('query=b-')).toEqual(['B-3', 'B-2']);
    expect(await numbers('type[]=VOUCHER')).toEqual([]);
    expect(await numbers('received_at_start=2026-01-15T09:10:00Z&received_at_end=2026-01-15T09:20:00Z')).toEqual([
      'B-2',
    ]);
    const page = await seller.send('GET /v1/documents?per_page=2&page=2&fields[]=number');
    expect(page.body).toEqual([{ id: expect.any(String), number: 'A-1' }]);
    expect(page.headers.get('x-total')).toBe('3');
    expect(await buyer.send('GET /v1/documents?received_at_start=2026-02-01&received_at_end=2026-01-01')).toMatchObject(
      { status: 400 },
    );
    expect(await buyer.send('GET /v1/documents?direction=BOTH')).toMatchObject({ status: 400 });
  });
});

describe('records with nullKeys=omitted (einvoicing.gap.invoice-record)', () => {
  it('omit null properties and keep all others', async () => {
    const { api, buyer, send } = await traders();
    const invoice = await buyer.send('POST /v1/invoices', { body: createForm({ file: createUblInvoice() }) });
    const document = await send({ file: ublOrder() });
    const paths = [
      'invoices?direction=SENT',
      `invoices/${invoice.body.id}`,
      `invoices/${invoice.body.id}/actions`,
      'documents?direction=SENT',
      `documents/${document.body.id}`,
      `documents/${document.body.id}/events`,
      `files?document_id=${document.body.id}`,
    ];
    const records = async () => {
      const bodies: string[] = [];
      for (const path of paths) bodies.push(JSON.stringify((await buyer.send(`GET /v1/${path}`)).body));
      return bodies;
    };
    const before = await records();
    expect(before).toEqual(paths.map(() => expect.stringContaining(':null')));
    await api.send('PATCH /_sim/settings', { body: { apis: { einvoicing: { nullKeys: 'omitted' } } } });
    expect(await records()).toEqual(
      before.map((text) => JSON.stringify(JSON.parse(text, (_key, value) => value ?? undefined))),
    );
    const file = createUblInvoice({ number: 'N-2' });
    expect(JSON.stringify(await buyer.send('POST /v1/invoices', { body: createForm({ file }) }))).not.toContain(
      ':null',
    );
    expect(JSON.stringify(await send({ file: ublOrder() }))).not.toContain(':null');
  });
});
