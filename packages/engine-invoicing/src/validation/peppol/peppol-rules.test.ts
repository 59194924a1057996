import { describe, expect, test } from 'vitest';
import type { Invoice } from '../../model/invoice.js';
import type { InvoiceParty } from '../../model/party.js';
import { createTestInvoice } from '../../testing/invoices.js';
import { listBrokenRules, replaceOnce } from '../../testing/validate-text.js';
import { writeUbl } from '../../ubl/write-ubl.js';

const broken = (text: string): string[] => listBrokenRules(text, ['peppol']);
const valid = writeUbl(createTestInvoice());
const put = (text: string, before: string): string => replaceOnce(valid, before, `${text}${before}`);

describe('Peppol BIS Billing 3', () => {
  const discount = (terms: string): string =>
    put(
      `<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:AllowanceChargeReason>x</cbc:AllowanceChargeReason>${terms}</cac:AllowanceCharge>`,
      '<cac:TaxTotal>',
    );
  const cases: Record<string, string> = {
    'PEPPOL-EN16931-R001': replaceOnce(valid, /<cbc:ProfileID>.*<\/cbc:ProfileID>/, ''),
    'PEPPOL-EN16931-R002': put('<cbc:Note>a</cbc:Note><cbc:Note>b</cbc:Note>', '<cbc:DocumentCurrencyCode>'),
    'PEPPOL-EN16931-R003': replaceOnce(valid, /<cbc:BuyerReference>.*<\/cbc:BuyerReference>/, ''),
    'PEPPOL-EN16931-R004': replaceOnce(valid, 'billing:3.0', 'billing:4.0'),
    'PEPPOL-EN16931-R005': put('<cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>', '<cbc:BuyerReference>'),
    'PEPPOL-EN16931-R007': replaceOnce(valid, 'billing:01:1.0', 'ordering:01:1.0'),
    'PEPPOL-EN16931-R008': put('<cbc:Note> </cbc:Note>', '<cbc:DocumentCurrencyCode>'),
    'PEPPOL-EN16931-R010': replaceOnce(valid, /<cbc:EndpointID[^>]*>003723456782<\/cbc:EndpointID>/, ''),
    'PEPPOL-EN16931-R020': replaceOnce(valid, /<cbc:EndpointID[^>]*>003712345671<\/cbc:EndpointID>/, ''),
    'PEPPOL-EN16931-R040': discount(
      '<cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric><cbc:Amount currencyID="EUR">1.03</cbc:Amount><cbc:BaseAmount currencyID="EUR">10.00</cbc:BaseAmount>',
    ),
    'PEPPOL-EN16931-R041': discount(
      '<cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric><cbc:Amount currencyID="EUR">1.00</cbc:Amount>',
    ),
    'PEPPOL-EN16931-R042': discount(
      '<cbc:Amount currencyID="EUR">1.00</cbc:Amount><cbc:BaseAmount currencyID="EUR">10.00</cbc:BaseAmount>',
    ),
    'PEPPOL-EN16931-R046': put(
      '<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:Amount currencyID="EUR">1</cbc:Amount><cbc:BaseAmount currencyID="EUR">12</cbc:BaseAmount></cac:AllowanceCharge>',
      '</cac:Price>',
    ),
    'PEPPOL-EN16931-R051': replaceOnce(
      valid,
      '<cbc:PayableAmount currencyID="EUR">',
      '<cbc:PayableAmount currencyID="SEK">',
    ),
    'PEPPOL-EN16931-R053': replaceOnce(valid, /(<cac:TaxTotal>[\s\S]*<\/cac:TaxTotal>)/, '$1$1'),
    'PEPPOL-EN16931-R054': put(
      '<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">25.50</cbc:TaxAmount></cac:TaxTotal>',
      '<cac:LegalMonetaryTotal>',
    ),
    'PEPPOL-EN16931-R061': replaceOnce(valid, '>58<', '>59<'),
    'PEPPOL-EN16931-R101': put('<cac:DocumentReference><cbc:ID>1</cbc:ID></cac:DocumentReference>', '<cac:Item>'),
    'PEPPOL-EN16931-R120': replaceOnce(valid, '>10</cbc:InvoicedQuantity>', '>10.01</cbc:InvoicedQuantity>'),
    'PEPPOL-EN16931-R121': put('<cbc:BaseQuantity unitCode="C62">0</cbc:BaseQuantity>', '</cac:Price>'),
    'PEPPOL-EN16931-R130': put('<cbc:BaseQuantity unitCode="HUR">1</cbc:BaseQuantity>', '</cac:Price>'),
    'PEPPOL-EN16931-CL008': replaceOnce(valid, '"0216"', '"9999"'),
    'PEPPOL-EN16931-F001': replaceOnce(valid, '>2026-01-15<', '>2026-01-15Z<'),
    'PEPPOL-EN16931-P0100': replaceOnce(valid, '>380<', '>325<'),
    'PEPPOL-EN16931-P0112': replaceOnce(valid, '>380<', '>384<'),
  };
  test('a valid invoice has no findings', () => expect(broken(valid)).toEqual([]));
  for (const [id, text] of Object.entries(cases)) test(id, () => expect(broken(text)).toContain(id));

  test('two cents are within the tolerance of R120, three are not', () => {
    const at = valid.lastIndexOf('>100.00</cbc:LineExtensionAmount>');
    const withNet = (net: string): string => valid.slice(0, at) + valid.slice(at).replace('>100.00<', `>${net}<`);
    expect(broken(withNet('100.02'))).toEqual([]);
    expect(broken(withNet('100.03'))).toEqual(['PEPPOL-EN16931-R120']);
  });
});

