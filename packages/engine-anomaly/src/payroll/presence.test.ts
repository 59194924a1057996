import { describe, expect, it } from 'vitest';
import { payslipOf } from '../testing/payslips.js';
import { toPayslipView } from './payslip-view.js';
import { presenceOf, weightsOf } from './presence.js';

const june = toPayslipView(payslipOf(0, 5), {});
const months = (june: number) => [0, 0, 0, 0, 0, june, 0, 0, 0, 0, 0, 0];

describe('presence', () => {
  it('is the own share with that of the group as a prior', () => {
    const of = (groups: [string, number][], own: number) =>
      presenceOf(
        { share: 0.4, groups: new Map(groups), strength: 2 },
        june,
        { weight: 8, months: [] },
        { weight: own, months: [] },
      );
    expect(of([], 8)).toBeCloseTo((8 + 2 * 0.4) / 10, 12);
    expect(of([['office', 0.9]], 8)).toBeCloseTo((8 + 2 * 0.9) / 10, 12);
    expect(of([['shop', 0.9]], 0)).toBeCloseTo(0.08, 12);
  });

  it('is that of the others for an unknown employee', () => {
    const kind = { share: 0.4, groups: new Map(), strength: 2 };
    expect(presenceOf(kind, june, undefined, undefined)).toBeCloseTo(0.4, 12);
  });

  it('goes by the month for a kind of certain months', () => {
    const kind = { share: 0.08, groups: new Map(), strength: 2, months: months(0.9) };
    const of = (had: number) =>
      presenceOf(kind, june, { weight: 20, months: months(2) }, { weight: 2, months: months(had) });
    expect(of(2)).toBeCloseTo(2.9 / 3, 12);
    expect(of(0)).toBeCloseTo(0.3, 12);
  });

  it('weighs payslips by half for every twelve later ones', () => {
    const views = Array.from({ length: 25 }, (_, month) => toPayslipView(payslipOf(0, month), {}));
    const weights = weightsOf(views);
    expect([24, 12, 0].map((index) => [...weights.values()][index])).toEqual([1, 0.5, 0.25]);
  });
});
