import { expect, test } from 'vitest';
import { isCreditorReference, isFinnishReference, isIban, isNorwegianKid, isSwedishOcr } from './check-digits.js';

const cases: [name: string, check: (value: string) => boolean, good: string[], bad: string[]][] = [
  ['Norwegian KID', isNorwegianKid, ['202600000428', '202600000421', '104-'], ['202600000425', '118', '1', '10-4']],
  ['Swedish OCR', isSwedishOcr, ['202600000428', '2026 0000 0428'], ['202600000421', '8', 'RF18539007547034']],
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
