import { computeNumericSurprise, type NumericSurprise } from '../core/numeric-surprise.js';
import { computeLineSize, isProduct } from './line-sizes.js';
import { logOffset, type NumericField, type PayslipSurprise } from './payroll-model.js';
import type { PayslipView } from './payslip-view.js';
import {
  deriveEmployeeHabit,
  type PreparedEmployeeField,
  type PreparedEmployeeLineType,
  type PreparedField,
  type PreparedLineType,
} from './prepare-payroll.js';
import type { PayrollTransaction } from './types.js';

/** The model of a line type, for all employees and for one. */
export interface LineTypeKnowledge {
  common: PreparedLineType;
  own: PreparedEmployeeLineType | undefined;
  /** In calibration, the levels before each line. Otherwise, the employee's recent level is used. */
  earlier?: EarlierLevels | undefined;
}

/** The level just before each line of one type, by numeric field. */
export type EarlierLevels = ReadonlyMap<NumericField, ReadonlyMap<PayrollTransaction, number>>;

/** Minimum number of sizes for the employee's own level to be used. */
const knownLevel = 3;

/** A rate or quantity is the cause if it explains this share of an amount's surprise. */
const explains = 0.7;

/**
 * Computes how surprising the size of a line is: its rate, and its amount or, if that explains the amount, its
 * quantity. Compares amounts with the employee's recent level, or else with the levels of the group. Includes ordinary
 * sizes with 0 nats, because calibrations use all lines.
 */
export function computeLineSurprises(
  known: LineTypeKnowledge,
  line: PayrollTransaction,
  view: PayslipView,
): PayslipSurprise[] {
  const amount = sizeSurprise(known, line, 'amount', view);
  if (amount === undefined) return [];
  const isUnproduct = isProduct(line) === false;
  const rate = sizeSurprise(known, line, 'rate', view);
  // The amount is wrong if it is not rate times quantity although it usually is.
  if (isUnproduct) {
    const whole = { ...amount, nats: amount.nats + noProductNats(known) };
    return [
      surprise(line, 'amount', whole),
      ...(rate === undefined ? [] : [surprise(line, 'rate', { ...rate, nats: 0 })]),
    ];
  }
  const quantity = sizeSurprise(known, line, 'quantity', view);
  const found: PayslipSurprise[] = [];
  let rest = amount;
  if (rate !== undefined) {
    const explained = rate.direction === amount.direction && rate.nats > explains * amount.nats;
    if (explained) rest = { ...amount, nats: 0 };
    found.push(surprise(line, 'rate', explained ? { ...rate, nats: Math.max(rate.nats, amount.nats) } : rate));
  }
  const isCause =
    quantity !== undefined && quantity.direction === rest.direction && quantity.nats > explains * rest.nats;
  const cause = isCause && rest.nats > 0 ? { ...quantity, nats: Math.max(quantity.nats, rest.nats) } : rest;
  // Both have the same kind, because what is ordinary for a line's size does not depend on the field that is reported.
  found.push({ ...surprise(line, 'amount', cause), observed: { line, field: isCause ? 'quantity' : 'amount' } });
  return found;
}

/** Returns the deviation of a line's amount from the employee's level, in spreads. Undefined if there is no level. */
export function computeDeviation(
  known: LineTypeKnowledge,
  line: PayrollTransaction,
  view: PayslipView,
): number | undefined {
  const field = known.common.fields.get('amount');
  const own = known.own?.fields.get('amount');
  const size = computeLineSize(line, 'amount', known.common, view);
  if (field === undefined || own === undefined || size === undefined) return undefined;
  const [mode] = deriveEmployeeHabit(field, own).modes;
  return mode === undefined ? undefined : (size - own.level - (mode.location - logOffset)) / mode.scale;
}

/** Scores an amount that differs from rate times quantity by how often that happens or was marked as ordinary. */
function noProductNats({ common: { product }, own }: LineTypeKnowledge): number {
  const all = (product.no + 0.5) / (product.yes + product.no + 1);
  const { approvedAmounts = 0, counts } = own ?? {};
  const p = (approvedAmounts + 0.5 * all) / (approvedAmounts + 0.5 + (approvedAmounts > 0 ? (counts?.n ?? 0) : 0));
  return Math.max(0, Math.log((1 - p) / p));
}

function sizeSurprise(
  { common, own: ownKind, earlier }: LineTypeKnowledge,
  line: PayrollTransaction,
  field: NumericField,
  view: PayslipView,
): NumericSurprise | undefined {
  const known = common.fields.get(field);
  const size = computeLineSize(line, field, common, view);
  if (known === undefined || size === undefined) return undefined;
  const mine = ownKind?.fields.get(field);
  if (mine === undefined) return levelSurprise(known, size, view);
  const own = ownSurprise(known, mine, size - (earlier?.get(field)?.get(line) ?? mine.level));
  if (mine.model.n >= knownLevel) return own;
  // One or two sizes, such as that of a partial first month, are not a level yet, so the sizes of other employees
  // count.
  const others = levelSurprise(known, size, view);
  return others.nats < own.nats ? others : own;
}

function ownSurprise(known: PreparedField, own: PreparedEmployeeField, deviation: number): NumericSurprise {
  const found = computeNumericSurprise(deriveEmployeeHabit(known, own), logOffset + deviation);
  // The level itself is expected even if the deviations have other habits, such as a recent raise.
  const steady = computeNumericSurprise(
    { zero: 0, modes: [{ share: 1, location: logOffset, scale: Math.max(0.02, known.model.within) }] },
    logOffset + deviation,
  );
  return steady.nats < found.nats ? steady : found;
}

function levelSurprise({ levels, groupLevels }: PreparedField, size: number, view: PayslipView): NumericSurprise {
  let best = computeNumericSurprise(levels, logOffset + size);
  for (const group of view.groups) {
    const habit = groupLevels.get(group);
    const found = habit === undefined ? undefined : computeNumericSurprise(habit, logOffset + size);
    if (found !== undefined && found.nats < best.nats) best = found;
  }
  return best;
}

function surprise(
  line: PayrollTransaction,
  field: NumericField,
  { nats, direction }: NumericSurprise,
): PayslipSurprise {
  return { kind: field, nats, direction, observed: { line, field } };
}
