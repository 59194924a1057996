import { describe, expect, it } from 'vitest';
import { childHabit, rootHabit, shrinkWeight } from './hierarchy.js';
import { summarize } from './robust-summary.js';

const spread = { floor: 0.25, within: 0.25 };
const summaryOf = (...values: number[]) => summarize(Float64Array.from(values), { floor: 0.1 });
const parent = { zero: 0.1, modes: [{ share: 1, location: 8, scale: 1 }] };

describe('hierarchy', () => {
  it('shrinks by n / (n + 20)', () => {
    expect(shrinkWeight(0)).toBe(0);
    expect(shrinkWeight(20)).toBe(0.5);
    expect(shrinkWeight(180)).toBe(0.9);
  });

  it('gives the parent where there is nothing of its own', () => {
    expect(childHabit(parent, undefined, spread)).toBe(parent);
    expect(childHabit(parent, summaryOf(), spread)).toBe(parent);
  });

  it('moves from the parent to its own location as data grow', () => {
    const at = (n: number) =>
      childHabit(parent, summaryOf(...Array<number>(n).fill(7)), spread).modes[0]?.location ?? 0;
    expect(at(1)).toBeGreaterThan(7);
    expect(at(1)).toBeLessThan(8);
    expect(at(5)).toBeLessThan(at(1));
    expect(at(200)).toBeCloseTo(7, 1);
  });

  it('stays near the parent where groups hardly differ', () => {
    const alike = { zero: 0, modes: [{ share: 1, location: 8, scale: 0.25 }] };
    // The groups vary as much within as all together: three values a tenth off prove little.
    const { modes } = childHabit(alike, summaryOf(8.1, 8.1, 8.1), spread);
    expect(modes[0]?.location).toBeCloseTo(8 + 0.1 * shrinkWeight(3), 2);
  });

  it('keeps the habits of the parent possible, with a small share', () => {
    const shifts = {
      zero: 0,
      modes: [
        { share: 0.5, location: 6, scale: 0.25 },
        { share: 0.5, location: 14, scale: 0.25 },
      ],
    };
    const { modes } = childHabit(shifts, summaryOf(...Array<number>(36).fill(6)), spread);
    expect(modes.map(({ location }) => location)).toEqual([6, 14]);
    expect(modes[1]?.share).toBeCloseTo((4 * 0.5) / 40, 10);
  });

  it('shrinks the probability of zero and gives a single one little weight', () => {
    const zeroOf = (zeros: number, n: number) =>
      childHabit(parent, summaryOf(...Array<number>(zeros).fill(0), ...Array<number>(n - zeros).fill(8)), spread).zero;
    expect(zeroOf(0, 36)).toBeCloseTo(0.4 / 40, 10);
    expect(zeroOf(1, 36)).toBeCloseTo(0.65 / 40, 10);
    expect(zeroOf(36, 36)).toBeCloseTo(36.4 / 40, 10);
  });

  it('starts from the whole dataset with half an observation for and against zero', () => {
    expect(rootHabit(summaryOf(0, 8, 8), 0.25)).toEqual({
      zero: 1.5 / 4,
      modes: [{ share: 1, location: 8, scale: 0.25 }],
    });
    expect(rootHabit(summaryOf(), 0.25)).toEqual({ zero: 0.5, modes: [] });
  });
});
