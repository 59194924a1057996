import {
  type PayrollModel,
  type PayslipResult,
  type PreparedPayrollModel,
  predictPayroll,
  preparePayroll,
  type SeverityThresholds,
  severityOf,
  trainPayroll,
} from '@understudy/engine-anomaly';
import { report } from './figures.ts';
import type { PayrollAnomaly } from './generators/payroll-anomalies.ts';
import { makePayrollData, type PayrollData, type PayrollFamilyName } from './generators/payroll-families.ts';
import type { DraftedPayslip } from './generators/payroll-payslip.ts';
import { milliseconds, precisionAtN, rocAuc, share } from './measures.ts';
import { byType } from './time-figures.ts';

/** Every bar for the payslips of one family. */
export function payrollFigures(name: PayrollFamilyName, seedShift: number): void {
  const data = makePayrollData(name, { seedShift });
  const prepared = preparePayroll(trainPayroll(data.history));
  const results = resultsOf(prepared, data.scored);
  const { severityThresholds } = prepared;
  const judged = judge(data, results);
  report('ROC-AUC overall', judged.overall, '>=', 0.95);
  for (const [type, auc] of judged.perType) report(`ROC-AUC ${type}`, auc, '>=', 0.88);
  report('precision at n', judged.precision, '>=', 0.6);
  report('found medium or higher', judged.found(severityThresholds), '>=', 0.9);
  const first = (anomaly: PayrollAnomaly) => namesFirst(results(anomaly.payslipId), anomaly);
  const severity = (payslipId: string) => severityOf(results(payslipId).score, severityThresholds);
  const raisedOf = (list: readonly PayrollAnomaly[]) => share(list, ({ payslipId }) => severity(payslipId) !== 'low');
  const rates = data.anomalies.filter(({ type }) => type === 'changed-rate');
  if (rates.length > 0) report('  of these changed-rate', raisedOf(rates), '>=', 0.9);
  report('injected line first, with its side', share(data.anomalies, first), '>=', 0.9);
  for (const [type, list] of byType(data.anomalies)) report(`  of these ${type}`, share(list, first));
  const injected = new Set(data.anomalies.map(({ payslipId }) => payslipId));
  const clean = data.scored.filter(({ id }) => !injected.has(id));
  const high = ({ id }: DraftedPayslip) => severity(id) === 'high';
  report('clean payslips high', share(clean, high), '<=', 0.002);
  const raised = ({ id }: DraftedPayslip) => severity(id) !== 'low';
  report('clean payslips medium or higher', share(clean, raised));
  const expenses = ({ transactions }: DraftedPayslip) => transactions.some(({ type }) => type === 'travelExpense');
  if (clean.some(expenses)) report('  of those with expenses', share(clean.filter(expenses), raised));
  report(
    'payslips whose parts are not the score',
    data.scored.filter(({ id }) => !addsUp(results(id))).length,
    '<=',
    0,
  );
  feedback(data, results, judged.overall);
}

/** What is predicted, by payslip. */
function resultsOf(prepared: PreparedPayrollModel, payslips: readonly DraftedPayslip[]) {
  const found = new Map(predictPayroll(prepared, payslips).payslipResults.map((result) => [result.id, result]));
  return (payslipId: string): PayslipResult => {
    const result = found.get(payslipId);
    if (result === undefined) throw new RangeError(`Nothing is predicted for ${payslipId}.`);
    return result;
  };
}

function judge({ scored, anomalies }: PayrollData, results: ReturnType<typeof resultsOf>) {
  const injected = new Set(anomalies.map(({ payslipId }) => payslipId));
  const clean = scored.filter(({ id }) => !injected.has(id)).map(({ id }) => results(id).score);
  const scores = (list: readonly PayrollAnomaly[]) => list.map(({ payslipId }) => results(payslipId).score);
  return {
    overall: rocAuc(scores(anomalies), clean),
    precision: precisionAtN(scores(anomalies), clean),
    found: (thresholds: SeverityThresholds) =>
      share(scores(anomalies), (score) => severityOf(score, thresholds) !== 'low'),
    perType: [...byType(anomalies)].map(([type, list]) => [type, rocAuc(scores(list), clean)] as const),
  };
}

/**
 * Whether the largest finding is about the injected line and its side. A changed rate or quantity may be told by the
 * amount that follows of it.
 */
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

const addsUp = ({ score, findings: { observed, missing } }: PayslipResult) =>
  [...observed, ...missing].reduce((sum, finding) => sum + finding.score, 0) === score;

/** One finding of each type of anomaly is marked as FALSE_POSITIVE; the models are trained again. */
function feedback(data: PayrollData, before: ReturnType<typeof resultsOf>, overall: number): void {
  const payslips = new Map(data.scored.map((payslip) => [payslip.id, payslip]));
  // A type whose lines are never named first is missed above, and has nothing to mark here.
  const marked = [...byType(data.anomalies)].flatMap(
    ([, list]) => list.find((anomaly) => namesFirst(before(anomaly.payslipId), anomaly)) ?? [],
  );
  const firstOf = ({ payslipId }: PayrollAnomaly) => {
    const { observed, missing } = before(payslipId).findings;
    return [...observed, ...missing].sort((a, b) => b.score - a.score)[0];
  };
  const model = trainPayroll(data.history, {
    feedback: marked.flatMap((anomaly) => {
      const payslip = payslips.get(anomaly.payslipId);
      const finding = firstOf(anomaly);
      return payslip && finding ? [{ payslip, finding, feedback: 'FALSE_POSITIVE' }] : [];
    }),
  });
  const after = resultsOf(preparePayroll(model), data.scored);
  const lowered = marked.map(({ payslipId }) => before(payslipId).score - after(payslipId).score);
  report(
    'marked patterns that score lower',
    share(lowered, (points) => points > 0),
    '>=',
    1,
  );
  report('  points lower, on average', lowered.reduce((sum, points) => sum + points, 0) / lowered.length);
  report('change of ROC-AUC by feedback', Math.abs(judge(data, after).overall - overall), '<=', 0.005);
}

/** Two years of 500 employees trained, 5000 payslips predicted. */
export function payrollSpeed(): void {
  const { history } = makePayrollData('monthly firm', { employees: 540, each: 1 });
  report('payslips', history.length);
  report(
    'lines',
    history.reduce((sum, { transactions }) => sum + transactions.length, 0),
  );
  let model: PayrollModel | undefined;
  const train = () => {
    model ??= trainPayroll(history);
    return model;
  };
  report('ms to train them', milliseconds(train, 1), '<=', 5000);
  const prepared = preparePayroll(train());
  const some = history.slice(-5000);
  report(
    'ms to predict 5000 payslips',
    milliseconds(() => predictPayroll(prepared, some)),
    '<=',
    1000,
  );
  report(
    'ms to predict one payslip',
    milliseconds(() => predictPayroll(prepared, some.slice(0, 1)), 9),
    '<=',
    5,
  );
}
