import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isRejection, readInvoice, summarizeFile } from './index.js';

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../fixtures/einvoicing/invoices/${name}.xml`, import.meta.url));

const altered = (name: string, from: string, to: string) => {
  const text = fixture(name).toString('latin1');
  expect(text).toContain(from);
  return summarizeFile(Buffer.from(text.replace(from, to), 'latin1'));
};

describe('invoice formats that are only summarized', () => {
  it.each([
    [
      'svefaktura-10',
      {
        code: 'SVEFAKTURA10',
        kind: 'invoice',
        typeCode: '380',
        number: '2026-0070',
        currency: 'SEK',
        payable: '1250.00',
        totalVat: '250.00',
        paymentReference: '20260070',
        accounts: ['1234567'],
        sender: { name: 'Skogsstigen AB', country: 'SE', bid: '5561000001', vatId: 'SE556100000101' },
        recipient: { name: 'Havsvik Café AB', country: 'SE', bid: '5561000019' },
      },
    ],
    [
      'e2b',
      {
        code: 'E2B',
        kind: 'invoice',
        typeCode: '380',
        number: '2026-0071',
        currency: 'NOK',
        payable: '1250.00',
        totalVat: '250.00',
        paymentReference: '2345676',
        accounts: ['12345678903'],
        sender: { name: 'Skogsstien AS', country: 'NO', bid: '987654325', vatId: 'NO987654325MVA' },
        recipient: { name: 'Havvik Kafé AS', country: 'NO', bid: '987654333', eia: '0192:987654333' },
      },
    ],
    [
      'cii',
      {
        code: 'CII',
        kind: 'creditNote',
        typeCode: '381',
        number: '2026-0072',
        currency: 'EUR',
        payable: '1190.00',
        totalVat: '190.00',
        paymentReference: 'RF18539007547034',
        accounts: ['DE89370400440532013000'],
        sender: { name: 'Waldweg GmbH', country: 'DE', bid: 'DE123456789', vatId: 'DE123456789' },
        recipient: { name: 'Hafenbucht Café GmbH', country: 'DE', bid: 'HRB 1234', eia: '9930:DE123456790' },
      },
    ],
  ])('%s is summarized with the figures of a record', (name, expected) => {
    const summary = summarizeFile(fixture(name));
    expect(summary).toEqual({
      format: 'OTHER',
      issueDate: '2026-01-15',
      dueDate: '2026-02-14',
      totalWithoutVat: '1000.00',
      totalWithVat: expected.payable,
      lineCount: 1,
      precedingInvoices: [],
      attachments: [],
      ...expected,
    });
  });

  it('are recognized inside an envelope', () => {
    const text = fixture('svefaktura-10').toString();
    const body = text.slice(text.indexOf('<Invoice'));
    const behind = `<s:StandardBusinessDocument xmlns:s="urn:sfti:documents:StandardBusinessDocumentHeader"><s:StandardBusinessDocumentHeader/>${body}</s:StandardBusinessDocument>`;
    expect(summarizeFile(Buffer.from(behind))).toMatchObject({ code: 'SVEFAKTURA10', number: '2026-0070' });
  });

  it.each([
    ['svefaktura-10', '<ID>2026-0070</ID>', '', 'invoice/missing', 'ID is missing'],
    ['svefaktura-10', '<cbc:IssueDate>2026-01-15</cbc:IssueDate>', '', 'invoice/missing', 'IssueDate is missing'],
    ['svefaktura-10', '>2026-01-15<', '>15.1.2026<', 'invoice/bad-date', 'IssueDate is "15.1.2026"'],
    ['e2b', '<Name>Skogsstien AS</Name>', '', 'invoice/missing', 'Name is missing'],
    ['e2b', '>250.00<', '>a lot<', 'invoice/bad-amount', 'VatTotalsAmount is "a lot"'],
    ['cii', '>20260115<', '>20260230<', 'invoice/bad-date', 'DateTimeString is "20260230"'],
    ['cii', '<ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>', '', 'invoice/missing', 'InvoiceCurrencyCode'],
  ])('%s is rejected without %s', (name, from, to, code, reason) => {
    const refusal = altered(name, from, to);
    expect(refusal).toMatchObject({ refused: true, code, line: expect.any(Number), location: expect.any(String) });
    expect(isRejection(refusal) ? refusal.reason : '').toContain(reason);
  });

  it('are rejected by readInvoice, as unknown formats are by summarizeFile', () => {
    expect(readInvoice(fixture('e2b'))).toMatchObject({ code: 'invoice/unsupported-format' });
    expect(summarizeFile(Buffer.from('<INVOICE_CENTER/>'))).toMatchObject({ code: 'invoice/unsupported-format' });
    expect(summarizeFile(Buffer.from('<Order/>'))).toMatchObject({ code: 'invoice/not-an-invoice' });
  });
});
