import { describe, expect, it } from 'vitest';
import { monthEnds } from '../testing/payslips.js';
import { predictPayroll } from './predict-payroll.js';
import { preparePayroll } from './prepare-payroll.js';
import { trainPayroll } from './train-payroll.js';
import type { Payslip } from './types.js';

/** Hours vary by half, the rate is the employee's own and rises by 3 % once a year. */
function payslip(employee: number, month: number, change: { rate?: number; hours?: number } = {}): Payslip {
  const { hours = 60 + 10 * ((employee * 5 + month * 7) % 12) } = change;
  const usual = (15 + employee) * 1.03 ** Math.floor((month + 8) / 12);
  const rate = Math.round(100 * usual * (change.rate ?? 1)) / 100;
  const line = { type: 'hours', rate, quantity: hours, amount: Math.round(100 * rate * hours) / 100 };
  const id = `${employee}/${month}`;
  return {
    id,
    date: monthEnds[month] ?? '',
    employeeId: String(employee),
    employeeGroups: ['g'],
    transactions: [{ id: `${id}/hours`, ...line }],
  };
}

const history = Array.from({ length: 12 * 24 }, (_, index) => payslip(index % 12, Math.floor(index / 12)));
const model = trainPayroll(history);
const resultOf = (asked: Payslip) => predictPayroll(preparePayroll(model), [asked]).payslipResults[0];

describe('an hourly rate', () => {
  it.each([
    [1.5, 'HIGH_VALUE'],
    [1.2, 'HIGH_VALUE'],
    [0.8, 'LOW_VALUE'],
  ])('times %s is found, whatever the hours', (factor, anomalyType) => {
    for (const hours of [70, 110, 160]) {
      const result = resultOf(payslip(4, 24, { rate: factor, hours }));
      expect(result?.findings.observed[0]).toMatchObject({ field: 'rate', anomalyType });
      expect(result?.score).toBeGreaterThan(model.severityThresholds.lowMid);
    }
  });

  it('stays ordinary when it rises as it does every year', () => {
    expect(resultOf(payslip(4, 24, { rate: 1.03 }))?.score).toBeLessThan(model.severityThresholds.lowMid);
  });
});
