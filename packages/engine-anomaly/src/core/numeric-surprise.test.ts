import { describe, expect, it } from 'vitest';
import { numericSurprise } from './numeric-surprise.js';

const shifts = {
  zero: 0.01,
  modes: [
    { share: 0.8, location: 6, scale: 0.5 },
    { share: 0.2, location: 22, scale: 0.5 },
  ],
};

describe('numericSurprise', () => {
  it('is 0 at the main habit and grows with the distance', () => {
    expect(numericSurprise(shifts, 6)).toEqual({ nats: 0, direction: 0, expected: 6 });
    // z = 2: 2.5 ln(1 + 4 / 4) = 1.733.
    expect(numericSurprise(shifts, 7).nats).toBeCloseTo(2.5 * Math.LN2, 10);
    expect(numericSurprise(shifts, 7).direction).toBe(1);
    expect(numericSurprise(shifts, 5).direction).toBe(-1);
    expect(numericSurprise(shifts, 9).nats).toBeGreaterThan(numericSurprise(shifts, 8).nats);
  });

  it('charges a rarer habit its share', () => {
    expect(numericSurprise(shifts, 22)).toEqual({ nats: Math.log(4), direction: 1, expected: 6 });
  });

  it('measures times of day around the clock', () => {
    const late = numericSurprise(shifts, 1, 24);
    expect(late.expected).toBe(22);
    expect(late.direction).toBe(1);
  });

  it('charges a zero, and anything but zero, its probability', () => {
    expect(numericSurprise(shifts, 0)).toEqual({ nats: Math.log(99), direction: -1, expected: 6 });
    const seldom = { zero: 0.9, modes: [{ share: 1, location: 2, scale: 0.5 }] };
    expect(numericSurprise(seldom, 0).nats).toBe(0);
    const rare = numericSurprise(seldom, 2);
    expect(rare.nats).toBeCloseTo(Math.log(9), 10);
    expect(rare.direction).toBe(1);
  });

  it('stays finite for any number', () => {
    for (const value of [1e9, -1e9, 1e308, -1e308]) {
      expect(Number.isFinite(numericSurprise(shifts, value).nats)).toBe(true);
    }
    expect(numericSurprise({ zero: 0.5, modes: [] }, 5).nats).toBe(0);
  });
});
