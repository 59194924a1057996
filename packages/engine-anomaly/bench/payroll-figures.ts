import {
  classifySeverity,
  type PayslipResult,
  type PreparedPayrollModel,
  predictPayroll,
  preparePayroll,
  trainPayroll,
} from '@understudy/engine-anomaly';
import { byType, feedbackFigures, milliseconds, perType, precisionAtN, report, rocAuc, share } from './figures.ts';
import { injectPayrollAnomalies, type PayrollAnomaly, payrollAnomalyTypes } from './generators/payroll-anomalies.ts';
import { monthlyFirm } from './generators/payroll-monthly-firm.ts';
import type { DraftedPayslip } from './generators/payroll-payslip.ts';
import { randomOf } from './generators/random.ts';

interface PayrollDataOptions {
  readonly heldBack: boolean;
  readonly seedShift?: number;
  readonly employees?: number;
  /** Anomalies of each type in the scored payslips. */
  readonly each?: number;
}

type PayrollData = ReturnType<typeof makePayrollData>;

/** Every bar for the payslips of one company. */
export function payrollFigures(company: { readonly heldBack: boolean; readonly seedShift: number }): void {
  const data = makePayrollData(company);
  const { anomalies, scored } = data;
  const prepared = preparePayroll(trainPayroll(data.history));
  const results = resultsOf(prepared, scored);
  const injected = new Set(anomalies.map(({ payslipId }) => payslipId));
  const clean = scored.filter(({ id }) => !injected.has(id));
  const scoresOf = (list: readonly PayrollAnomaly[], resultOf: typeof results) =>
    list.map(({ payslipId }) => resultOf(payslipId).score);
  const cleanScores = (resultOf: typeof results) => clean.map(({ id }) => resultOf(id).score);
  const aucOf = (list: readonly PayrollAnomaly[], resultOf = results) =>
    rocAuc(scoresOf(list, resultOf), cleanScores(resultOf));
  const isFirst = (anomaly: PayrollAnomaly) => namesFirst(results(anomaly.payslipId), anomaly);
  const severity = (id: string) => classifySeverity(results(id).score, prepared.severityThresholds);
  const isRaised = ({ id }: DraftedPayslip) => severity(id) !== 'low';
  const travel = clean.filter(({ transactions }) => transactions.some(({ type }) => type === 'travelExpense'));
  const isSum = ({ score, findings: { observed, missing } }: PayslipResult) =>
    [...observed, ...missing].reduce((sum, finding) => sum + finding.score, 0) === score;
  const { lowered, after } = giveFeedback(data, results);
  report(`payslips${company.heldBack ? ', held back' : ''}`, {
    'ROC-AUC overall': [aucOf(anomalies), '>=', 0.95],
    ...perType(anomalies, 'ROC-AUC', (list) => [aucOf(list), '>=', 0.88]),
    'precision at n': [precisionAtN(scoresOf(anomalies, results), cleanScores(results)), '>=', 0.6],
    'found medium or higher': [share(anomalies, ({ payslipId }) => severity(payslipId) !== 'low'), '>=', 0.9],
    'injected line first, with its side': [share(anomalies, isFirst), '>=', 0.9],
    ...perType(anomalies, '  first of these', (list) => share(list, isFirst)),
    'clean payslips high': [share(clean, ({ id }) => severity(id) === 'high'), '<=', 0.002],
    'clean payslips medium or higher': share(clean, isRaised),
    '  of those with expenses': share(travel, isRaised),
    'payslips whose findings add up to the score': [share(scored, ({ id }) => isSum(results(id))), '>=', 1],
    ...feedbackFigures(lowered, aucOf(anomalies), aucOf(anomalies, after)),
  });
}

function resultsOf(prepared: PreparedPayrollModel, payslips: readonly DraftedPayslip[]) {
  const found = new Map(predictPayroll(prepared, payslips).payslipResults.map((result) => [result.id, result]));
  return (payslipId: string): PayslipResult => {
    const result = found.get(payslipId);
    if (result === undefined) throw new RangeError(`There is no prediction for ${payslipId}.`);
    return result;
  };
}

