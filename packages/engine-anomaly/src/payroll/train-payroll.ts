import { calibrateField } from '../core/contributions.js';
import { computePseudoCount } from '../core/feedback.js';
import { addScores, computeThresholds } from '../core/thresholds.js';
import { computePayslipSurprises } from './compute-payslip-surprises.js';
import {
  compareTexts,
  type EmployeeHistory,
  groupHistories,
  groupLinesByType,
  type HistoryEntry,
} from './employee-history.js';
import { learnLineType } from './learn-line-type.js';
import { computeLineSize, isProduct } from './line-sizes.js';
import type { EarlierLevels } from './line-surprise.js';
import { toLineType } from './line-type.js';
import type {
  EmployeeLineTypeModel,
  EmployeeModel,
  PayrollModel,
  PayslipSurprise,
  YesNoCount,
} from './payroll-model.js';
import { type PayslipView, toPayslipView } from './payslip-view.js';
import { toExpectedField } from './predict-payroll.js';
import { preparePayroll } from './prepare-payroll.js';
import { computeWeights, sumValues } from './presence.js';
import { listCalibrationKeys, scorePayslip } from './score-payslip.js';
import { findBalanceErrors, findTotals, type PayslipTotals } from './totals.js';
import type { MissingFinding, PayrollFeedback, Payslip } from './types.js';

interface PayrollTrainingOptions {
  /** All feedback on the dataset, oldest first. If a finding has several entries, pass only the last. */
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
  for (const [kind, owners] of [...groupLinesByType(histories)].sort(([a], [b]) => compareTexts(a, b))) {
    const learned = learnLineType(owners, histories, kind === totals.gross || kind === totals.net);
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

/** `payroll.gap.dataset-results-item`: thresholds of at least 10 and 25, unless training finds larger ones. */
const leastThresholds = { leastLowMid: 10, leastMidHigh: 25, midHigh: 0.999 };

/** A line type with fewer lines is calibrated like all lines. */
const fewestOfLines = 100;

/** Learns how surprising ordinary payslips are, and how they score. */
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

/** Returns the payslips of the last year, because the learned levels are those at the end of the data. */
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

/**
 * Adds the patterns that a user marked as FALSE_POSITIVE to the model: a limited number of artificial observations for
 * the employee (`analysis.gap.feedback-effect`: effective from the next training on). Changes the given model, but not
 * the part that all employees share.
 */
function learnFeedback(model: PayrollModel, feedback: readonly PayrollFeedback[]): void {
  for (const { payslip, finding, feedback: value } of feedback) {
    if (value !== 'FALSE_POSITIVE') continue;
    const view = toPayslipView(payslip, model.totals);
    const employee = findOrAdd(model.employees, payslip.employeeId, createEmployee);
    if ('expectedField' in finding) {
      const own = employee.kinds.find(([kind]) => isExpected(finding, kind, view))?.[1];
      if (own !== undefined) forgetPresence(own, view, employee.weight);
      continue;
    }
    const line = payslip.transactions.find(({ id }) => id === finding.transactionId);
    if (line === undefined) continue;
    const kind = toLineType(line);
    const isTotal = kind === model.totals.gross || kind === model.totals.net;
    if (finding.field === 'type') learnLine(findOrAdd(employee.kinds, kind, createKind), view, kind);
    else if (isTotal) employee.balance.no += computePseudoCount(employee.balance.yes + employee.balance.no);
    else learnSizes(model, findOrAdd(employee.kinds, kind, createKind), { line, view });
  }
}

function isExpected({ expectedField }: MissingFinding, kind: string, view: PayslipView): boolean {
  const { key, value } = toExpectedField(kind, view);
  return key === expectedField.key && value === expectedField.value && !view.kinds.has(kind);
}

/** Returns the item of a key, and adds it if necessary. */
function findOrAdd<Item>(pairs: [string, Item][], key: string, create: () => Item): Item {
  const known = pairs.find(([other]) => other === key)?.[1];
  if (known !== undefined) return known;
  const begun = create();
  pairs.push([key, begun]);
  return begun;
}

const createEmployee = (): EmployeeModel => ({ weight: 0, balance: { yes: 0, no: 0 }, months: noMonths(), kinds: [] });

const createKind = (): EmployeeLineTypeModel => ({
  weight: 0,
  months: noMonths(),
  counts: [],
  equal: { yes: 0, no: 0 },
  fields: [],
});

/**
 * Learns all numeric fields of the line, because marking an amount also concerns its rate or quantity, and vice versa.
 */
function learnSizes(model: PayrollModel, own: EmployeeLineTypeModel, { line, view }: HistoryEntry): void {
  const common = model.kinds.find(([kind]) => kind === toLineType(line))?.[1];
  if (common === undefined) return;
  if (isProduct(line) === false) {
    own.approvedAmounts =
      (own.approvedAmounts ?? 0) + computePseudoCount(own.counts.reduce((sum, [, n]) => sum + n, 0));
  }
  for (const [field] of common.fields) {
    const size = computeLineSize(line, field, common, view);
    if (size === undefined) continue;
    const mine = own.fields.find(([other]) => other === field)?.[1];
    if (mine === undefined) own.fields.push([field, { n: 1, level: size, deviations: { n: 0, zeros: 0, modes: [] } }]);
    else mine.approved = [...(mine.approved ?? []), [size - mine.level, computePseudoCount(mine.deviations.n)]];
  }
}

const noMonths = () => new Array<number>(12).fill(0);

/** Learns that the line is expected, as often as it occurred. */
function learnLine(own: EmployeeLineTypeModel, view: PayslipView, kind: string): void {
  const lines = view.kinds.get(kind)?.length ?? 1;
  const count = computePseudoCount(own.counts.reduce((sum, [, payslips]) => sum + payslips, 0));
  const known = own.counts.find(([text]) => text === String(lines));
  if (known === undefined) own.counts.push([String(lines), count]);
  else known[1] += count;
  if (lines > 1) own.equal.yes += count;
  own.weight += count;
  own.months[view.month] = (own.months[view.month] ?? 0) + 1;
}

/** Learns that the line is optional. */
function forgetPresence(own: EmployeeLineTypeModel, view: PayslipView, weight: number): void {
  own.weight = Math.max(0, own.weight - computePseudoCount(weight));
  own.months[view.month] = Math.max(0, (own.months[view.month] ?? 0) - 1);
}