describe('identifiers by their scheme', () => {
  const cases: [rule: string, scheme: string, good: string, bad: string][] = [
    ['PEPPOL-COMMON-R040', '0088', '6430000000016', '6430000000017'],
    ['PEPPOL-COMMON-R041', '0192', '974760673', '974760674'],
    ['PEPPOL-COMMON-R042', '0184', 'DK12345678', '1234567'],
    ['PEPPOL-COMMON-R043', '0208', '0202239951', '0202239952'],
    ['PEPPOL-COMMON-R044', '0201', 'ABC123', 'ABC12'],
    ['PEPPOL-COMMON-R045', '0210', 'RSSMRA85T10A562S', 'RSSMRA85T10A562'],
    ['PEPPOL-COMMON-R047', '0211', 'IT12345670785', 'IT12345670786'],
    ['PEPPOL-COMMON-R049', '0007', '5560360793', '5560360794'],
    ['PEPPOL-COMMON-R050', '0151', '51824753556', '51824753557'],
    ['PEPPOL-COMMON-R052', '0096', '1234567890', '123456789'],
    ['PEPPOL-COMMON-R053', '0198', 'DK12345678', '12345678'],
    ['PEPPOL-COMMON-R054', '0106', '12345678', '1234567'],
    ['PEPPOL-COMMON-R055', '0190', '12345678901234567890', '1'],
    ['PEPPOL-COMMON-R056-1', '9944', 'NL123456789B01', 'NL123456789'],
    ['PEPPOL-COMMON-R057', '0217', '123456789012', '12345678901'],
  ];
  const withId = (scheme: string, value: string): string => {
    const invoice = createTestInvoice();
    return writeUbl({ ...invoice, seller: { ...invoice.seller, identifiers: [{ scheme, value }] } });
  };
  for (const [rule, scheme, good, bad] of cases) {
    test(rule, () => {
      expect(broken(withId(scheme, good))).not.toContain(rule);
      expect(broken(withId(scheme, bad))).toContain(rule);
    });
  }
});

/** An invoice within a country, with what its national rules want. */
const national = (
  country: string,
  seller: Partial<InvoiceParty>,
  buyer: Partial<InvoiceParty> = seller,
  changes: Partial<Invoice> = {},
): string => {
  const invoice = createTestInvoice(changes);
  const home = (party: InvoiceParty): InvoiceParty => ({ ...party, address: { ...party.address, country } });
  return writeUbl({
    ...invoice,
    seller: { ...home(invoice.seller), ...seller },
    buyer: { ...home(invoice.buyer), ...buyer },
  });
};

