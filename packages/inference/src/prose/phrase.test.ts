import { expect, it } from 'vitest';
import { mentions } from './phrase.js';

it('does not match a name with too many words', () => {
  expect(mentions('a '.repeat(200), 'a_'.repeat(200_000))).toBe(false);
  expect(mentions('The sum of the order lines is kept.', 'orderLine')).toBe(true);
});
