import { describe, expect, it } from 'vitest';
import { addScores, thresholdsOf } from './thresholds.js';

describe('thresholds', () => {
  it('are the upper edges of the half points that hold the quantiles', () => {
    // 1000 scores: 970 of 0, 27 of 50, 3 of 80. The 97 % quantile is a 0, the 99.75 % quantile an 80.
    const scores = [...Array(970).fill(0), ...Array(27).fill(50), ...Array(3).fill(80)];
    const histogram = addScores(undefined, scores);
    expect(thresholdsOf(histogram)).toEqual({ lowMid: 10, midHigh: 80.5 });
    expect(thresholdsOf(histogram, { lowMid: 0.98 })).toEqual({ lowMid: 50.5, midHigh: 80.5 });
  });

  it('never fall below 10 and 20, nor apart in the wrong order', () => {
    expect(thresholdsOf([])).toEqual({ lowMid: 10, midHigh: 20 });
    expect(thresholdsOf(addScores(undefined, [0, 0, 0]))).toEqual({ lowMid: 10, midHigh: 20 });
    expect(thresholdsOf(addScores(undefined, [100]))).toEqual({ lowMid: 100, midHigh: 100 });
  });

  it('add up over trainings and leave the earlier counts alone', () => {
    const first = addScores(undefined, [1]);
    const both = addScores(first, [1.2]);
    expect(first[2]).toBe(1);
    expect(both[2]).toBe(2);
  });
});
