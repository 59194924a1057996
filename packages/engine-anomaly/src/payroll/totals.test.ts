import { describe, expect, it } from 'vitest';
import { payslipsOf } from '../testing/payslips.js';
import { balanceErrors, findTotals } from './totals.js';
import type { PayrollTransaction } from './types.js';

const lines = (amounts: Record<string, number>): PayrollTransaction[] =>
  Object.entries(amounts).map(([type, amount]) => ({ id: type, type, amount }));

const payslips = (amounts: Record<string, number>, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    date: '2026-01-31',
    employeeId: 'a',
    transactions: lines(
      Object.fromEntries(Object.entries(amounts).map(([type, amount]) => [type, amount * (index + 1)])),
    ),
  }));

describe('totals', () => {
  it('are found by what they add up to, whatever their names', () => {
    expect(findTotals(payslipsOf(2, 6))).toEqual({ gross: 'gross', net: 'net' });
    expect(findTotals(payslips({ work: 100, extra: 20, levy: -30, x: 120, y: 90 }, 5))).toEqual({
      gross: 'x',
      net: 'y',
    });
    expect(findTotals(payslips({ work: 100, levy: -30, paid: 70 }, 5))).toEqual({ net: 'paid' });
    expect(findTotals(payslips({ work: 100, extra: 20, all: 120, levy: -30 }, 5))).toEqual({ gross: 'all' });
  });

  it('are found where gross pay leaves out what is paid back free of tax', () => {
    const some = payslips({ work: 100, extra: 20, levy: -30, x: 120, y: 90 }, 6);
    const travelled = payslips({ work: 100, extra: 20, trip: 45, meals: 5, levy: -30, x: 120, y: 140 }, 3);
    const trips = payslips({ work: 100, trip: 70, levy: -25, x: 100, y: 145 }, 3);
    expect(findTotals([...some, ...travelled, ...trips])).toEqual({ gross: 'x', net: 'y', exempt: ['meals', 'trip'] });
    const [wrong] = payslips({ work: 100, trip: 70, levy: -25, x: 170, y: 145 }, 1);
    expect(
      balanceErrors(wrong?.transactions ?? [], { gross: 'x', net: 'y', exempt: ['trip'] }).map(({ by }) => by),
    ).toEqual([70, 0]);
  });

  it('are not found on four payslips, nor among positive deductions', () => {
    expect(findTotals(payslips({ work: 100, levy: -30, paid: 70 }, 4))).toEqual({});
    expect(findTotals(payslips({ work: 100, extra: 20, levy: 30, paid: 90 }, 9))).toEqual({});
  });

  it('are found although one payslip in ten is wrong', () => {
    const ten = payslips({ work: 100, levy: -30, paid: 70 }, 10);
    ten[3] = {
      ...ten[3],
      id: 'wrong',
      date: '2026-01-31',
      employeeId: 'a',
      transactions: lines({ work: 1, levy: -1, paid: 9 }),
    };
    expect(findTotals(ten)).toEqual({ net: 'paid' });
  });

  it('are off by what they differ, and not within a cent per line', () => {
    const off = (net: number) =>
      balanceErrors(lines({ a: 0.1, b: 0.2, c: -0.05, net }), { net: 'net' }).map(({ by }) => by);
    expect(off(0.25)).toEqual([0]);
    expect(off(0.29)).toEqual([0]);
    expect(off(1.25)).toEqual([expect.closeTo(1)]);
    expect(balanceErrors(lines({ a: 1e12, b: -0.01, net: 1e12 }), { net: 'net' })[0]?.by).toBe(0);
  });
});
