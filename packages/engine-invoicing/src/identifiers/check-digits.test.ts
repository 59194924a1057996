import { expect, test } from 'vitest';
import {
  createCreditorReference,
  createFinnishReference,
  isBelgianEnterpriseNumber,
  isCreditorReference,
  isDanishCvr,
  isFinnishBusinessId,
  isFinnishOvt,
  isFinnishReference,
  isGln,
  isIban,
  isNorwegianKid,
  isNorwegianOrganisationNumber,
  isSwedishOcr,
  isSwedishOrganisationNumber,
} from './check-digits.js';

const cases: [name: string, check: (value: string) => boolean, good: string[], bad: string[]][] = [
  ['GLN', isGln, ['6430000000016'], ['6430000000017', '643000000001', 'x']],
  [
    'Finnish business id',
    isFinnishBusinessId,
    ['1234567-1', '12345671', '0112038-9'],
    ['1234567-2', '1234567', '1234567-X'],
  ],
  ['OVT', isFinnishOvt, ['003712345671', '003712345671AB1'], ['003712345672', '0037123456']],
  [
    'Swedish organisation number',
    isSwedishOrganisationNumber,
    ['5560360793', '556036-0793'],
    ['5560360794', '55-60360793'],
  ],
  ['Norwegian organisation number', isNorwegianOrganisationNumber, ['974760673'], ['974760674', '97476067']],
  ['Norwegian KID', isNorwegianKid, ['202600000428', '202600000421', '104-'], ['202600000425', '118', '1', '10-4']],
  ['Swedish OCR', isSwedishOcr, ['202600000428', '2026 0000 0428'], ['202600000421', '8', 'RF18539007547034']],
  ['Danish CVR', isDanishCvr, ['13585628', 'DK13585628'], ['13585629', '1358562']],
  ['Belgian enterprise number', isBelgianEnterpriseNumber, ['0202239951'], ['0202239952', '2202239951']],
  [
    'IBAN',
    isIban,
    ['FI2112345600000785', 'FI21 1234 5600 0007 85', 'DE89370400440532013000'],
    ['FI2112345600000786', 'FI21', ''],
  ],
  ['Finnish reference', isFinnishReference, ['20260000422', '1232', '00001232'], ['20260000423', '12', 'x']],
  ['RF reference', isCreditorReference, ['RF18539007547034', 'RF18 5390 0754 7034'], ['RF19539007547034', 'RF']],
];
for (const [name, check, good, bad] of cases) {
  test(name, () => {
    expect(good.filter((value) => !check(value))).toEqual([]);
    expect(bad.filter(check)).toEqual([]);
  });
}

test('references are made with their check digits', () => {
  expect(createFinnishReference('123')).toBe('1232');
  expect(createCreditorReference('539007547034')).toBe('RF18539007547034');
});
