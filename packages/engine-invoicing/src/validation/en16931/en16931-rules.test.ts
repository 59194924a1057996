import { describe, expect, test } from 'vitest';
import type { Invoice } from '../../model/invoice.js';
import { createTestInvoice, createTestLine } from '../../testing/invoices.js';
import { listBrokenRules, replaceOnce, validateText } from '../../testing/validate-text.js';
import { writeUbl } from '../../ubl/ubl.js';

const valid = writeUbl(createTestInvoice());
const broken = (text: string): string[] => listBrokenRules(text, ['en16931']);
const put = (text: string, before: string): string => replaceOnce(valid, before, `${text}${before}`);
const SELLER = '<cac:AccountingSupplierParty>';
const BUYER = '<cac:AccountingCustomerParty>';

test('a valid invoice and a valid credit note have no findings', () => {
  expect(validateText(valid, ['schema', 'en16931', 'peppol'])).toEqual([]);
  const creditNote = writeUbl(createTestInvoice({ kind: 'creditNote', typeCode: '381' }));
  expect(validateText(creditNote, ['schema', 'en16931', 'peppol'])).toEqual([]);
});

describe('sums', () => {
  test('a VAT difference of less than one unit is within the tolerance', () => {
    const text = valid.replaceAll('>25.50</cbc:TaxAmount>', '>26.49</cbc:TaxAmount>').replaceAll('125.50', '126.49');
    expect(broken(text)).toEqual([]);
  });

  test('decimals are exact: ten times 0.1 is 1', () => {
    const lines = Array.from({ length: 10 }, (_, index) => ({
      ...createTestLine(String(index + 1)),
      quantity: '1',
      price: { net: '0.10' },
      net: '0.10',
    }));
    const invoice = createTestInvoice({
      lines,
      totals: { lines: '1.00', withoutVat: '1.00', vat: '0.26', withVat: '1.26', payable: '1.26' },
      vat: [{ base: '1.00', amount: '0.26', category: 'S', rate: '25.5' }],
    });
    expect(broken(writeUbl(invoice))).toEqual([]);
  });
});

const ofCategory = (category: string, rate: string | undefined, exemptionReason?: string): Invoice => {
  const terms = rate === undefined ? { category } : { category, rate };
  const vat = rate === undefined ? '0.00' : rate === '7' ? '7.00' : '0.00';
  const sum = rate === '7' ? '107.00' : '100.00';
  const base = createTestInvoice();
  const { vatId: _, ...seller } = base.seller;
  const { vatId: __, ...buyer } = base.buyer;
  const line = createTestLine('1');
  const { rate: ___, ...item } = line.item;
  return createTestInvoice({
    ...(category === 'O' ? { seller, buyer } : {}),
    ...(category === 'K' ? { delivery: { date: '2026-01-12', address: { country: 'SE' } } } : {}),
    lines: [{ ...line, item: { ...item, ...terms } }],
    allowances: [
      { charge: false, amount: '5.00', reason: 'Discount', ...terms },
      { charge: true, amount: '5.00', reason: 'Freight', ...terms },
    ],
    totals: {
      lines: '100.00',
      allowances: '5.00',
      charges: '5.00',
      withoutVat: '100.00',
      vat,
      withVat: sum,
      payable: sum,
    },
    vat: [{ base: '100.00', amount: vat, ...terms, ...(exemptionReason === undefined ? {} : { exemptionReason }) }],
  });
};