/** Whether the largest finding is about the injected line and its side. The amount may stand for a changed rate or quantity. */
function namesFirst({ findings }: PayslipResult, anomaly: PayrollAnomaly): boolean {
  const [found] = findings.observed;
  const [missing] = findings.missing;
  if (anomaly.anomalyType === 'MISSING') {
    if (missing === undefined) return false;
    const { value } = missing.expectedField;
    return (value === anomaly.lineType || value === anomaly.subType) && missing.score >= (found?.score ?? 0);
  }
  if (found === undefined || found.score < (missing?.score ?? 0)) return false;
  const fields: string[] = anomaly.field === 'type' ? ['type'] : [anomaly.field, 'amount'];
  return (
    found.transactionId === anomaly.transactionId &&
    found.anomalyType === anomaly.anomalyType &&
    fields.includes(found.field)
  );
}

/** Marks one finding of each type of anomaly as FALSE_POSITIVE and trains again. */
function giveFeedback({ scored, anomalies, history }: PayrollData, before: ReturnType<typeof resultsOf>) {
  // A type whose lines are never first is missed above and has nothing to mark here.
  const marked = byType(anomalies).flatMap(
    ([, list]) => list.find((anomaly) => namesFirst(before(anomaly.payslipId), anomaly)) ?? [],
  );
  const feedback = marked.flatMap(({ payslipId }) => {
    const { observed, missing } = before(payslipId).findings;
    const finding = [...observed, ...missing].sort((a, b) => b.score - a.score)[0];
    const payslip = scored.find(({ id }) => id === payslipId);
    return payslip && finding ? [{ payslip, finding, feedback: 'FALSE_POSITIVE' as const }] : [];
  });
  const after = resultsOf(preparePayroll(trainPayroll(history, { feedback })), scored);
  return { lowered: marked.map(({ payslipId }) => before(payslipId).score - after(payslipId).score), after };
}

/** Two years of 500 employees trained, 5000 payslips predicted. */
export function payrollSpeed(): void {
  const { history } = makePayrollData({ heldBack: false, employees: 540, each: 1 });
  let model = preparePayroll(trainPayroll(history.slice(0, 100)));
  const trained = milliseconds(() => {
    model = preparePayroll(trainPayroll(history));
  }, 1);
  const some = history.slice(-5000);
  report('payslips: speed', {
    payslips: history.length,
    lines: history.reduce((sum, { transactions }) => sum + transactions.length, 0),
    'ms to train them': [trained, '<=', 5000],
    'ms to predict 5000 payslips': [milliseconds(() => predictPayroll(model, some)), '<=', 1000],
    'ms to predict one payslip': [milliseconds(() => predictPayroll(model, some.slice(0, 1)), 9), '<=', 5],
  });
}

/** Two years of payslips to train on, with a few anomalies, and six months of payslips to score. */
function makePayrollData({ heldBack, seedShift = 0, employees = 200, each = 40 }: PayrollDataOptions) {
  const seed = (heldBack ? 501 : 31_415) + seedShift;
  const { drafts } = monthlyFirm({ seed, employees, periods: 30, heldBack });
  const history = drafts.filter(({ date }) => date < '2026-01-01');
  const r = randomOf(seed + 1);
  const inject = (list: typeof drafts, count: number) => {
    const counts = Object.fromEntries(payrollAnomalyTypes.map((type) => [type, count]));
    return injectPayrollAnomalies(list, { r, history, counts });
  };
  const { payslips } = inject(history, Math.ceil(history.length / 2000));
  const scored = inject(
    drafts.filter(({ date }) => date >= '2026-01-01'),
    each,
  );
  return { history: payslips, scored: scored.payslips, anomalies: scored.anomalies };
}
