import { describe, expect, it } from 'vitest';
import { batchOf, orderQuantity } from './order-quantity.js';

const anything = Number.POSITIVE_INFINITY;

describe('orderQuantity', () => {
  it('rounds up to whole batches', () => {
    expect(orderQuantity(97.84, anything, 25)).toBe(100);
    expect(orderQuantity(100, anything, 25)).toBe(100);
    expect(orderQuantity(100.01, anything, 25)).toBe(125);
    expect(orderQuantity(0, anything, 25)).toBe(0);
    expect(orderQuantity(-3, anything, 25)).toBe(0);
  });

  it('takes as many whole batches as fit under the maximum', () => {
    expect(orderQuantity(97.84, 90, 25)).toBe(75);
    expect(orderQuantity(97.84, 100, 25)).toBe(100);
    expect(orderQuantity(97.84, 24, 25)).toBe(0);
    expect(orderQuantity(97.84, -10, 25)).toBe(0);
  });

  it('takes the traces of floating point for nothing, and quantities for something', () => {
    // 0.1 * 3 is more than 0.3, and 0.3 / 0.1 less than 3.
    expect(orderQuantity(0.1 * 3, anything, 0.1)).toBeCloseTo(0.3, 12);
    expect(orderQuantity(5, 0.3, 0.1)).toBeCloseTo(0.3, 12);
    // A billionth of a batch of 10^12 is a thousand units.
    expect(orderQuantity(500, anything, 1e12)).toBe(1e12);
    expect(orderQuantity(5e11, 1e12 - 500, 1e12)).toBe(0);
  });

  it('counts a batch size that is missing or not positive as 1', () => {
    expect([undefined, 0, -4, 0.5, 12].map(batchOf)).toEqual([1, 1, 1, 0.5, 12]);
  });
});