describe('VAT categories', () => {
  const families: [family: string, code: string, rate: string | undefined, exempt: boolean][] = [
    ['Z', 'Z', '0', false],
    ['E', 'E', '0', true],
    ['AE', 'AE', '0', true],
    ['IC', 'K', '0', true],
    ['G', 'G', '0', true],
    ['O', 'O', undefined, true],
    ['AF', 'L', '7', false],
    ['AG', 'M', '7', false],
  ];
  for (const [family, code, rate, exempt] of families) {
    const text = writeUbl(ofCategory(code, rate, exempt ? 'Reason' : undefined));
    const inBreakdown = (change: (part: string) => string): string => {
      const at = text.indexOf('<cac:TaxTotal>');
      const end = text.indexOf('</cac:TaxTotal>');
      return text.slice(0, at) + change(text.slice(at, end)) + text.slice(end);
    };
    test(`BR-${family}: a valid invoice violates no rule`, () => expect(broken(text)).toEqual([]));
    test(`BR-${family}-01: a category missing from the VAT breakdown is reported`, () =>
      expect(
        broken(inBreakdown((part) => replaceOnce(part, `<cbc:ID>${code}</cbc:ID>`, '<cbc:ID>S</cbc:ID>'))),
      ).toContain(`BR-${family}-01`));
    test(`BR-${family}-08: a wrong taxable amount is reported`, () =>
      expect(
        broken(inBreakdown((part) => replaceOnce(part, '>100.00</cbc:TaxableAmount>', '>98.00</cbc:TaxableAmount>'))),
      ).toContain(`BR-${family}-08`));
    test(`BR-${family}-09: a wrong VAT amount is reported`, () =>
      expect(
        broken(inBreakdown((part) => part.replaceAll(/>[07]\.00<\/cbc:TaxAmount>/g, '>9.00</cbc:TaxAmount>'))),
      ).toContain(`BR-${family}-09`));
    test(`BR-${family}-10: a missing or unexpected exemption reason is reported`, () => {
      const changed = exempt
        ? inBreakdown((part) => replaceOnce(part, /<cbc:TaxExemptionReason>.*<\/cbc:TaxExemptionReason>/, ''))
        : inBreakdown((part) =>
            replaceOnce(part, '<cac:TaxScheme>', '<cbc:TaxExemptionReason>x</cbc:TaxExemptionReason><cac:TaxScheme>'),
          );
      expect(broken(changed)).toContain(`BR-${family}-10`);
    });
    test(`BR-${family}-02 to -04: wrong identifiers of the parties are reported`, () => {
      const identifiers =
        code === 'O'
          ? replaceOnce(
              text,
              '<cac:PartyLegalEntity>',
              '<cac:PartyTaxScheme><cbc:CompanyID>FI12345671</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme><cac:PartyLegalEntity>',
            )
          : text.replaceAll(/<cac:PartyTaxScheme>[\s\S]*?<\/cac:PartyTaxScheme>/g, '');
      expect(broken(identifiers)).toEqual(
        expect.arrayContaining(['02', '03', '04'].map((number) => `BR-${family}-${number}`)),
      );
    });
    test(`BR-${family}-05 to -07: wrong rates are reported`, () => {
      const rates =
        code === 'O'
          ? text.replaceAll('<cbc:ID>O</cbc:ID>', '<cbc:ID>O</cbc:ID><cbc:Percent>0</cbc:Percent>')
          : text.replaceAll(/<cbc:Percent>\d+<\/cbc:Percent>/g, '<cbc:Percent>-1</cbc:Percent>');
      expect(broken(rates)).toEqual(
        expect.arrayContaining(['05', '06', '07'].map((number) => `BR-${family}-${number}`)),
      );
    });
  }

  test('BR-O-11 to -14: another VAT category next to "not subject to VAT" is reported', () => {
    const text = writeUbl(ofCategory('O', undefined, 'Reason'));
    const other =
      '<cac:TaxCategory><cbc:ID>Z</cbc:ID><cbc:Percent>0</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory>';
    const mixed = text
      .replace(
        '</cac:TaxTotal>',
        `<cac:TaxSubtotal><cbc:TaxableAmount currencyID="EUR">0</cbc:TaxableAmount><cbc:TaxAmount currencyID="EUR">0</cbc:TaxAmount>${other}</cac:TaxSubtotal></cac:TaxTotal>`,
      )
      .replace(
        '<cac:TaxTotal>',
        `<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator>${other}</cac:AllowanceCharge><cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator>${other}</cac:AllowanceCharge><cac:TaxTotal>`,
      )
      .replace('</cac:Item>', `${other.replaceAll('TaxCategory', 'ClassifiedTaxCategory')}</cac:Item>`);
    expect(broken(mixed)).toEqual(expect.arrayContaining(['BR-O-11', 'BR-O-12', 'BR-O-13', 'BR-O-14']));
  });

  test('BR-IC-11, -12: a missing delivery of an intra-community supply is reported', () => {
    const { delivery: _, ...invoice } = ofCategory('K', '0', 'Reason');
    expect(broken(writeUbl(invoice))).toEqual(['BR-IC-11', 'BR-IC-12']);
  });

  test('BR-B-01, -02: an invalid split payment is reported', () => {
    expect(broken(writeUbl(ofCategory('B', '0')).replace('<cbc:ID>B</cbc:ID>', '<cbc:ID>S</cbc:ID>'))).toEqual(
      expect.arrayContaining(['BR-B-01', 'BR-B-02']),
    );
  });
});

test('UBL-SR-16: a second identifier of the buyer is reported', () => {
  const text = put(
    '<cac:PartyIdentification><cbc:ID>1</cbc:ID></cac:PartyIdentification><cac:PartyIdentification><cbc:ID>2</cbc:ID></cac:PartyIdentification>',
    '<cac:PostalAddress>',
  )
    .replace(SELLER, BUYER)
    .replace('</cac:AccountingSupplierParty>', '</cac:AccountingCustomerParty>');
  expect(broken(text)).toContain('UBL-SR-16');
});

test('a finding contains rule, severity, location, line and message', () => {
  const text = replaceOnce(valid, '>125.50</cbc:PayableAmount>', '>125.51</cbc:PayableAmount>');
  expect(validateText(text, ['en16931'])).toEqual([
    {
      ruleId: 'BR-CO-16',
      severity: 'fatal',
      stage: 'schematron',
      location: '/Invoice/cac:LegalMonetaryTotal',
      line: text.slice(0, text.indexOf('<cac:LegalMonetaryTotal>')).split('\n').length,
      message:
        'The amount due (BT-115) is not the total with VAT (BT-112) less what was paid (BT-113) plus rounding (BT-114)',
    },
  ]);
});
