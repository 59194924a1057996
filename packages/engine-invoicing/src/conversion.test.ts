import { describe, expect, test } from 'vitest';
import {
  convertInvoice,
  type Invoice,
  isRejection,
  listConversionLosses,
  readInvoice,
  validateInvoice,
  writeFinvoice,
  writeUbl,
} from './index.js';
import { createTestInvoice } from './testing/invoices.js';
import { createRandomInvoice, createSeededRandom } from './testing/random-invoice.js';

const read = (text: string): Invoice => {
  const document = readInvoice(Buffer.from(text));
  if (isRejection(document)) throw new Error(document.reason);
  return document.model;
};

/** What a Finvoice has no element for, or UBL adds by itself. */
const comparable = ({ customization: _, profile: __, ...terms }: Invoice): object => terms;
/** Two models that say the same, decimals by value. */
const expectSame = (one: Invoice, other: Invoice): void => {
  expect(listConversionLosses(comparable(one), comparable(other))).toEqual([]);
  expect(listConversionLosses(comparable(other), comparable(one))).toEqual([]);
};

describe('converting between UBL and Finvoice keeps all terms', () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    test(`of a random invoice with seed ${seed}`, () => {
      const invoice = createRandomInvoice(createSeededRandom(seed));
      const ubl = writeUbl(invoice);
      expectSame(invoice, read(ubl));
      const finvoice = writeFinvoice(read(ubl));
      const again = writeUbl(read(finvoice));
      expectSame(invoice, read(again));
      expectSame(invoice, read(writeFinvoice(read(again))));
      for (const text of [again, finvoice]) {
        const result = validateInvoice(Buffer.from(text), { ruleSets: ['schema'] });
        expect(isRejection(result) ? result : result.findings).toEqual([]);
      }
    });
  }
});

describe('an older Finvoice', () => {
  const older = (): string =>
    writeFinvoice(createTestInvoice())
      .replace(/<MessageTransmissionDetails>[\s\S]*?<\/MessageTransmissionDetails>\s*/, '')
      .replace(/<RowVatCode>[^<]*<\/RowVatCode>\s*/g, '')
      .replace(/<RowsTotalVatExcludedAmount[^>]*>[^<]*<\/RowsTotalVatExcludedAmount>\s*/, '')
      .replace('</VatSpecificationDetails>', '<VatFreeText>VAT</VatFreeText></VatSpecificationDetails>')
      .replace(
        '<InvoiceDetails>',
        '<SellerOrganisationUnitNumber>003712345671</SellerOrganisationUnitNumber>' +
          '<BuyerOrganisationUnitNumber>003776543212</BuyerOrganisationUnitNumber><InvoiceDetails>',
      );

  test('is converted to valid UBL, with missing values derived from other fields', () => {
    const text = older();
    expect(read(text).lines.map(({ item }) => item.category)).not.toContain('S');
    expect(read(text).totals.lines).toBeUndefined();
    const converted = convertInvoice(Buffer.from(text), 'UBL');
    if (isRejection(converted)) throw new Error(converted.reason);
    const checked = validateInvoice(converted.bytes);
    expect(isRejection(checked) ? checked : checked.findings).toEqual([]);
    expect(read(Buffer.from(converted.bytes).toString())).toMatchObject({
      seller: { endpoint: { scheme: '0216', value: '003712345671' } },
      buyer: { endpoint: { scheme: '0216', value: '003776543212' } },
    });
  });
});

describe('listConversionLosses', () => {
  test('compares list items in any order, and reports missing items', () => {
    expect(listConversionLosses([{ a: '1' }, { a: '2' }], [{ a: '2.00' }, { a: '1' }])).toEqual([]);
    expect(listConversionLosses({ list: [{ a: '1' }, { a: '2' }] }, { list: [{ a: '2' }] })).toEqual(['list/0/a']);
  });
});

describe('convertInvoice', () => {
  test('returns the original bytes if the invoice already has the requested format', () => {
    const bytes = Buffer.from(writeUbl(createTestInvoice()));
    expect(convertInvoice(bytes, 'UBL')).toEqual({ bytes, mediaType: 'application/xml', losses: [] });
  });

  test('lists the terms that the target format does not support', () => {
    const invoice = createTestInvoice({
      documents: [{ id: '1', content: 'eA==', mimeType: 'text/csv', filename: 'a.csv' }],
    });
    const result = convertInvoice(Buffer.from(writeUbl(invoice)), 'FINVOICE');
    expect(isRejection(result) ? [] : result.losses).toEqual([
      'customization',
      'profile',
      'documents/0/id',
      'documents/0/content',
      'documents/0/mimeType',
      'documents/0/filename',
    ]);
  });

  test('rejects an invoice number that is too long for Finvoice', () => {
    const result = convertInvoice(
      Buffer.from(writeUbl(createTestInvoice({ number: '123456789012345678901' }))),
      'FINVOICE',
    );
    expect(result).toEqual({
      refused: true,
      code: 'invoice/not-convertible',
      reason: 'Finvoice invoice numbers have at most 20 characters, but this one has 21',
    });
  });

  test('flips the signs of a credit note', () => {
    const invoice = createTestInvoice({ kind: 'creditNote', typeCode: '381' });
    expect(writeFinvoice(invoice)).toContain(
      '<EpiInstructedAmount AmountCurrencyIdentifier="EUR">-125,50</EpiInstructedAmount>',
    );
    expect(read(writeFinvoice(invoice)).totals.payable).toBe('125.50');
  });
});
