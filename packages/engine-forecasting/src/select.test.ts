import { describe, expect, it } from 'vitest';
import { select } from './select.js';
import { generator, noise } from './testing-sales.js';

/** The weight of a model, mean over ten series. */
function meanWeight(model: string, frequency: 'D' | 'W', make: (random: () => number) => number[]): number {
  let sum = 0;
  for (let seed = 1; seed <= 10; seed += 1) {
    const values = Float64Array.from(make(generator(seed)));
    const { parts } = select({ frequency, values }, 13);
    sum += parts.find((part) => part.model.name === model)?.weight ?? 0;
  }
  return sum / 10;
}

const walk = (length: number) => (random: () => number) => {
  let value = 1000;
  return Array.from({ length }, () => {
    value += 30 * noise(random);
    return value;
  });
};

describe('select', () => {
  it('leans on the last value in short weekly series, the less the longer they are', () => {
    const [year, more, long] = [52, 110, 130].map((length) => meanWeight('naive', 'W', walk(length)));
    expect(year).toBeGreaterThan(0.4);
    expect(more).toBeLessThan(year ?? 0);
    expect(long).toBe(0);
  });

  it('does not lean on the last value where it forecasts badly', () => {
    const around = (random: () => number) => Array.from({ length: 60 }, () => 1000 + 100 * noise(random));
    expect(meanWeight('naive', 'W', around)).toBeLessThan(0.1);
  });

  it('leans on the last week in daily series of less than a month', () => {
    const week = (length: number) => (random: () => number) =>
      Array.from({ length }, (_, day) => 100 + 40 * ((day * 3) % 7) + 40 * noise(random));
    // 0.51 without leaning.
    expect(meanWeight('seasonal-naive-7', 'D', week(20))).toBeGreaterThan(0.6);
    expect(meanWeight('seasonal-naive-7', 'D', week(30))).toBeLessThan(0.2);
  });
});
