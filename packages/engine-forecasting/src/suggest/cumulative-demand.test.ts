import { describe, expect, it } from 'vitest';
import { cumulativeDemand, varianceGrowth } from './cumulative-demand.js';
import { type DemandStep, demandWindow } from './demand-window.js';
import { stepSpread } from './step-spread.js';

const halfWidth = 1.2815515655446004;
const step = (distance: number, variance: number, share = 1): DemandStep => ({
  distance,
  share,
  mean: 100,
  lower: 100 - halfWidth * Math.sqrt(variance),
  upper: 100 + halfWidth * Math.sqrt(variance),
});

describe('stepSpread', () => {
  it('reads the variance from the width of an interval between its 10 % and 90 % quantiles', () => {
    const { variance, third } = stepSpread({ mean: 10, lower: 10 - 2 * halfWidth, upper: 10 + 2 * halfWidth });
    expect(variance).toBeCloseTo(4, 9);
    expect(third).toBeCloseTo(0, 9);
    expect(stepSpread({ mean: 10, lower: 10, upper: 10 })).toEqual({ variance: 0, third: 0 });
  });

  it('reads the skewness from the halves, up to that of a gamma distribution', () => {
    // Gamma with shape 16 and scale 1: mean 16, sd 4, skewness 0.5; its 10 % and 90 % quantiles are 11.1353 and 21.2924.
    const { variance, third } = stepSpread({ mean: 16, lower: 11.1353, upper: 21.2924 });
    expect(Math.sqrt(variance)).toBeCloseTo(3.963, 3);
    // (21.2924 + 11.1353 - 32) / (2 * 0.10706 * 3.963) = 0.504, and 2 * 3.963 / 16 = 0.495 at most.
    expect(third / variance ** 1.5).toBeCloseTo(0.4954, 3);
    expect(stepSpread({ mean: 16, lower: 8, upper: 18 }).third).toBe(0);
  });

  it('takes the upper end for the 80 % quantile where nothing lies below, at least Poisson', () => {
    // 0.8416 standard deviations up to 20: variance (10 / 0.841621)^2.
    expect(stepSpread({ mean: 10, lower: 0, upper: 20 }).variance).toBeCloseTo(141.18, 2);
    expect(stepSpread({ mean: 2, lower: 0, upper: 3 }).variance).toBe(2);
    // Poisson: third central moment = mean.
    expect(stepSpread({ mean: 2, lower: 0, upper: 3 }).third).toBe(2);
    // More than four of five intervals without demand: one sale of 4 in ten intervals has the variance 0.1 * 0.9 * 16.
    expect(stepSpread({ mean: 0.4, lower: 0, upper: 0.4 }).variance).toBeCloseTo(1.44, 12);
    expect(stepSpread({ mean: 0, lower: 0, upper: 0 }).variance).toBe(0);
  });
});

describe('cumulativeDemand', () => {
  it('adds variances and the covariance of the estimated level', () => {
    // 3 * 4 + 6 * 0.015 * 4.
    const demand = cumulativeDemand([step(0, 4), step(1, 4), step(2, 4)], 0);
    expect(demand.mean).toBe(300);
    expect(demand.standardDeviation ** 2).toBeCloseTo(12.36, 9);
    expect(demand.scarce).toBe(0);
  });

  it('adds what a drifting level leaves in every later step', () => {
    // Variances 4, 5, 6; covariances: of 1 with 2 and 3: 0, of 2 with 3: 1.
    const demand = cumulativeDemand([step(0, 4), step(1, 5), step(2, 6)], 1);
    const level = 0.015 * 2 * (Math.sqrt(20) + Math.sqrt(24) + Math.sqrt(30));
    expect(demand.standardDeviation ** 2).toBeCloseTo(15 + 2 + level, 9);
  });

  it('gives a part of an interval its share, and several intervals in one step their covariances', () => {
    expect(cumulativeDemand([step(0, 4, 0.5)], 0).standardDeviation ** 2).toBeCloseTo(2, 9);
    const single = cumulativeDemand([step(0, 4), step(1, 4), step(2, 4)], 0);
    expect(cumulativeDemand([step(0, 4, 3)], 0).standardDeviation).toBeCloseTo(single.standardDeviation, 9);
  });

  it('lets skewness fade with the number of intervals', () => {
    const skewed = (distance: number): DemandStep => ({ distance, share: 1, mean: 2, lower: 0, upper: 3 });
    expect(cumulativeDemand([skewed(0)], 0).skewness).toBeCloseTo(1 / Math.sqrt(2), 9);
    const four = cumulativeDemand([0, 1, 2, 3].map(skewed), 0);
    expect(four.skewness).toBeLessThan(0.5 / Math.sqrt(2));
    expect(four.scarce).toBe(1);
  });
});

describe('varianceGrowth', () => {
  it('is the slope of the variances, never negative', () => {
    const rising = [4, 5, 6].map((variance, start) => ({ ...step(0, variance), start }));
    expect(varianceGrowth(rising)).toBeCloseTo(1, 9);
    const falling = [6, 5, 4].map((variance, start) => ({ ...step(0, variance), start }));
    expect(varianceGrowth(falling)).toBe(0);
    expect(varianceGrowth([])).toBe(0);
  });
});

describe('demandWindow', () => {
  it('cuts the first intervals out and adds what is missing', () => {
    const points = [0, 1, 2].map((start) => ({ start: start - 0.25, mean: 10 * (start + 1), lower: 0, upper: 90 }));
    expect(demandWindow(points, 1).map(({ share, mean }) => [share, mean])).toEqual([
      [0.75, 10],
      [0.25, 20],
    ]);
    expect(demandWindow(points, 4).map(({ share, mean }) => [share, mean])).toEqual([
      [0.75, 10],
      [1, 20],
      [1, 30],
      [1.25, 20],
    ]);
    expect(demandWindow([], 4)).toEqual([]);
    expect(demandWindow(points, 0)).toEqual([]);
  });
});
