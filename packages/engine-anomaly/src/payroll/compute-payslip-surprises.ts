import {
  computeCategoricalSurprise,
  computeChildProbability,
  computeRootProbability,
} from '../core/categorical-counts.js';
import { toLineContent } from './line-sizes.js';
import { computeLineSurprises, type EarlierLevels, type LineTypeKnowledge } from './line-surprise.js';
import type { PayslipSurprise } from './payroll-model.js';
import type { PayslipView } from './payslip-view.js';
import type { PreparedPayrollModel } from './prepare-payroll.js';
import { computePresence } from './presence.js';
import { findBalanceErrors } from './totals.js';
import type { PayrollTransaction } from './types.js';

/**
 * Computes the surprise of every possible finding of a payslip, in nats. An ordinary line has 0 nats. `earlier` contains
 * the employee's recent level just before each line, by line type.
 */
export function computePayslipSurprises(
  model: PreparedPayrollModel,
  view: PayslipView,
  earlier?: ReadonlyMap<string, EarlierLevels>,
): PayslipSurprise[] {
  const found: PayslipSurprise[] = [];
  const employee = model.employees.get(view.payslip.employeeId);
  for (const [kind, lines] of view.kinds) {
    const [first] = lines;
    const common = model.kinds.get(kind);
    if (first === undefined) continue;
    const own = employee?.kinds.get(kind);
    if (common === undefined) {
      // No earlier payslip has this line type, but a user may have marked it as ordinary.
      const p = Math.max(0.5 / (model.payslips + 1), (own?.weight ?? 0) / ((employee?.weight ?? 0) + 1));
      found.push({ ...extra(first), nats: -logit(p) });
      continue;
    }
    found.push({ ...extra(first), nats: -logit(computePresence(common.presence, view, employee, own)) });
    for (const line of lines)
      found.push(...computeLineSurprises({ common, own, earlier: earlier?.get(kind) }, line, view));
    found.push(...duplicateSurprises({ common, own }, lines));
  }
  found.push(...balanceSurprises(model, view, employee?.balance));
  for (const kind of new Set([...(employee?.kinds.keys() ?? []), ...model.probableKinds])) {
    const common = model.kinds.get(kind);
    if (common === undefined || view.kinds.has(kind)) continue;
    const nats = logit(computePresence(common.presence, view, employee, employee?.kinds.get(kind)));
    found.push({ kind: 'missing', nats, direction: -1, missing: kind });
  }
  for (const surprise of found) surprise.nats = Math.max(0, surprise.nats);
  return found;
}

const extra = (line: PayrollTransaction) => ({
  kind: 'unexpected' as const,
  direction: 1 as const,
  observed: { line, field: 'type' as const },
});

/** Returns the log-odds of probability `p`, in nats. */
function logit(p: number): number {
  const within = Math.min(1 - 1e-9, Math.max(1e-9, p));
  return Math.log(within / (1 - within));
}

/** Weight of all employees' payslips relative to an employee's own, in payslips. */
const priorPayslips = 20;

/** Finds gross or net pay that differs from the sum of the lines if it usually matches: gross - deductions = net. */
function balanceSurprises(
  { totals, balance }: PreparedPayrollModel,
  view: PayslipView,
  own: { yes: number; no: number } = { yes: 0, no: 0 },
): PayslipSurprise[] {
  const all = (balance.no + 0.5) / (balance.yes + balance.no + 1);
  const off = (own.no + priorPayslips * all) / (own.yes + own.no + priorPayslips);
  return findBalanceErrors(view.payslip.transactions, totals).map(({ line, by }) => ({
    kind: 'balance',
    nats: by === 0 ? 0 : -logit(off),
    direction: by > 0 ? 1 : -1,
    observed: { line, field: 'amount' },
  }));
}

/** Scores more lines of a type than usual. Reports the last line that repeats another, or else the last line. */
function duplicateSurprises(
  { common, own }: LineTypeKnowledge,
  lines: readonly PayrollTransaction[],
): PayslipSurprise[] {
  const contents = lines.length > 1 ? lines.map(toLineContent) : [];
  const repeated = contents.findLastIndex((content, index) => contents.indexOf(content) < index);
  const line = lines[repeated >= 0 ? repeated : lines.length - 1];
  if (line === undefined) return [];
  let nats = 0;
  if (lines.length > usualCount(own?.counts.values ?? common.counts.values)) {
    const count = String(lines.length);
    nats += computeCategoricalSurprise(
      computeChildProbability(computeRootProbability(common.counts, count), own?.counts, count),
    );
  }
  if (repeated >= 0) {
    const all = (common.equal.yes + 0.5) / (common.equal.yes + common.equal.no + 1);
    const equal = own?.equal ?? { yes: 0, no: 0 };
    const p = (equal.yes + all) / (equal.yes + equal.no + 1);
    nats += Math.max(0, Math.log((1 - p) / p));
  }
  return [{ kind: 'doubled', nats, direction: 1, observed: { line, field: 'type' } }];
}

/** Returns the number of lines that most payslips have. */
function usualCount(counts: ReadonlyMap<string, number>): number {
  let usual = 1;
  let most = 0;
  for (const [count, payslips] of counts) {
    if (payslips > most) {
      usual = Number(count);
      most = payslips;
    }
  }
  return usual;
}
