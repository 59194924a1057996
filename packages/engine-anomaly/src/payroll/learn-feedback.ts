import { computePseudoCount } from '../core/feedback.js';
import type { HistoryEntry } from './employee-history.js';
import { computeLineSize, isProduct } from './line-sizes.js';
import type { EmployeeLineTypeModel, EmployeeModel, PayrollModel } from './payroll-model.js';
import { type PayslipView, toLineType, toPayslipView } from './payslip-view.js';
import { toExpectedField } from './predict-payroll.js';
import type { MissingFinding, PayrollFeedback } from './types.js';

/**
 * Adds the patterns that a user marked as FALSE_POSITIVE to the model: a limited number of artificial observations for
 * the employee (`analysis.gap.feedback-effect`: effective from the next training on). Changes the given model, but not
 * the part that all employees share.
 */
export function learnFeedback(model: PayrollModel, feedback: readonly PayrollFeedback[]): void {
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

/** Learns all numbers of the line, because an amount can be marked through its rate or quantity, and vice versa. */
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
