import { predictPayroll, preparePayroll, severityOf, trainPayroll } from '@understudy/engine-anomaly';
import { makePayrollData } from './generators/payroll-families.mjs';
import { milliseconds, precisionAtN, rocAuc, share } from './measures.mjs';
import { byType } from './time-figures.mjs';

/** Every bar for the payslips of one family. */
export function payrollFigures(name, seedShift, figures) {
  const data = makePayrollData(name, { seedShift });
  const prepared = preparePayroll(trainPayroll(data.history));
  const results = resultsOf(prepared, data.scored);
  const judged = judge(data, results);
  figures.atLeast('ROC-AUC overall', judged.overall, 0.95);
  for (const [type, auc] of judged.perType) figures.atLeast(`ROC-AUC ${type}`, auc, 0.88);
  figures.atLeast('precision at n', judged.precision, 0.6);
  figures.atLeast('found medium or higher', judged.found(prepared.severityThresholds), 0.9);
  const first = (anomaly) => namesFirst(results.get(anomaly.payslipId), anomaly);
  const raisedOf = (list) =>
    share(list, ({ payslipId }) => severityOf(results.get(payslipId).score, prepared.severityThresholds) !== 'low');
  const rates = data.anomalies.filter(({ type }) => type === 'changed-rate');
  if (rates.length > 0) figures.atLeast('  of these changed-rate', raisedOf(rates), 0.9);
  figures.atLeast('injected line first, with its side', share(data.anomalies, first), 0.9);
  for (const [type, list] of byType(data.anomalies)) figures.note(`  of these ${type}`, share(list, first));
  const injected = new Set(data.anomalies.map(({ payslipId }) => payslipId));
  const clean = data.scored.filter(({ id }) => !injected.has(id));
  const { severityThresholds } = prepared;
  const high = ({ id }) => severityOf(results.get(id).score, severityThresholds) === 'high';
  figures.atMost('clean payslips high', share(clean, high), 0.002);
  const raised = ({ id }) => severityOf(results.get(id).score, severityThresholds) !== 'low';
  figures.note('clean payslips medium or higher', share(clean, raised));
  const expenses = ({ transactions }) => transactions.some(({ type }) => type === 'travelExpense');
  if (clean.some(expenses)) figures.note('  of those with expenses', share(clean.filter(expenses), raised));
  figures.atMost(
    'payslips whose parts are not the score',
    data.scored.filter(({ id }) => !addsUp(results.get(id))).length,
    0,
  );
  feedback(data, results, judged.overall, figures);
}

const resultsOf = (prepared, payslips) =>
  new Map(predictPayroll(prepared, payslips).payslipResults.map((result) => [result.id, result]));

function judge({ scored, anomalies }, results) {
  const injected = new Set(anomalies.map(({ payslipId }) => payslipId));
  const clean = scored.filter(({ id }) => !injected.has(id)).map(({ id }) => results.get(id).score);
  const scores = (list) => list.map(({ payslipId }) => results.get(payslipId).score);
  return {
    overall: rocAuc(scores(anomalies), clean),
    precision: precisionAtN(scores(anomalies), clean),
    found: (thresholds) => share(scores(anomalies), (score) => severityOf(score, thresholds) !== 'low'),
    perType: [...byType(anomalies)].map(([type, list]) => [type, rocAuc(scores(list), clean)]),
  };
}

/**
 * Whether the largest finding is about the injected line and its side. A changed rate or quantity may be told by the
 * amount that follows of it.
 */
function namesFirst({ findings }, anomaly) {
  const [found] = findings.observed;
  const [missing] = findings.missing;
  if (anomaly.anomalyType === 'MISSING') {
    const value = missing?.expectedField.value;
    return (value === anomaly.lineType || value === anomaly.subType) && missing.score >= (found?.score ?? 0);
  }
  if (found === undefined || found.score < (missing?.score ?? 0)) return false;
  const fields = anomaly.field === 'type' ? ['type'] : [anomaly.field, 'amount'];
  return (
    found.transactionId === anomaly.transactionId &&
    found.anomalyType === anomaly.anomalyType &&
    fields.includes(found.field)
  );
}

const addsUp = ({ score, findings: { observed, missing } }) =>
  [...observed, ...missing].reduce((sum, finding) => sum + finding.score, 0) === score;

/** One finding of each type of anomaly is marked as FALSE_POSITIVE; the models are trained again. */
function feedback(data, before, overall, figures) {
  const payslips = new Map(data.scored.map((payslip) => [payslip.id, payslip]));
  // A type of which no line is named first is missed above, and has nothing to mark here.
  const marked = [...byType(data.anomalies)].flatMap(
    ([, list]) => list.find((anomaly) => namesFirst(before.get(anomaly.payslipId), anomaly)) ?? [],
  );
  const firstOf = ({ payslipId }) => {
    const { observed, missing } = before.get(payslipId).findings;
    return [...observed, ...missing].sort((a, b) => b.score - a.score)[0];
  };
  const model = trainPayroll(data.history, {
    feedback: marked.map((anomaly) => ({
      payslip: payslips.get(anomaly.payslipId),
      finding: firstOf(anomaly),
      feedback: 'FALSE_POSITIVE',
    })),
  });
  const after = resultsOf(preparePayroll(model), data.scored);
  const lowered = marked.map(({ payslipId }) => before.get(payslipId).score - after.get(payslipId).score);
  figures.atLeast(
    'marked patterns that score lower',
    share(lowered, (points) => points > 0),
    1,
  );
  figures.note('  points lower, on average', lowered.reduce((sum, points) => sum + points, 0) / lowered.length);
  figures.atMost('change of ROC-AUC by feedback', Math.abs(judge(data, after).overall - overall), 0.005);
}

/** Two years of 500 employees trained, 5000 payslips predicted. */
export function payrollSpeed(figures) {
  const { history } = makePayrollData('monthly firm', { employees: 540, each: 1 });
  figures.note('payslips', history.length);
  figures.note(
    'lines',
    history.reduce((sum, { transactions }) => sum + transactions.length, 0),
  );
  let model;
  figures.atMost(
    'ms to train them',
    milliseconds(() => {
      model = trainPayroll(history);
    }, 1),
    5000,
  );
  const prepared = preparePayroll(model);
  const some = history.slice(-5000);
  figures.atMost(
    'ms to predict 5000 payslips',
    milliseconds(() => predictPayroll(prepared, some)),
    1000,
  );
  figures.atMost(
    'ms to predict one payslip',
    milliseconds(() => predictPayroll(prepared, some.slice(0, 1)), 9),
    5,
  );
}
