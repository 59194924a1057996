import { describe, expect, it } from 'vitest';
import { categoricalSurprise, childProbability, rootProbability } from './categorical-counts.js';

const counts = (values: Record<string, number>) => ({
  n: Object.values(values).reduce((sum, count) => sum + count, 0),
  values: new Map(Object.entries(values)),
});

describe('categorical counts', () => {
  it('adds half an observation for each value and for the unknown', () => {
    const root = counts({ a: 6, b: 2 });
    expect(rootProbability(root, 'b')).toEqual({ p: 2.5 / 9.5, usual: 6.5 / 9.5 });
    expect(rootProbability(root, 'z').p).toBe(0.5 / 9.5);
    expect(rootProbability(counts({}), 'z').p).toBe(1);
  });

  it('smooths towards the parent', () => {
    // 16 times a: 15.25 counts, the rest of 20 goes by the parent.
    const own = counts({ a: 16 });
    expect(childProbability({ p: 0.5, usual: 0.5 }, own, 'b').p).toBeCloseTo((4.75 / 20) * 0.5, 10);
    expect(childProbability({ p: 0.5, usual: 0.5 }, own, 'a').p).toBeCloseTo(15.25 / 20 + (4.75 / 20) * 0.5, 10);
    expect(childProbability({ p: 0.1, usual: 0.5 }, undefined, 'b').p).toBe(0.1);
  });

  it('is no surprise for the usual value and more for a value never used here', () => {
    expect(categoricalSurprise({ p: 0.7, usual: 0.7 })).toBe(0);
    expect(categoricalSurprise({ p: 0.07, usual: 0.7 })).toBeCloseTo(Math.log(10), 10);
    const own = counts({ a: 100 });
    const known = categoricalSurprise(childProbability({ p: 0.3, usual: 0.5 }, own, 'b'));
    const unknown = categoricalSurprise(childProbability({ p: 0.001, usual: 0.5 }, own, 'z'));
    expect(unknown).toBeGreaterThan(known);
    expect(known).toBeGreaterThan(3);
  });
});
