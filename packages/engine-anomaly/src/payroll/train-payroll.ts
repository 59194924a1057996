import { calibrateField } from '../core/contributions.js';
import { addScores, computeThresholds } from '../core/thresholds.js';
import { learnCoOccurrence } from './co-occurrence.js';
import { computePayslipSurprises } from './compute-payslip-surprises.js';
import { compareTexts, type EmployeeHistory, groupHistories, groupLinesByType } from './employee-history.js';
import { learnFeedback } from './learn-feedback.js';
import { learnLineType } from './learn-line-type.js';
import type { EarlierLevels } from './line-surprise.js';
import type {
  EmployeeLineTypeModel,
  EmployeeModel,
  PayrollModel,
  PayslipSurprise,
  YesNoCount,
} from './payroll-model.js';
import { type PayslipView, toPayslipView } from './payslip-view.js';
import { preparePayroll } from './prepare-payroll.js';
import { computeWeights, sumValues } from './presence.js';
import { listCalibrationKeys, scorePayslip } from './score-payslip.js';
import { findBalanceErrors, findTotals, type PayslipTotals } from './totals.js';
import type { PayrollFeedback, Payslip } from './types.js';

export interface PayrollTrainingOptions {
  /** All feedback on the dataset, oldest first. If a finding has several, pass only the last. */
  feedback?: readonly PayrollFeedback[];
}

/**
 * Trains from scratch on all payslips of a dataset (`payroll.trainer.from-scratch`), at least one. Excludes lines
 * marked as TRUE_POSITIVE, and learns the patterns of those marked as FALSE_POSITIVE.
 */
export function trainPayroll(payslips: readonly Payslip[], options: PayrollTrainingOptions = {}): PayrollModel {
  if (payslips.length === 0) {
    throw new RangeError('There is no data to train on: the dataset has no payslips. Upload payslips first.');
  }
  const { feedback = [] } = options;
  const known = withoutConfirmed(payslips, feedback);
  const totals = findTotals(known);
  const views = known.map((payslip) => toPayslipView(payslip, totals));
  const { model, earlier } = learn(views, totals);
  calibrateModel(model, lastYear(views), earlier);
  learnFeedback(model, feedback);
  return model;
}

function withoutConfirmed(payslips: readonly Payslip[], feedback: readonly PayrollFeedback[]): readonly Payslip[] {
  const confirmed = new Map<string, Set<string>>();
  for (const { payslip, finding, feedback: value } of feedback) {
    if (value !== 'TRUE_POSITIVE' || !('transactionId' in finding)) continue;
    confirmed.set(payslip.id, (confirmed.get(payslip.id) ?? new Set()).add(finding.transactionId));
  }
  return payslips.map((payslip) => {
    const wrong = confirmed.get(payslip.id);
    if (wrong === undefined) return payslip;
    return { ...payslip, transactions: payslip.transactions.filter(({ id }) => !wrong.has(id)) };
  });
}

function learn(views: readonly PayslipView[], totals: PayslipTotals) {
  const histories = groupHistories(views);
  const own = new Map<EmployeeHistory, [string, EmployeeLineTypeModel][]>(histories.map((history) => [history, []]));
  const kinds: PayrollModel['kinds'] = [];
  const earlier = new Map<string, EarlierLevels>();
  const companions = learnCoOccurrence(views);
  for (const [kind, owners] of [...groupLinesByType(histories)].sort(([a], [b]) => compareTexts(a, b))) {
    const learned = learnLineType(owners, histories, kind === totals.gross || kind === totals.net);
    const others = companions.get(kind) ?? [];
    if (others.length > 0) learned.common.presence.companions = others;
    kinds.push([kind, learned.common]);
    earlier.set(kind, learned.earlier);
    for (const [history, model] of learned.own) own.get(history)?.push([kind, model]);
  }
  const employees = histories.map((history): [string, EmployeeModel] => [
    history.employeeId,
    {
      weight: sumValues(computeWeights(history.views).values()),
      balance: balanceOf(history.views, totals),
      months: monthsOf(history.views),
      kinds: own.get(history) ?? [],
    },
  ]);
  const model: PayrollModel = {
    payslips: views.length,
    totals,
    balance: {
      yes: sumValues(employees.map(([, { balance }]) => balance.yes)),
      no: sumValues(employees.map(([, { balance }]) => balance.no)),
    },
    kinds,
    employees,
    calibrations: [],
    severityThresholds: computeThresholds([], leastThresholds),
  };
  return { model, earlier };
}

/** `payroll.gap.dataset-results-item`: 10 and 25 unless training finds larger thresholds. */
const leastThresholds = { leastLowMid: 10, leastMidHigh: 25, midHigh: 0.999 };

/** A line type with fewer lines is calibrated like all lines. */
const fewestOfLines = 100;

/** Learns how surprising ordinary payslips are, and which scores they get. */
function calibrateModel(
  model: PayrollModel,
  views: readonly PayslipView[],
  earlier: ReadonlyMap<string, EarlierLevels>,
): void {
  const prepared = preparePayroll(model);
  const surprises = views.map((view) => computePayslipSurprises(prepared, view, earlier));
  const nats = new Map<string, number[]>();
  for (const surprise of surprises.flat()) {
    for (const key of listCalibrationKeys(surprise)) {
      const values = nats.get(key);
      if (values === undefined) nats.set(key, [surprise.nats]);
      else values.push(surprise.nats);
    }
  }
  model.calibrations = [...nats]
    .filter(([key, values]) => values.length >= fewestOfLines || !key.includes(' '))
    .map(([key, values]) => [key, calibrateField(Float64Array.from(values))]);
  const calibrations = new Map(model.calibrations);
  const scores = surprises.map((found: readonly PayslipSurprise[]) => scorePayslip(found, calibrations).exact);
  model.severityThresholds = computeThresholds(addScores(undefined, scores), leastThresholds);
}

/** Returns the payslips of the last year, because the levels of employees are those at its end. */
function lastYear(views: readonly PayslipView[]): readonly PayslipView[] {
  const last = views.reduce((date, { payslip }) => (payslip.date > date ? payslip.date : date), '');
  const from = `${String(Number(last.slice(0, 4)) - 1).padStart(4, '0')}${last.slice(4)}`;
  return views.filter(({ payslip }) => payslip.date > from);
}

function monthsOf(views: readonly PayslipView[]): number[] {
  const months = new Array<number>(12).fill(0);
  for (const { month } of views) months[month] = (months[month] ?? 0) + 1;
  return months;
}

function balanceOf(views: readonly PayslipView[], totals: PayslipTotals): YesNoCount {
  const tally = { yes: 0, no: 0 };
  for (const { payslip } of views) {
    const found = findBalanceErrors(payslip.transactions, totals);
    if (found.length > 0) tally[found.every(({ by }) => by === 0) ? 'yes' : 'no'] += 1;
  }
  return tally;
}
