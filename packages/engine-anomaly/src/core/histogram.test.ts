import { describe, expect, it } from 'vitest';
import { addToHistogram, countHistogramValues, toValueCounts } from './histogram.js';

const spread = (count: number, width = 0.37) =>
  Float64Array.from({ length: count }, (_, index) => ((index * 7919) % 1000) * width);

describe('addToHistogram', () => {
  it('says the same of numbers that come in parts as of all at once, in any order', () => {
    const numbers = spread(5000);
    const parts = addToHistogram(addToHistogram(0.5, numbers.slice(0, 1200)), numbers.slice(1200));
    expect(parts).toEqual(addToHistogram(0.5, numbers.toReversed()));
    expect(countHistogramValues(parts)).toBe(5000);
  });

  it('keeps multiples of its width as they are, and zeros apart from what is nearly 0', () => {
    const histogram = addToHistogram(0.03125, Float64Array.of(7.5, 7.5, -0.25, 0, 1e-9));
    expect(histogram.zeros).toBe(1);
    expect([...toValueCounts(histogram).values]).toEqual([-0.25, 0.03125, 7.5]);
    expect(countHistogramValues(histogram)).toBe(5);
  });

  it('stays within 256 bins however far the numbers lie apart, and leaves the one given alone', () => {
    const before = addToHistogram(0.01, Float64Array.of(1, 2, 3));
    const copy = structuredClone(before);
    const wide = addToHistogram(before, spread(1000, 12.3));
    expect(wide.bins.length / 2).toBeLessThanOrEqual(256);
    expect(wide.doublings).toBeGreaterThan(0);
    expect(countHistogramValues(wide)).toBe(1003);
    expect(before).toEqual(copy);
    expect(addToHistogram(before, Float64Array.of(1e12, -1e12)).doublings).toBe(0);
  });
});
