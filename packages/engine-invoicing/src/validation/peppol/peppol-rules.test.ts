import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createTestInvoice } from '../../testing/invoices.js';
import { listBrokenRules, replaceOnce } from '../../testing/validate-text.js';
import { writeUbl } from '../../ubl/ubl.js';

const broken = (text: string): string[] => listBrokenRules(text, ['peppol']);
const valid = writeUbl(createTestInvoice());

describe('Peppol BIS Billing 3', () => {
  test('a valid invoice has no findings', () => expect(broken(valid)).toEqual([]));
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

describe('one change of a valid invoice', () => {
  const cases: { rule: string; replace: string; by: string }[] = parse(
    readFileSync(new URL('../rule-cases.yaml', import.meta.url), 'utf8'),
  );
  test.each(cases)('breaks $rule', ({ rule, replace, by }) => {
    expect(listBrokenRules(replaceOnce(valid, replace, by), ['en16931', 'peppol'])).toContain(rule);
  });
});
