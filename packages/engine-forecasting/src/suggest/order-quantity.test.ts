import { expect, test } from 'vitest';
import { batchOf, orderQuantity } from './order-quantity.js';

const unlimited = Number.POSITIVE_INFINITY;

test.each<[needed: number, most: number, batch: number, ordered: number]>([
  [97.84, unlimited, 25, 100],
  [100, unlimited, 25, 100],
  [100.01, unlimited, 25, 125],
  [0, unlimited, 25, 0],
  [-3, unlimited, 25, 0],
  [97.84, 90, 25, 75],
  [97.84, 100, 25, 100],
  [97.84, 24, 25, 0],
  [97.84, -10, 25, 0],
  // 0.1 * 3 is more than 0.3, and 0.3 / 0.1 less than 3.
  [0.1 * 3, unlimited, 0.1, 0.3],
  [5, 0.3, 0.1, 0.3],
  // A billionth of a batch of 10^12 is a thousand units.
  [500, unlimited, 1e12, 1e12],
  [5e11, 1e12 - 500, 1e12, 0],
])('for %d, at most %d, in whole batches of %d, orders %d', (needed, most, batch, ordered) =>
  expect(orderQuantity(needed, most, batch)).toBeCloseTo(ordered, 12),
);

test('a batch size that is missing or not positive counts as 1', () =>
  expect([undefined, 0, -4, 0.5, 12].map(batchOf)).toEqual([1, 1, 1, 0.5, 12]));
