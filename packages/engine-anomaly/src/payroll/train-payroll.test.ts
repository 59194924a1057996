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
import type { ObservedFinding, PayrollFeedback, PayrollTransaction, Payslip } from './types.js';

const history = createPayslips(6, 24);
const predict = (payslips: Payslip[], feedback: PayrollFeedback[] = [], past = history) =>
  predictPayroll(preparePayroll(trainPayroll(past, { feedback })), payslips).payslipResults;

describe('trainPayroll', () => {
  it('refuses to train on nothing', () => {
    expect(() => trainPayroll([])).toThrow(
      new RangeError('There is no data to train on: the dataset has no payslips. Upload payslips first.'),
    );
  });

  it('makes the same model of any order, and one that survives JSON', () => {
    const model = trainPayroll(history);
    expect(trainPayroll([...history].reverse())).toEqual(model);
    expect(JSON.parse(JSON.stringify(model))).toEqual(model);
    expect(JSON.stringify(model)).not.toContain('null');
  });

  it('learns totals and calibrations', () => {
    const { totals, balance, severityThresholds, payslips } = trainPayroll(history);
    expect({ totals, balance, severityThresholds, payslips }).toEqual({
      totals: { gross: 'gross', net: 'net' },
      balance: { yes: 144, no: 0 },
      severityThresholds: { lowMid: 10, midHigh: 25 },
      payslips: 144,
    });
  });

  const edits: [string, Payslip][] = [
    ['a raised line', createPayslip(1, 24, editLine('salary', { amount: 4500 }))],
    ['a wrong product', createPayslip(1, 24, editLine('mileage', { amount: 150 }))],
    ['a doubled line', createPayslip(1, 24, repeatLine('fee'))],
    ['a missing line', createPayslip(1, 24, dropLines('fee'))],
    ['an unknown line', createPayslip(1, 24, addGift)],
    ['wrong net pay', setAmount(createPayslip(1, 24), 'net', () => 9)],
  ];
  it.each(edits)('lets %s score lower after FALSE_POSITIVE, and others as before', (_, payslip) => {
    const others = [createPayslip(2, 24), createPayslip(2, 24, (lines) => lines.slice(1))];
    const [before, ...restBefore] = predict([payslip, ...others]);
    const [finding] = [...(before?.findings.observed ?? []), ...(before?.findings.missing ?? [])];
    if (before === undefined || finding === undefined) throw new Error('There is no finding to mark.');
    const [after, ...rest] = predict([payslip, ...others], [{ payslip, finding, feedback: 'FALSE_POSITIVE' }]);
    expect(after?.score).toBeLessThan(0.8 * before.score);
    expect(rest).toEqual(restBefore);
  });

  it('does not learn from a line marked TRUE_POSITIVE', () => {
    const wrong = createPayslip(1, 23, addGift);
    const past = history.map((payslip) => (payslip.id === wrong.id ? wrong : payslip));
    const line = { transactionId: 'gift', score: 9, context: [] };
    const finding: ObservedFinding = { ...line, field: 'type', anomalyType: 'HIGH_VALUE' };
    const kinds = (feedback: PayrollFeedback[]) => trainPayroll(past, { feedback }).kinds.map(([kind]) => kind);
    expect(kinds([])).toContain('gift');
    expect(kinds([{ payslip: wrong, finding, feedback: 'TRUE_POSITIVE' }])).not.toContain('gift');
  });

  it('takes odd amounts without an odd score', () => {
    const odd = (amount: number, more: Partial<PayrollTransaction> = {}): Payslip => ({
      id: `odd ${amount}`,
      date: '2024-02-29',
      employeeId: '__proto__',
      employeeGroups: null,
      transactions: [{ id: 't', type: '__proto__', amount, ...more }],
    });
    const amounts = [0, -0, 0.1 + 0.2, 1e12, -1e12, 1e-9, -19.99, Number.MAX_VALUE];
    for (const past of [[odd(5)], amounts.map((amount) => odd(amount, { rate: 0, quantity: -1 })), history]) {
      for (const { score, findings } of predict(
        amounts.map((amount) => odd(amount, { rate: null })),
        [],
        past,
      )) {
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
        expect([...findings.observed, ...findings.missing].reduce((sum, item) => sum + item.score, 0)).toBe(score);
      }
    }
  });

  it('trains on a single payslip, which is then ordinary', () => {
    const single = createPayslip(0, 0);
    expect(predict([single], [], [single])[0]?.score).toBe(0);
  });
});
