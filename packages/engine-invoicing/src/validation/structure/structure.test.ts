import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { writeFinvoice } from '../../finvoice/finvoice.js';
import { createTestInvoice } from '../../testing/invoices.js';
import { replaceOnce, validateText } from '../../testing/validate-text.js';
import { writeUbl } from '../../ubl/ubl.js';

const cases: Record<string, { what: string; replace: string; by: string; rule: string; location: string }[]> = parse(
  readFileSync(new URL('./structure-cases.yaml', import.meta.url), 'utf8'),
);

describe.each([
  ['ubl', writeUbl(createTestInvoice())],
  ['finvoice', writeFinvoice(createTestInvoice())],
])('structural validation of %s', (format, valid) => {
  const findings = (text: string) =>
    validateText(text, ['schema']).map(({ ruleId, location }) => ({ rule: ruleId, location }));

  test('reports nothing in a valid document', () => expect(findings(valid)).toEqual([]));

  test.each(cases[format] ?? [])('reports the location of an error: $what', ({ replace, by, rule, location }) => {
    expect(findings(replaceOnce(valid, replace, by))).toEqual([{ rule, location }]);
  });
});
