import { describe, expect, it } from 'vitest';
import { normalQuantile } from '../normal-quantile.js';
import { gammaQuantile } from './gamma-quantile.js';
import { standardQuantile } from './standard-quantile.js';

describe('standardQuantile', () => {
  it('agrees with published frequency factors of the Pearson type III distribution', () => {
    // Rows "skew coefficient 1.0 and 2.0" at 80, 90, 96 and 98 %.
    expect([0.8, 0.9, 0.96, 0.98].map((share) => Number(standardQuantile(share, 1).toFixed(3)))).toEqual([
      0.758, 1.34, 2.043, 2.542,
    ]);
    expect([0.8, 0.9, 0.96, 0.98].map((share) => Number(standardQuantile(share, 2).toFixed(3)))).toEqual([
      0.609, 1.303, 2.219, 2.912,
    ]);
  });

  it('is the normal quantile without skewness, and passes smoothly to it', () => {
    for (const share of [0.01, 0.5, 0.8, 0.99]) {
      expect(standardQuantile(share, 0)).toBe(normalQuantile(share));
      expect(standardQuantile(share, 0.0499)).toBeCloseTo(standardQuantile(share, 0.0501), 3);
    }
  });
});

describe('gammaQuantile', () => {
  it('agrees with the exponential and the chi-square distribution', () => {
    expect(gammaQuantile(0.05, 1)).toBeCloseTo(-Math.log(0.05), 10);
    // Chi-square with 10 degrees of freedom is twice a gamma with shape 5: 18.307 at 95 %.
    expect(2 * gammaQuantile(0.05, 5)).toBeCloseTo(18.307, 3);
    // With one degree of freedom: 3.8415 at 95 %.
    expect(2 * gammaQuantile(0.05, 0.5)).toBeCloseTo(3.8415, 4);
  });
});
