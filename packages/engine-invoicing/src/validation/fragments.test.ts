import { describe, expect, test } from 'vitest';
import { isRefusal } from '../refusal.js';
import { validateInvoice } from './validate-invoice.js';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const PREFIXES = `xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2"`;

type Root = 'Invoice' | 'CreditNote';
type Attributes = Readonly<Record<string, string>>;

/** A document of these elements alone, whatever else a document should have. */
const fragment = (content: string, root: Root = 'Invoice'): string =>
  `<${root} xmlns="${UBL}:${root}-2" ${PREFIXES}>${content}</${root}>`;

const basic = (name: string, text: string, attributes: Attributes = {}): string => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
  return `<cbc:${name}${written.join('')}>${text}</cbc:${name}>`;
};

/** Elements within others: `inside('A/B', x)` is x in B in A. */
const inside = (path: string, content: string): string =>
  path
    .split('/')
    .reverse()
    .reduce((inner, name) => `<cac:${name}>${inner}</cac:${name}>`, content);

const VAT = inside('TaxScheme', basic('ID', 'VAT'));
const SELLER = 'AccountingSupplierParty/Party';
const BUYER = 'AccountingCustomerParty/Party';

const breakdown = (base: string, category: string): string =>
  inside('TaxTotal/TaxSubtotal', `${basic('TaxableAmount', base)}${inside('TaxCategory', category)}`);
const code = (category: string, rate: string): string => basic('ID', category) + basic('Percent', rate);
const line = (net: string, category: string): string =>
  inside('InvoiceLine', basic('LineExtensionAmount', net) + inside('Item/ClassifiedTaxCategory', category));
const charge = (amount: string, category: string): string =>
  inside(
    'AllowanceCharge',
    basic('ChargeIndicator', 'true') + basic('Amount', amount) + inside('TaxCategory', category),
  );
const totals = (amounts: Attributes): string =>
  inside(
    'LegalMonetaryTotal',
    Object.entries(amounts)
      .map(([name, amount]) => basic(name, amount))
      .join(''),
  );
const registration = (id: string, ...schemes: string[]): string =>
  inside(
    'PartyTaxScheme',
    basic('CompanyID', id) + schemes.map((one) => inside('TaxScheme', basic('ID', one))).join(''),
  );
const country = (of: string): string => inside('PostalAddress/Country', basic('IdentificationCode', of));
const within = (of: string): string => inside(SELLER, country(of)) + inside(BUYER, country(of));
const document = (description: string, id: string): string =>
  inside('AdditionalDocumentReference', basic('ID', id) + basic('DocumentDescription', description));
const embedded = (...names: string[]): string =>
  inside(
    'AdditionalDocumentReference/Attachment',
    names.map((filename) => basic('EmbeddedDocumentBinaryObject', 'x', { filename })).join(''),
  );
const means = (...content: string[]): string => inside('PaymentMeans', content.join(''));
const account = (id: string): string => inside('PayeeFinancialAccount', basic('ID', id));

const payeeName = inside('PartyName', basic('Name', 'Payee'));
const seller = inside(`${SELLER}/PartyLegalEntity`, basic('RegistrationName', 'Seller'));
const giro = (id: string): string => {
  const branch = inside('FinancialInstitutionBranch', basic('ID', 'SE:BANKGIRO'));
  return means(basic('PaymentMeansCode', '30'), inside('PayeeFinancialAccount', basic('ID', id) + branch));
};
const reason = (text: string): string =>
  inside('AllowanceCharge', basic('AllowanceChargeReasonCode', 'ZZZ') + basic('AllowanceChargeReason', text));

const findingsOf = (text: string): readonly { ruleId: string; severity: string }[] => {
  const result = validateInvoice(Buffer.from(text), { ruleSets: ['en16931', 'peppol'] });
  if (isRefusal(result)) throw new Error(result.reason);
  return result.findings;
};

type Case = readonly [rule: string, what: string, broken: string, fine: string];

