import { describe, expect, it } from 'vitest';
import { summarize } from './robust-summary.js';

describe('summarize', () => {
  it('takes median and MAD, outliers notwithstanding', () => {
    // Median of 6 7 8 9 100 is 8; deviations 2 1 0 1 92 have the median 1; 85 % of four steps is the fourth smallest.
    expect(summarize(Float64Array.of(100, 7, 8, 9, 6), { floor: 0.1 })).toEqual({
      n: 5,
      zeros: 0,
      modes: [{ n: 5, median: 8, mad: 1, reach: 2 }],
    });
  });

  it('counts zeros apart and leaves out what is not finite', () => {
    const summary = summarize(Float64Array.of(0, 0, 0.5, Number.NaN, Number.POSITIVE_INFINITY), { floor: 0.1 });
    expect(summary).toEqual({ n: 3, zeros: 2, modes: [{ n: 1, median: 0.5, mad: 0, reach: 0 }] });
    expect(summarize(new Float64Array(0), { floor: 0.1 })).toEqual({ n: 0, zeros: 0, modes: [] });
  });

  it('finds the two starts of an early and a late shift, and the three of nights as well', () => {
    const two = Float64Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? 6 : 14) + 0.25 * (index % 3));
    expect(summarize(two, { floor: 0.1 }).modes.map(({ n, median }) => [n, median])).toEqual([
      [30, 6.25],
      [30, 14.25],
    ]);
    const three = Float64Array.from({ length: 90 }, (_, index) => [6, 14, 22][index % 3] ?? 0);
    expect(summarize(three, { floor: 0.1 }).modes.map(({ median }) => median)).toEqual([6, 14, 22]);
  });

  it('sees one habit where values spread evenly, and none in a few outliers', () => {
    const even = Float64Array.from({ length: 100 }, (_, index) => 6 + index / 20);
    expect(summarize(even, { floor: 0.1 }).modes).toHaveLength(1);
    const outliers = Float64Array.from({ length: 100 }, (_, index) => (index < 5 ? 15 : 8));
    expect(summarize(outliers, { floor: 0.1 }).modes).toEqual([{ n: 100, median: 8, mad: 0, reach: 0 }]);
  });
});
