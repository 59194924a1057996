import { expect, it } from 'vitest';
import { mentions } from './phrase.js';

it('finds no name with so many words that no expression could be made of it', () => {
  expect(mentions('a '.repeat(200), 'a_'.repeat(200_000))).toBe(false);
  expect(mentions('The sum of the order lines is kept.', 'orderLine')).toBe(true);
});