describe('national rules', () => {
  const endpoint = (scheme: string, value: string) => ({ endpoint: { scheme, value } });
  const norway = national('NO', {
    vatId: 'NO974760673MVA',
    taxRegistration: 'Foretaksregisteret',
    ...endpoint('0192', '974760673'),
  });
  const legal = (scheme: string, value: string) => ({ legalId: { scheme, value } });
  const sweden = national(
    'SE',
    { vatId: 'SE556036079301', taxRegistration: 'Godkänd för F-skatt', ...legal('0007', '5560360793') },
    {},
    {
      vat: [{ base: '100.00', amount: '25.50', category: 'S', rate: '25' }],
      lines: createTestInvoice().lines.map((line) => ({ ...line, item: { ...line.item, rate: '25' } })),
      payment: { meansCode: '30', accounts: [{ account: '1234567', bank: 'SE:BANKGIRO' }] },
    },
  );
  const denmark = national('DK', { vatId: 'DK12345678', ...legal('0184', 'DK12345678') }, undefined, {
    payment: { meansCode: '31', accounts: [{ account: '1234567890', bank: '1234' }] },
  });
  const netherlands = national('NL', { vatId: 'NL123456789B01', ...legal('0106', '12345678') });
  const germany = national(
    'DE',
    { vatId: 'DE123456789', contact: { name: 'A', phone: '+49 30 123', email: 'a@b.de' } },
    { vatId: 'DE123456789' },
    {
      payment: { meansCode: '58', accounts: [{ account: 'DE89370400440532013000' }] },
      paymentTerms: '#SKONTO#TAGE=14#PROZENT=2.00#\n',
    },
  );
  const italy = national('IT', { vatId: 'IT12345670785', taxRegistration: 'RSSMRA85T10A562S' });
  const iceland = national('IS', { vatId: 'IS12345', ...legal('0196', '1234567890') }, undefined, {
    documents: [{ id: '2026-03-01', description: 'EINDAGI' }],
  });
  const greece = national(
    'GR',
    { vatId: 'EL094259216', tradingName: 'x', ...endpoint('9933', '094259216') },
    undefined,
    {
      number: '094259216|15/01/2026|1|1.1|A|7',
      documents: [
        { id: '400', description: '##M.AR.K##' },
        { id: '2', description: '##INVOICE|URL##', uri: 'https://a.example/b' },
      ],
    },
  );
  const valids = { norway, sweden, denmark, netherlands, germany, italy, iceland, greece };
  for (const [country, text] of Object.entries(valids))
    test(`${country}: valid`, () => expect(broken(text)).toEqual([]));

  const cases: Record<string, string> = {
    'NO-R-001': replaceOnce(norway, 'NO974760673MVA', 'NO974760673'),
    'NO-R-002': replaceOnce(norway, 'Foretaksregisteret', 'x'),
    'SE-R-001': replaceOnce(sweden, 'SE556036079301', 'SE55603607930'),
    'SE-R-002': replaceOnce(sweden, 'SE556036079301', 'SE55603607930X'),
    'SE-R-003': replaceOnce(sweden, '>5560360793<', '>556036-0793<'),
    'SE-R-004': replaceOnce(sweden, '>5560360793<', '>556036079<'),
    'SE-R-005': replaceOnce(sweden, 'Godkänd för F-skatt', 'F-skatt'),
    'SE-R-006': replaceOnce(sweden, '<cbc:Percent>25</cbc:Percent>', '<cbc:Percent>24</cbc:Percent>'),
    'SE-R-008': replaceOnce(sweden, '>1234567<', '>12A4567<'),
    'SE-R-009': replaceOnce(sweden, '>1234567<', '>123456<'),
    'SE-R-011': replaceOnce(sweden, '>30<', '>50<'),
    'SE-R-013': replaceOnce(sweden, '>5560360793<', '>5560360794<'),
    'DK-R-002': replaceOnce(denmark, '<cbc:CompanyID schemeID="0184">DK12345678</cbc:CompanyID>', ''),
    'DK-R-005': replaceOnce(denmark, '>31<', '>30<'),
    'DK-R-006': replaceOnce(denmark, '<cbc:ID>1234</cbc:ID>', ''),
    'DK-R-008': replaceOnce(denmark, '>31<', '>50<'),
    'DK-R-014': replaceOnce(denmark, 'schemeID="0184"', 'schemeID="0088"'),
    'NL-R-002': replaceOnce(netherlands, '<cbc:CityName>Tampere</cbc:CityName>', ''),
    'NL-R-003': replaceOnce(netherlands, '"0106"', '"0088"'),
    'NL-R-004': replaceOnce(netherlands, '<cbc:CityName>Oulu</cbc:CityName>', ''),
    'NL-R-007': replaceOnce(netherlands, /<cac:PaymentMeans>[\s\S]*<\/cac:PaymentMeans>/, ''),
    'NL-R-008': replaceOnce(netherlands, '>58<', '>31<'),
    'DE-R-001': replaceOnce(germany, /<cac:PaymentMeans>[\s\S]*<\/cac:PaymentMeans>/, ''),
    'DE-R-002': replaceOnce(germany, /<cac:Contact>[\s\S]*?<\/cac:Contact>/, ''),
    'DE-R-006': replaceOnce(germany, '<cbc:Telephone>+49 30 123</cbc:Telephone>', ''),
    'DE-R-015': replaceOnce(germany, /<cbc:BuyerReference>.*<\/cbc:BuyerReference>/, ''),
    'DE-R-018': replaceOnce(germany, 'TAGE=14', 'TAGE=X'),
    'DE-R-019': replaceOnce(germany, 'DE89370400440532013000', 'DE88370400440532013000'),
    'DE-R-023-1': replaceOnce(germany, /<cac:PayeeFinancialAccount>[\s\S]*<\/cac:PayeeFinancialAccount>/, ''),
    'DE-R-028': replaceOnce(germany, 'a@b.de', 'a at b'),
    'IT-R-001': replaceOnce(italy, 'RSSMRA85T10A562S', 'x'),
    'IT-R-003': replaceOnce(italy, '<cbc:CityName>Tampere</cbc:CityName>', ''),
    'IS-R-002': replaceOnce(iceland, '"0196"', '"0088"'),
    'IS-R-008': replaceOnce(iceland, '2026-03-01', '2026-03-32'),
    'IS-R-010': replaceOnce(iceland, '2026-03-01', '2026-02-01'),
    'GR-R-001-1': replaceOnce(greece, '|A|7', '|A'),
    'GR-R-001-2': replaceOnce(greece, '094259216|', '094259215|'),
    'GR-R-001-3': replaceOnce(greece, '15/01/2026', '16/01/2026'),
    'GR-R-003': replaceOnce(greece, '>EL094259216<', '>EL094259215<'),
    'GR-R-004-1': replaceOnce(greece, '##M.AR.K##', 'other'),
    'GR-R-009': replaceOnce(greece, '"9933"', '"0088"'),
  };
  for (const [id, text] of Object.entries(cases)) test(id, () => expect(broken(text)).toContain(id));
});
