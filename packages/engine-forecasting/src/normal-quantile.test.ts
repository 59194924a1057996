import { describe, expect, it } from 'vitest';
import { normalQuantile } from './normal-quantile.js';

describe('normalQuantile', () => {
  it('agrees with published quantiles', () => {
    expect(normalQuantile(0.5)).toBe(0);
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 13);
    expect(normalQuantile(0.99)).toBeCloseTo(2.3263478740408408, 13);
    expect(normalQuantile(0.6)).toBeCloseTo(0.2533471031357998, 13);
    expect(normalQuantile(1e-9)).toBeCloseTo(-5.9978070150076865, 12);
    expect(normalQuantile(1e-20)).toBeCloseTo(-9.262340089798405, 12);
  });

  it('is odd about one half and rises', () => {
    let before = Number.NEGATIVE_INFINITY;
    for (let share = 0.001; share < 1; share += 0.001) {
      expect(normalQuantile(share)).toBeGreaterThan(before);
      expect(normalQuantile(share) + normalQuantile(1 - share)).toBeCloseTo(0, 9);
      before = normalQuantile(share);
    }
  });
});
