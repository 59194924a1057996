import { describe, expect, it } from 'vitest';
import { calibrate, combine } from './contributions.js';

const plain = () => ({ allowance: 1, spread: 1 });

describe('combine', () => {
  it('makes the score of what lies above the allowances, shared exactly', () => {
    const { score, significantFields } = combine(
      [
        { field: 'b', nats: 2, direction: -1 },
        { field: 'a', nats: 4, direction: 1 },
        { field: 'c', nats: 1, direction: 0 },
      ],
      plain,
    );
    // 3 and 1 nats: 100 (1 - exp(-4 / 6)) = 48.66, three quarters and one quarter of it.
    expect(significantFields).toEqual([
      { field: 'a', significance: 36.49, direction: 1 },
      { field: 'b', significance: 12.16, direction: -1 },
    ]);
    expect(score).toBe(48.65);
  });

  it('names at most five fields and still counts all', () => {
    const fields = ['a', 'b', 'c', 'd', 'e', 'f'].map((field) => ({ field, nats: 2, direction: 1 as const }));
    const { score, significantFields } = combine(fields, plain);
    expect(significantFields.map(({ field }) => field)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(score).toBeCloseTo(63.2, 1);
  });

  it('is 0 without surprises and never above 100', () => {
    expect(combine([], plain)).toEqual({ score: 0, significantFields: [] });
    expect(combine([{ field: 'a', nats: Number.NaN, direction: 1 }], plain).score).toBe(0);
    expect(combine([{ field: 'a', nats: 1e6, direction: 1 }], plain).score).toBe(100);
  });
});

describe('calibrate', () => {
  it('takes the 90 % quantile as the allowance', () => {
    const calm = Float64Array.from({ length: 1000 }, (_, index) => index / 1000);
    expect(calibrate(calm)).toEqual({ allowance: 0.9, spread: 1 });
  });

  it('spreads a restless field and is not moved by one outlier', () => {
    // Exponential with a mean of 2 nats: twice as restless as a likelihood should be.
    const restless = Float64Array.from({ length: 1000 }, (_, index) => -2 * Math.log(1 - index / 1000));
    expect(calibrate(restless).spread).toBeCloseTo(2, 1);
    restless[0] = 1000;
    expect(calibrate(restless).spread).toBeCloseTo(2, 1);
  });

  it('grants 0.7 nats to a field that never surprised', () => {
    expect(calibrate(new Float64Array(50))).toEqual({ allowance: 0.7, spread: 1 });
    expect(calibrate(new Float64Array(0))).toEqual({ allowance: 0.7, spread: 1 });
  });
});
