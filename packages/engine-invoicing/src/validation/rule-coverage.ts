import unusedTerms from '../data/unused-terms.json' with { type: 'json' };
import { en16931Rules } from './en16931/en16931-rules.js';
import { peppolRules } from './peppol/peppol-rules.js';

/** Rules of UBL-CR that are checked apart from the list of unused terms. */
const APART = ['002', '412', '665', '666', '673'];

/** Distinct ids of all rules. */
export const checkedRuleIds = (): string[] => [
  ...new Set([
    ...[...en16931Rules, ...peppolRules].map(({ id }) => id),
    ...[...Object.values(unusedTerms), ...APART].map((number) => `UBL-CR-${number}`),
  ]),
];

/** The family a rule belongs to: its id up to the last part with digits. */
export const familyOf = (id: string): string =>
  id.replace(
    /^(PEPPOL-EN16931-[A-Z]+|PEPPOL-COMMON-R|UBL-[A-Z]+|BR-CO|BR-DEC|BR-CL|BR-[A-Z]{1,2}(?=-)|BR|[A-Z]{2}-[RS])-?[T\d].*$/,
    '$1',
  );
