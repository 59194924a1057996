import { expect, test } from 'vitest';
import { createShiftCodes } from './roster-figures.js';

test('a shift gets an unused letter of its id, or else another letter', () => {
  expect(createShiftCodes(['early', 'late', 'evening', 'e', '--'])).toEqual(['E', 'L', 'V', 'A', 'B']);
});

test('shifts get two-character codes if there are more shifts than letters and digits', () => {
  const codes = createShiftCodes(Array.from({ length: 400 }, (_, index) => `gen-${index}`));
  expect([new Set(codes).size, codes[0]?.length]).toEqual([400, 2]);
});
