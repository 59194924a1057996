import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createForm } from './testing/create-form.js';
import { useEinvoicingApi } from './testing/einvoicing-api.js';
import { createTraders } from './testing/traders.js';

const start = useEinvoicingApi();
const unknownId = '5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11';

const traders = () => createTraders(start());

describe('an invoice between two companies', () => {
  it('is returned with its original bytes, or converted to the requested format', async () => {
    const { buyer, invoiceTo, send } = await traders();
    await send('INV-8');
    const [{ id, files }] = (await buyer.send('GET /v1/invoices')).body;
    const original = await buyer.send(`GET /v1/invoices/${id}/files/${files[0].id}`);
    expect(original.headers.get('content-type')).toBe('application/xml');
    expect(original.body).toBe(invoiceTo('INV-8'));
    const finvoice = await buyer.send(`GET /v1/invoices/${id}?return_format=FINVOICE30`);
    expect(finvoice).toMatchObject({ status: 200 });
    expect(finvoice.body).toContain('<InvoiceNumber>INV-8</InvoiceNumber>');
    const image = await buyer.send(`GET /v1/invoices/${id}?return_format=GENERATED_IMAGE`);
    expect(image.headers.get('content-type')).toBe('application/pdf');
    expect(image.body.slice(0, 5)).toBe('%PDF-');
    expect(await buyer.send(`GET /v1/invoices/${id}?return_format=SEDI`)).toMatchObject({ status: 422 });
  });

  it.each([
    ['svefaktura-10', 'SVEFAKTURA10', 'SEK'],
    ['e2b', 'E2B', 'NOK'],
    ['cii', 'CII', 'EUR'],
  ])('is delivered unchanged, but not converted, in the format %s', async (name, format, currency) => {
    const file = readFileSync(new URL(`../../../fixtures/einvoicing/invoices/${name}.xml`, import.meta.url));
    const { seller, buyer } = await traders();
    const recipient = `0216:0037${buyer.bid.replace('-', '')}`;
    const sent = await seller.send('POST /v1/invoices', { body: createForm({ file, recipient_eia: recipient }) });
    expect(sent).toMatchObject({ status: 201, body: { source_format: format, currency, date: '2026-01-15' } });
    const [{ id, files, number }] = (await buyer.send('GET /v1/invoices')).body;
    expect(number).toBe(sent.body.number);
    const original = await buyer.send(`GET /v1/invoices/${id}/files/${files[0].id}`);
    expect(Buffer.from(original.bytes).equals(file)).toBe(true);
    const converted = await buyer.send(`GET /v1/invoices/${id}?return_format=PEPPOLBIS30`);
    expect(converted).toMatchObject({ status: 422, body: { code: 'format_not_available' } });
  });

  it('is hidden from other companies', async () => {
    const { api, seller, buyer, send } = await traders();
    const other = await api.company();
    const { id, files } = (await send('INV-9')).body;
    for (const company of [buyer, other]) {
      expect(await company.send(`GET /v1/invoices/${id}`)).toMatchObject({ status: 404 });
      expect(await company.send(`GET /v1/invoices/${id}/files/${files[0].id}`)).toMatchObject({ status: 404 });
    }
    expect(await seller.send(`GET /v1/invoices/${unknownId}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });
});

describe('sending an invoice', () => {
  it('accepts a zip with XML, image and attachments', async () => {
    const { buyer, seller, invoiceTo } = await traders();
    const zip = zipSync({
      'invoice.xml': strToU8(invoiceTo('ZIP-1')),
      'invoice.pdf': strToU8('%PDF-1.4 image'),
      'terms.txt': strToU8('terms'),
    });
    expect(await seller.send('POST /v1/invoices', { body: createForm({ file: zip }, 'invoice.zip') })).toMatchObject({
      status: 201,
    });
    const [{ id, files }] = (await buyer.send('GET /v1/invoices')).body;
    expect(files.map(({ filename }: { filename: string }) => filename)).toEqual([
      'invoice.xml',
      'invoice.pdf',
      'terms.txt',
    ]);
    const image = await buyer.send(`GET /v1/invoices/${id}?return_format=ORIGINAL_IMAGE`);
    expect(image.body).toBe('%PDF-1.4 image');
  });

  it('rejects a zip bomb', async () => {
    const company = await start().company();
    const zip = zipSync({ 'invoice.xml': new Uint8Array(9 * 1024 * 1024) });
    const refused = await company.send('POST /v1/invoices', { body: createForm({ file: zip }, 'invoice.zip') });
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.body.details.join()).toMatch(/200 times/);
  });

  it('uses the given uuid, and rejects one that is already in use', async () => {
    const { seller, invoiceTo } = await traders();
    const body = () => createForm({ file: invoiceTo('U-1'), uuid: unknownId });
    expect((await seller.send('POST /v1/invoices', { body: body() })).body.id).toBe(unknownId);
    expect(await seller.send('POST /v1/invoices', { body: body() })).toMatchObject({ status: 409 });
  });
});

describe('the list of invoices', () => {
  it('is sorted newest first, with pages and filters', async () => {
    const { api, seller, send } = await traders();
    for (const number of ['L-1', 'L-2', 'L-3']) {
      await send(number);
      await api.advance('PT10M');
    }
    const list = async (query: string) => await seller.send(`GET /v1/invoices?direction=SENT&${query}`);
    const numbers = async (query: string) => (await list(query)).body.map(({ number }: { number: string }) => number);
    expect(await numbers('')).toEqual(['L-3', 'L-2', 'L-1']);
    const page = await list('per_page=2&page=2');
    expect(page.body).toHaveLength(1);
    expect([page.headers.get('x-total'), page.headers.get('x-total-pages'), page.headers.get('x-prev-page')]).toEqual([
      '3',
      '2',
      '1',
    ]);
    expect(await numbers('number=L-2')).toEqual(['L-2']);
    expect(await numbers('sort[]=number')).toEqual(['L-1', 'L-2', 'L-3']);
    expect(await numbers('received_at_start=2026-01-15T09:10:00Z&received_at_end=2026-01-15T09:20:00Z')).toEqual([
      'L-2',
    ]);
    expect(await numbers('status[]=FAILED')).toEqual([]);
    expect((await list('fields[]=status&number=L-1')).body).toEqual([{ id: expect.any(String), status: 'DELIVERED' }]);
    expect(await list('received_at_start=2026-01-16&received_at_end=2026-01-15')).toMatchObject({ status: 400 });
    expect(await seller.send('GET /v1/invoices?direction=BOTH')).toMatchObject({ status: 400 });
  });
});
