import { expect, it } from 'vitest';
import { pseudoCount } from './feedback.js';

it('adds a thirtieth of the group, at least one observation and at most four', () => {
  expect([0, 30, 60, 90, 120, 10_000].map(pseudoCount)).toEqual([1, 1, 2, 3, 4, 4]);
});
