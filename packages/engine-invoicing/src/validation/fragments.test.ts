import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { isRejection } from '../invoice-rejection.js';
import { validateInvoice } from './validate-invoice.js';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const PREFIXES = `xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2"`;

type Root = 'Invoice' | 'CreditNote';

/** A document of these elements alone, whatever else a document should have. */
const fragment = (content: string, root: Root = 'Invoice'): string =>
  `<${root} xmlns="${UBL}:${root}-2" ${PREFIXES}>${content}</${root}>`;

const findingsOf = (text: string): readonly { ruleId: string; severity: string }[] => {
  const result = validateInvoice(Buffer.from(text), { ruleSets: ['en16931', 'peppol'] });
  if (isRejection(result)) throw new Error(result.reason);
  return result.findings;
};

const cases: readonly { rule: string; what: string; broken: string; fine: string }[] = parse(
  readFileSync(new URL('./fragments.yaml', import.meta.url), 'utf8'),
);

describe('fragments of invoices', () => {
  test.each(cases)('$rule: $what', ({ rule, broken, fine }) => {
    const rules = (content: string): string[] => findingsOf(fragment(content)).map(({ ruleId }) => ruleId);
    expect(rules(broken)).toContain(rule);
    expect(rules(fine)).not.toContain(rule);
  });

  test('an empty root element is validated, not rejected', () => {
    for (const root of ['Invoice', 'CreditNote'] as const) {
      const rules = findingsOf(fragment('', root)).map(({ ruleId }) => ruleId);
      expect(rules).toEqual(expect.arrayContaining(['BR-01', 'BR-16', 'BR-CO-18', 'PEPPOL-EN16931-R053']));
    }
  });

  test('elements can be empty and in any order', () => {
    for (const { broken } of cases) {
      const rules = (text: string): string[] => findingsOf(text).map(({ ruleId }) => ruleId);
      expect(rules(fragment(broken.replace(/(<cbc:[^>]*>)[^<]+/g, '$1 ')))).toContain('BR-01');
      const leaves = broken.match(/<cbc:[^>]*>[^<]*<\/cbc:\w+>/g) ?? [];
      expect(rules(fragment(leaves.reverse().join('')))).toContain('BR-01');
    }
  });
});
