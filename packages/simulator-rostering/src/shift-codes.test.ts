import { expect, test } from 'vitest';
import { createShiftCodes } from './shift-codes.js';

test('a shift has a letter of its id where one is left', () => {
  expect(createShiftCodes(['early', 'late', 'evening', 'e', '--'])).toEqual(['E', 'L', 'V', 'A', 'B']);
});

test('more shifts than letters and digits have two characters each', () => {
  const codes = createShiftCodes(Array.from({ length: 400 }, (_, index) => `gen-${index}`));
  expect([new Set(codes).size, codes[0]?.length]).toEqual([400, 2]);
});
