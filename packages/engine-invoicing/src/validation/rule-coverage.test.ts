import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import unusedTerms from '../data/unused-terms.json' with { type: 'json' };
import { en16931Rules } from './en16931/en16931-rules.js';
import { peppolRules } from './peppol/peppol-rules.js';

/** Rules of UBL-CR that are checked apart from the list of unused terms. */
const APART = ['002', '412', '665', '666', '673'];

const checkedRuleIds = (): string[] => [
  ...new Set([
    ...[...en16931Rules, ...peppolRules].map(({ id }) => id),
    ...[...Object.values(unusedTerms), ...APART].map((number) => `UBL-CR-${number}`),
  ]),
];

/** The family a rule belongs to: its id up to the last part with digits. */
const familyOf = (id: string): string =>
  id.replace(
    /^(PEPPOL-EN16931-[A-Z]+|PEPPOL-COMMON-R|UBL-[A-Z]+|BR-CO|BR-DEC|BR-CL|BR-[A-Z]{1,2}(?=-)|BR|[A-Z]{2}-[RS])-?[T\d].*$/,
    '$1',
  );

test('the table in the README lists the number of rules', () => {
  const counts = new Map<string, number>();
  for (const id of checkedRuleIds()) counts.set(familyOf(id), (counts.get(familyOf(id)) ?? 0) + 1);
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const table = [...readme.matchAll(/^\| ([A-Z][A-Z0-9-]*) \| (\d+) \| \d+ \|$/gm)].map(([, family, checked]) => [
    family,
    Number(checked),
  ]);
  expect(table).toEqual([...counts].sort(([one], [other]) => (one < other ? -1 : 1)));
});