const cases: readonly Case[] = [
  [
    'BR-AF-01',
    'where L is used, the breakdown is found without its tax scheme',
    fragment(line('1', code('L', '7') + VAT) + breakdown('1', code(' L ', '7') + VAT)),
    fragment(line('1', code('L', '7') + VAT) + breakdown('1', code('L', '7'))),
  ],
  [
    'BR-AG-01',
    'where M is used, the breakdown names its tax scheme',
    fragment(line('1', code('M', '7') + VAT) + breakdown('1', code('M', '7'))),
    fragment(line('1', code('M', '7') + VAT) + breakdown('1', code('M', '7') + VAT)),
  ],
  [
    'BR-S-08',
    'a difference of exactly 1 is too much, but for what floating point adds',
    fragment(line('14.50', code('S', '25')) + breakdown('13.50', code('S', '25') + VAT)),
    fragment(charge('14.41', code('S', '25')) + breakdown('13.41', code('S', '25') + VAT)),
  ],
  [
    'BR-S-08',
    'allowances and charges of the rate do where no line has it',
    fragment(line('5', code('Z', '0')) + breakdown('5', code('S', '25') + VAT)),
    fragment(line('5', code('Z', '0')) + charge('5', code('S', '25')) + breakdown('5', code('S', '25') + VAT)),
  ],
  [
    'BR-O-11',
    'a category without a code is another one than O',
    fragment(breakdown('1', basic('ID', 'O') + VAT) + breakdown('1', VAT)),
    fragment(breakdown('1', basic('ID', 'O') + VAT) + breakdown('1', '')),
  ],
  [
    'BR-CO-09',
    'part of the list is found where the identifier starts with a space',
    fragment(inside(SELLER, registration('VAX', 'Vat') + registration('XX1', 'VAT'))),
    fragment(inside(SELLER, registration(' VA', 'VAT'))),
  ],
  [
    'BR-CO-13',
    'without allowances and charges nothing is rounded',
    fragment(totals({ LineExtensionAmount: '10.001', TaxExclusiveAmount: '10.00' })),
    fragment(totals({ LineExtensionAmount: '10.001', TaxExclusiveAmount: '10.00', ChargeTotalAmount: '0' })),
  ],
  [
    'BR-CO-16',
    'the amount due is rounded only where there is a rounding',
    fragment(totals({ TaxInclusiveAmount: '20', PrepaidAmount: '10', PayableAmount: '10.004' })),
    fragment(
      totals({ TaxInclusiveAmount: '20', PrepaidAmount: '10', PayableRoundingAmount: '0', PayableAmount: '10.004' }),
    ),
  ],
  [
    'BR-DEC-15',
    'an amount without a currency is no amount in the accounting currency',
    fragment(basic('TaxCurrencyCode', 'SEK') + inside('TaxTotal', basic('TaxAmount', '1.234', { currencyID: 'SEK' }))),
    fragment(inside('TaxTotal', basic('TaxAmount', '1.234'))),
  ],
  [
    'BR-29',
    'dates with time zones are compared as the points in time they are',
    fragment(inside('InvoicePeriod', basic('StartDate', '2026-01-15') + basic('EndDate', '2026-01-15+02:00'))),
    fragment(inside('InvoicePeriod', basic('StartDate', '2026-01-15+02:00') + basic('EndDate', '2026-01-15'))),
  ],
  [
    'UBL-SR-20',
    'a payee identifier without scheme counts',
    fragment(inside('PayeeParty', `${inside('PartyIdentification', basic('ID', '1'))}`.repeat(2) + payeeName) + seller),
    fragment(inside('PayeeParty', inside('PartyIdentification', basic('ID', '1')) + payeeName) + seller),
  ],
  [
    'UBL-DT-18',
    'attributes are found in extensions, too',
    fragment(
      `<ext:UBLExtensions xmlns:ext="${UBL}:CommonExtensionComponents-2"><x xmlns="" name="y">1</x></ext:UBLExtensions>`,
    ),
    fragment(means(basic('PaymentMeansCode', '30', { name: 'y' }))),
  ],
  [
    'PEPPOL-COMMON-R045',
    'a number of eleven characters may have a sign',
    fragment(inside(SELLER, basic('EndpointID', '123456789a1', { schemeID: '0210' }))),
    fragment(inside(SELLER, basic('EndpointID', '+1234567890', { schemeID: '0210' }))),
  ],
  [
    'PEPPOL-EN16931-CL007',
    'Peppol has STN, and not STD',
    fragment(charge('1', '').replace('<cbc:Amount>', '<cbc:Amount currencyID="STD">')),
    fragment(charge('1', '').replace('<cbc:Amount>', '<cbc:Amount currencyID="STN">')),
  ],
  [
    'PEPPOL-EN16931-P0104',
    'of several exemption codes none is looked at',
    fragment(breakdown('1', basic('ID', 'E') + basic('TaxExemptionReasonCode', 'vatex-eu-g'))),
    fragment(breakdown('1', basic('ID', 'E') + basic('TaxExemptionReasonCode', 'VATEX-EU-G').repeat(2))),
  ],
  [
    'IT-R-001',
    'a registration without scheme is a tax registration',
    fragment(inside(SELLER, country('IT') + registration('short'))),
    fragment(inside(SELLER, country('IT') + registration('short', 'VAT'))),
  ],
  [
    'NO-R-002',
    'several VAT identifiers name no country',
    fragment(inside(SELLER, registration('NO974760673MVA', 'VAT'))),
    fragment(inside(SELLER, registration('NO974760673MVA', 'VAT').repeat(2))),
  ],
  [
    'NL-R-003',
    'the scheme is looked up between spaces',
    fragment(
      inside(SELLER, country('NL') + inside('PartyLegalEntity', basic('CompanyID', '1', { schemeID: '01906' }))),
    ),
    fragment(
      inside(SELLER, country('NL') + inside('PartyLegalEntity', basic('CompanyID', '1', { schemeID: ' 0190 ' }))),
    ),
  ],
  [
    'SE-R-008',
    'every number passes for digits',
    fragment(within('SE') + giro('12-34567')),
    fragment(within('SE') + giro('+1.5e3')),
  ],
  [
    'DK-R-004',
    'four characters that are a number of up to 9999',
    fragment(within('DK') + reason('-1.0')),
    fragment(within('DK') + reason('1.23')),
  ],
  [
    'IS-R-010',
    'a due date is needed',
    fragment(within('IS') + document('EINDAGI', 'x')),
    fragment(within('IS') + basic('DueDate', '2026-01-15') + document('EINDAGI', '2026-01-15')),
  ],
  [
    'DE-R-016',
    'the indicator of a charge is written true or false',
    fragment(within('DE') + charge('1', basic('ID', 'S'))),
    fragment(within('DE') + charge('1', basic('ID', 'S')).replace('true', '1')),
  ],
  [
    'DE-R-019',
    'small letters of an IBAN are numbers of their own',
    fragment(within('DE') + means(basic('PaymentMeansCode', '58'), account('GB82west12345698765432'))),
    fragment(within('DE') + means(basic('PaymentMeansCode', '58'), account('GB82 WEST 1234 5698 7654 32'))),
  ],
  [
    'DE-R-022',
    'only documents before are compared',
    fragment(within('DE') + embedded('a') + embedded('b') + embedded('a')),
    fragment(within('DE') + embedded('a', 'a') + embedded('b')),
  ],
  [
    'GR-R-001-4',
    'a plus sign may stand before the number',
    fragment(inside(SELLER, country('GR')) + basic('ID', '1|2|-1|4|5|6')),
    fragment(inside(SELLER, country('GR')) + basic('ID', '1|2|+1|4|5|6')),
  ],
];

describe('fragments of invoices', () => {
  for (const [rule, what, broken, fine] of cases) {
    test(`${rule}: ${what}`, () => {
      const rules = (text: string): string[] => findingsOf(text).map(({ ruleId }) => ruleId);
      expect(rules(broken)).toContain(rule);
      expect(rules(fine)).not.toContain(rule);
    });
  }

  test('a root element alone is judged, not refused', () => {
    for (const root of ['Invoice', 'CreditNote'] as const) {
      const rules = findingsOf(fragment('', root)).map(({ ruleId }) => ruleId);
      expect(rules).toEqual(expect.arrayContaining(['BR-01', 'BR-16', 'BR-CO-18', 'PEPPOL-EN16931-R053']));
    }
  });

  test('elements may be empty and stand in any order', () => {
    for (const [, , broken] of cases) {
      const rules = (text: string): string[] => findingsOf(text).map(({ ruleId }) => ruleId);
      expect(rules(broken.replace(/(<cbc:[^>]*>)[^<]+/g, '$1 '))).toContain('BR-01');
      const leaves = broken.match(/<cbc:[^>]*>[^<]*<\/cbc:\w+>/g) ?? [];
      expect(rules(fragment(leaves.reverse().join('')))).toContain('BR-01');
    }
  });
});
