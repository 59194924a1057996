import type { NumericField } from './payroll-model.js';
import { logCent, logSize, type PayslipView } from './payslip-view.js';
import type { PayrollTransaction } from './types.js';

/**
 * Logarithm of a number of a line, by size: a larger deduction is larger. Amounts of a kind that follows gross pay are
 * taken relative to it. Undefined when the line has no such number, or there is no gross pay to compare with.
 *
 * @param shape.sign - Usual sign of the kind's amounts.
 * @param shape.slope - How the kind follows gross pay (`KindModel.slope`).
 */
export function sizeOf(
  line: PayrollTransaction,
  field: NumericField,
  { sign, slope }: { sign: 1 | -1; slope: number },
  view: PayslipView,
): number | undefined {
  const value = line[field];
  if (value == null || !Number.isFinite(value)) return undefined;
  if (field !== 'amount') return logSize(Math.abs(value));
  if (slope === 0) return logSize(value * sign);
  return view.gross > logCent ? logSize(value * sign) - slope * view.gross : undefined;
}

/** Whether the amount is rate times quantity, to the cent; undefined when one of them is not given. */
export function isProduct({ amount, rate, quantity }: PayrollTransaction): boolean | undefined {
  if (rate == null || quantity == null) return undefined;
  const product = Math.abs(rate * quantity);
  return Math.abs(Math.abs(amount) - product) <= 0.02 + 1e-3 * product;
}

/** What two lines of one kind must have in common to be the same line twice. */
export function contentOf({ id: _, ...content }: PayrollTransaction): string {
  return JSON.stringify(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1)));
}
