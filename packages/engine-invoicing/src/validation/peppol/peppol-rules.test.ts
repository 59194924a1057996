import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Invoice, InvoiceParty } from '../../model/invoice.js';
import { createTestInvoice } from '../../testing/invoices.js';
import { listBrokenRules, replaceOnce } from '../../testing/validate-text.js';
import { writeUbl } from '../../ubl/ubl.js';

const broken = (text: string): string[] => listBrokenRules(text, ['peppol']);
const valid = writeUbl(createTestInvoice());

describe('Peppol BIS Billing 3', () => {
  test('a valid invoice has no findings', () => expect(broken(valid)).toEqual([]));
  test('R120 tolerates two cents, but not three', () => {
    const at = valid.lastIndexOf('>100.00</cbc:LineExtensionAmount>');
    const withNet = (net: string): string => valid.slice(0, at) + valid.slice(at).replace('>100.00<', `>${net}<`);
    expect(broken(withNet('100.02'))).toEqual([]);
    expect(broken(withNet('100.03'))).toEqual(['PEPPOL-EN16931-R120']);
  });
});

describe('identifiers are checked by their scheme', () => {
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
    test(`a valid invoice of ${country} violates no rule`, () => expect(broken(text)).toEqual([]));

  const documents: Readonly<Record<string, string>> = { valid, ...valids };
  const cases: Record<string, { rule: string; replace: string; by: string }[]> = parse(
    readFileSync(new URL('../rule-cases.yaml', import.meta.url), 'utf8'),
  );
  describe.each(Object.entries(cases))('a change of the %s document', (name, changes) => {
    test.each(changes)('violates $rule', ({ rule, replace, by }) => {
      const text = replaceOnce(documents[name] ?? '', replace, by);
      expect(listBrokenRules(text, ['en16931', 'peppol'])).toContain(rule);
    });
  });
});
