import { describe, expect, it } from 'vitest';
import { monthEnds } from '../testing/payslips.js';
import { predictPayroll } from './predict-payroll.js';
import { preparePayroll } from './prepare-payroll.js';
import { trainPayroll } from './train-payroll.js';
import type { Payslip } from './types.js';

interface Pay {
  pay: number;
  commission?: number;
  travel?: number;
  tax?: number;
}

/** Tax of 30 % of pay and commission, a pension contribution of 10 % of pay alone. */
function payslip(employee: number, month: number, { pay, commission = 0, travel = 0, tax }: Pay): Payslip {
  const id = `${employee}/${month}`;
  const lines = Object.entries({
    pay,
    commission,
    travel,
    tax: tax ?? -Math.round(30 * (pay + commission)) / 100,
    pension: -Math.round(10 * pay) / 100,
  });
  return {
    id,
    date: monthEnds[month] ?? '',
    employeeId: String(employee),
    employeeGroups: ['g'],
    transactions: lines.flatMap(([type, amount]) => (amount === 0 ? [] : [{ id: `${id}/${type}`, type, amount }])),
  };
}

const history = Array.from({ length: 10 * 24 }, (_, index) => {
  const employee = index % 10;
  const month = Math.floor(index / 10);
  return payslip(employee, month, {
    pay: 2500 + 200 * employee + 50 * ((employee * 7 + month * 3) % 5),
    commission: (index * 3) % 7 === 0 ? 300 + 40 * (index % 9) : 0,
    travel: (index * 5) % 9 === 0 ? 200 + 90 * (index % 11) : 0,
  });
});
const model = trainPayroll(history);
const of = (kind: string) => model.kinds.find(([name]) => name === kind)?.[1];
const scoreOf = (asked: Payslip) =>
  predictPayroll(preparePayroll(model), [asked]).payslipResults[0]?.score ?? Number.NaN;

describe('what a deduction is made from', () => {
  it('leaves out kinds that it does not follow, each deduction for itself', () => {
    expect(of('tax')).toMatchObject({ exempt: ['travel'], sign: -1 });
    expect(of('tax')?.slope).toBeCloseTo(1, 2);
    expect(of('pension')?.exempt).toEqual(['commission', 'travel']);
    expect(of('pay')?.exempt).toEqual([]);
  });

  it('makes a large expense ordinary, and tax that was taken from it not', () => {
    const travelled = payslip(3, 24, { pay: 3100, travel: 900 });
    const taxed = payslip(3, 24, { pay: 3100, travel: 900, tax: -0.3 * 4000 });
    const { lowMid, midHigh } = model.severityThresholds;
    expect(scoreOf(travelled)).toBeLessThan(lowMid);
    expect(scoreOf(taxed)).toBeGreaterThan(midHigh);
  });
});
