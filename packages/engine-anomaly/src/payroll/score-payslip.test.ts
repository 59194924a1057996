import { describe, expect, it } from 'vitest';
import type { PayslipSurprise } from './payslip-surprise.js';
import { scorePayslip } from './score-payslip.js';

const missing = (nats: number, kind = 'fee'): PayslipSurprise => ({
  kind: 'missing',
  nats,
  direction: -1,
  missing: kind,
});
const points = (nats: number[]) => {
  const { score, parts } = scorePayslip(
    nats.map((value) => missing(value)),
    new Map([['missing', { allowance: 1, spread: 2 }]]),
  );
  return [score, ...parts.map((part) => part.points)];
};

describe('the score of a payslip', () => {
  it('is 100 (1 - exp(-sum / 6)) of what lies above the allowance, in spreads', () => {
    expect(points([13])).toEqual([63, 63]); // (13 - 1) / 2 = 6: 100 (1 - 1 / e) = 63.2
    expect(points([1, 0.5, 0])).toEqual([0]);
    expect(points([])).toEqual([0]);
  });

  it('is shared out in whole points that add up to it', () => {
    expect(points([7, 13])).toEqual([78, 52, 26]); // sum 9: 77.7, by 2 to 1
    expect(points([5, 5, 5])).toEqual([63, 21, 21, 21]);
    expect(points([1.05, 200])).toEqual([100, 100]); // a part of less than half a point is left out
    const [score = 0, ...parts] = points([3, 4.1, 2.2, 9, 1.7, 2.9, 3.3, 6.4]);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(score);
  });
});
