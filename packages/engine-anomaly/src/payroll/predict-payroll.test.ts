import { describe, expect, it } from 'vitest';
import {
  addGift,
  createPayslip,
  createPayslips,
  dropLines,
  editLine,
  repeatLine,
  setAmount,
} from '../testing/payslips.js';
import { predictPayroll } from './predict-payroll.js';
import { preparePayroll } from './prepare-payroll.js';
import { trainPayroll } from './train-payroll.js';
import type { PayrollTransaction, Payslip } from './types.js';

const model = preparePayroll(trainPayroll(createPayslips(8, 24)));
const resultOf = (payslip: Payslip) => {
  const [result] = predictPayroll(model, [payslip]).payslipResults;
  if (result === undefined) throw new Error('There is no result.');
  return result;
};
const firstOf = (payslip: Payslip) => resultOf(payslip).findings.observed[0];
const id = '2026-01-e1';

describe('predictPayroll', () => {
  it('finds nothing on ordinary payslips, one result for each in their order', () => {
    const payslips = [createPayslip(3, 24), createPayslip(1, 24)];
    expect(predictPayroll(model, payslips)).toEqual({
      severityThresholds: { lowMid: 10, midHigh: 25 },
      findings: [],
      payslipResults: ['2026-01-e3', '2026-01-e1'].map((id) => ({
        id,
        score: 0,
        findings: { observed: [], missing: [] },
      })),
    });
  });

  it('finds a raised and a dropped line, and calls its side by size', () => {
    const context = [{ employeeId: 'e1', employeeGroups: ['office'] }];
    const raised = resultOf(createPayslip(1, 24, editLine('salary', { amount: 4800 })));
    expect(raised.findings).toEqual({
      observed: [
        { transactionId: `${id}-salary`, score: raised.score, context, field: 'amount', anomalyType: 'HIGH_VALUE' },
      ],
      missing: [],
    });
    expect(raised.score).toBeGreaterThan(70);
    expect(firstOf(createPayslip(1, 24, editLine('salary', { amount: 1900 })))).toMatchObject({
      anomalyType: 'LOW_VALUE',
    });
    expect(firstOf(createPayslip(1, 24, editLine('fee', { amount: -60 })))).toMatchObject({
      transactionId: `${id}-fee`,
      anomalyType: 'HIGH_VALUE',
    });
  });

  it('names the quantity or the rate as the cause, and the amount where it is not their product', () => {
    const cause = (by: Partial<PayrollTransaction>) => firstOf(createPayslip(1, 24, editLine('mileage', by)));
    const line = { transactionId: `${id}-km`, anomalyType: 'HIGH_VALUE' };
    expect(cause({ quantity: 400, amount: 200 })).toMatchObject({ ...line, field: 'quantity' });
    expect(cause({ rate: 2, amount: 212 })).toMatchObject({ ...line, field: 'rate' });
    expect(cause({ amount: 200 })).toMatchObject({ ...line, field: 'amount' });
  });

  it('finds a tax that does not follow gross pay, but not one that does', () => {
    const linesOf = (payslip: Payslip) => resultOf(payslip).findings.observed.map((found) => found.transactionId);
    const wrong = setAmount(createPayslip(1, 24), 'tax', (amount) => 2 * amount);
    // Net pay does not add up either.
    expect(linesOf(wrong).sort()).toEqual([`${id}-net`, `${id}-tax`]);
    expect(linesOf(createPayslip(1, 24, editLine('salary', { amount: 4800 })))).not.toContain(`${id}-tax`);
  });

  it('finds a line twice, an unknown one, and a missing one', () => {
    const extra = { field: 'type', anomalyType: 'HIGH_VALUE' };
    expect(firstOf(createPayslip(1, 24, repeatLine('fee')))).toMatchObject({ transactionId: 'again', ...extra });
    expect(firstOf(createPayslip(1, 24, addGift))).toMatchObject({ transactionId: 'gift', ...extra });
    expect(resultOf(createPayslip(1, 24, dropLines('mileage'))).findings).toMatchObject({
      observed: [],
      missing: [{ expectedField: { key: 'type', value: 'mileage' } }],
    });
  });

  it('finds net pay that is not gross pay less deductions', () => {
    const wrong = (by: number) => firstOf(setAmount(createPayslip(1, 24), 'net', (amount) => amount + by));
    expect(wrong(100)).toMatchObject({ transactionId: `${id}-net`, field: 'amount', anomalyType: 'HIGH_VALUE' });
    expect(wrong(-100)).toMatchObject({ anomalyType: 'LOW_VALUE' });
    expect(wrong(0.01)).toBeUndefined();
  });

  it('has findings whose scores add up to that of the payslip', () => {
    const { score, findings } = resultOf(
      createPayslip(1, 24, (lines) =>
        editLine('fee', { amount: -90 })(editLine('salary', { amount: 9000 })(lines)).slice(0, 3),
      ),
    );
    expect(findings.observed.length).toBeGreaterThan(1);
    expect([...findings.observed, ...findings.missing].reduce((sum, item) => sum + item.score, 0)).toBe(score);
  });

  it('reports a raise for all as a trend', () => {
    const raised = Array.from({ length: 8 }, (_, index) =>
      createPayslip(index, 24, editLine('salary', { amount: (3000 + 100 * index) * 1.04 })),
    );
    const all = raised.map(({ employeeId }) => employeeId);
    expect(predictPayroll(model, raised).findings).toEqual([
      { type: 'INCREASE', fields: [{ key: 'type', value: 'salary' }], affectedEmployeeIds: all },
    ]);
    expect(predictPayroll(model, raised.slice(0, 2)).findings).toEqual([]);
  });
});
