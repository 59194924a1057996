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

const model = preparePayroll(trainPayroll(createPayslips(8, 24)));
const resultOf = (payslip: Payslip) => {
  const [result] = predictPayroll(model, [payslip]).payslipResults;
  if (result === undefined) throw new Error('There is no result.');
  return result;
};
const firstOf = (payslip: Payslip) => resultOf(payslip).findings.observed[0];
const id = '2026-01-e1';

describe('predictPayroll', () => {
  it('returns results in request order, without findings for ordinary payslips', () => {
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

  it('reports a raised line as HIGH_VALUE and a lowered line as LOW_VALUE', () => {
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

  it('reports the quantity or rate as the cause, or an amount that is not quantity times rate', () => {
    const cause = (by: Partial<PayrollTransaction>) => firstOf(createPayslip(1, 24, editLine('mileage', by)));
    const line = { transactionId: `${id}-km`, anomalyType: 'HIGH_VALUE' };
    expect(cause({ quantity: 400, amount: 200 })).toMatchObject({ ...line, field: 'quantity' });
    expect(cause({ rate: 2, amount: 212 })).toMatchObject({ ...line, field: 'rate' });
    expect(cause({ amount: 200 })).toMatchObject({ ...line, field: 'amount' });
  });

  it('reports a tax that does not match gross pay, but not one that does', () => {
    const linesOf = (payslip: Payslip) => resultOf(payslip).findings.observed.map((found) => found.transactionId);
    const wrong = setAmount(createPayslip(1, 24), 'tax', (amount) => 2 * amount);
    // Net pay does not add up either.
    expect(linesOf(wrong).sort()).toEqual([`${id}-net`, `${id}-tax`]);
    expect(linesOf(createPayslip(1, 24, editLine('salary', { amount: 4800 })))).not.toContain(`${id}-tax`);
  });

  it('reports a repeated, an unknown and a missing line', () => {
    const extra = { field: 'type', anomalyType: 'HIGH_VALUE' };
    expect(firstOf(createPayslip(1, 24, repeatLine('fee')))).toMatchObject({ transactionId: 'again', ...extra });
    expect(firstOf(createPayslip(1, 24, addGift))).toMatchObject({ transactionId: 'gift', ...extra });
    expect(resultOf(createPayslip(1, 24, dropLines('mileage'))).findings).toMatchObject({
      observed: [],
      missing: [{ expectedField: { key: 'type', value: 'mileage' } }],
    });
  });

  it('reports net pay that is not gross pay less deductions', () => {
    const wrong = (by: number) => firstOf(setAmount(createPayslip(1, 24), 'net', (amount) => amount + by));
    expect(wrong(100)).toMatchObject({ transactionId: `${id}-net`, field: 'amount', anomalyType: 'HIGH_VALUE' });
    expect(wrong(-100)).toMatchObject({ anomalyType: 'LOW_VALUE' });
    expect(wrong(0.01)).toBeUndefined();
  });

  it('returns findings whose scores add up to the score of the payslip', () => {
    const { score, findings } = resultOf(
      createPayslip(1, 24, (lines) =>
        editLine('fee', { amount: -90 })(editLine('salary', { amount: 9000 })(lines)).slice(0, 3),
      ),
    );
    expect(findings.observed.length).toBeGreaterThan(1);
    expect([...findings.observed, ...findings.missing].reduce((sum, item) => sum + item.score, 0)).toBe(score);
  });

  it('reports a raise for all employees as a trend', () => {
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

const history = createPayslips(6, 24);
const predict = (payslips: Payslip[], feedback: PayrollFeedback[] = [], past = history) =>
  predictPayroll(preparePayroll(trainPayroll(past, { feedback })), payslips).payslipResults;

describe('trainPayroll', () => {
  it('rejects a dataset without payslips', () => {
    expect(() => trainPayroll([])).toThrow(
      new RangeError('There is no data to train on: the dataset has no payslips. Upload payslips first.'),
    );
  });

  it('trains the same JSON-serializable model from payslips in any order', () => {
    const model = trainPayroll(history);
    expect(trainPayroll([...history].reverse())).toEqual(model);
    expect(JSON.parse(JSON.stringify(model))).toEqual(model);
    expect(JSON.stringify(model)).not.toContain('null');
  });

  it('learns the gross and net lines, how many payslips balance, and severity thresholds', () => {
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
  it.each(edits)('lowers only the score of %s after FALSE_POSITIVE feedback', (_, payslip) => {
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

  it('returns valid scores for unusual amounts', () => {
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

  it('trains on a single payslip and does not flag it as an anomaly', () => {
    const single = createPayslip(0, 0);
    expect(predict([single], [], [single])[0]?.score).toBe(0);
  });
});
