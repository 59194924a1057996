import { describe, expect, it } from 'vitest';
import { createForm } from './testing/create-form.js';
import { type TestCompany, useEinvoicingApi } from './testing/einvoicing-api.js';
import { createUblInvoice } from './testing/ubl-invoice.js';

const start = useEinvoicingApi();
const megabyte = 1024 * 1024;

/** A Finvoice whose header names the encoding. */
function finvoice(encoding: string): string {
  const party = (role: string, name: string) => `<${role}PartyDetails>
  <${role}OrganisationName>${name}</${role}OrganisationName>
  <${role}PostalAddressDetails><${role}StreetName>Rantakatu 1</${role}StreetName><${role}TownName>Turku</${role}TownName><${role}PostCodeIdentifier>20100</${role}PostCodeIdentifier><CountryCode>FI</CountryCode></${role}PostalAddressDetails>
</${role}PartyDetails>`;
  return `<?xml version="1.0" encoding="${encoding}"?>
<Finvoice Version="3.0">${party('Seller', 'K\u00E4ytt\u00F6 Oy \u20AC')}${party('Buyer', 'Ostaja Oy')}
<InvoiceDetails><InvoiceTypeCode>INV01</InvoiceTypeCode><InvoiceTypeText>LASKU</InvoiceTypeText><OriginCode>Original</OriginCode>
<InvoiceNumber>F-1</InvoiceNumber><InvoiceDate Format="CCYYMMDD">20260115</InvoiceDate>
<InvoiceTotalVatExcludedAmount AmountCurrencyIdentifier="EUR">100,00</InvoiceTotalVatExcludedAmount>
<InvoiceTotalVatAmount AmountCurrencyIdentifier="EUR">25,50</InvoiceTotalVatAmount>
<InvoiceTotalVatIncludedAmount AmountCurrencyIdentifier="EUR">125,50</InvoiceTotalVatIncludedAmount></InvoiceDetails>
<InvoiceRow><ArticleName>Kahvi</ArticleName><RowVatRatePercent>25,5</RowVatRatePercent><RowVatExcludedAmount AmountCurrencyIdentifier="EUR">100,00</RowVatExcludedAmount></InvoiceRow>
</Finvoice>`;
}

const post = (company: TestCompany, fields: Record<string, string | Uint8Array>, filename?: string) =>
  company.send('POST /v1/invoices', { body: createForm(fields, filename) });

describe('a sent invoice', () => {
  it('can be 10 MiB, but not one byte more', async () => {
    const company = await start().company();
    const padded = (size: number) => {
      const text = createUblInvoice();
      return `${text}${' '.repeat(size - Buffer.byteLength(text))}`;
    };
    expect(await post(company, { file: padded(10 * megabyte) })).toMatchObject({ status: 201 });
    expect(await post(company, { file: padded(10 * megabyte + 1) })).toMatchObject({ status: 413 });
    expect(await post(company, { file: padded(12 * megabyte) })).toMatchObject({ status: 413 });
    expect((await company.send('GET /v1/invoices?direction=SENT')).body).toHaveLength(1);
  });

  it('can be Finvoice in ISO-8859-15, and is returned unchanged', async () => {
    const api = start();
    const company = await api.company();
    const bytes = Buffer.from(finvoice('ISO-8859-15').replace('\u20AC', '\u00A4'), 'latin1');
    const { status, body } = await post(company, { file: bytes });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      number: 'F-1',
      source_format: 'FINVOICE30',
      sender: { name: 'K\u00E4ytt\u00F6 Oy \u20AC' },
    });
    const original = await company.send(`GET /v1/invoices/${body.id}/files/${body.files[0].id}`);
    expect(Buffer.from(original.bytes).equals(bytes)).toBe(true);
    const converted = await company.send(`GET /v1/invoices/${body.id}?return_format=PEPPOLBIS30`);
    expect(converted.body).toContain('K\u00E4ytt\u00F6 Oy \u20AC');
    // The same bytes declared with another encoding cannot be read, and nothing is stored.
    const wrong = Buffer.from(finvoice('UTF-8'), 'latin1');
    expect(await post(company, { file: wrong })).toMatchObject({ status: 400 });
    expect((await company.send('GET /v1/invoices?direction=SENT')).body).toHaveLength(1);
  });
});
