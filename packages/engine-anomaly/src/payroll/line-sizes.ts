import { deductionBase } from './deduction-base.js';
import type { KindModel, NumericField } from './payroll-model.js';
import { logCent, logSize, type PayslipView } from './payslip-view.js';
import type { PayrollTransaction } from './types.js';

/** The terms of a kind that affect the size of its lines: see `KindModel`. */
export type Shape = Pick<KindModel, 'sign' | 'slope' | 'exempt'>;

/** Logarithm of a number of a line. Amounts of a kind that follows gross pay are relative to gross pay. */
export function sizeOf(
  line: PayrollTransaction,
  field: NumericField,
  { sign, slope, exempt }: Shape,
  view: PayslipView,
): number | undefined {
  const value = line[field];
  if (value == null || !Number.isFinite(value)) return undefined;
  if (field !== 'amount') return logSize(Math.abs(value));
  if (slope === 0) return logSize(value * sign);
  const base = deductionBase(view, exempt);
  return base > logCent ? logSize(value * sign) - slope * base : undefined;
}

/** Whether the amount is rate times quantity, to the cent. Undefined without both. */
export function isProduct({ amount, rate, quantity }: PayrollTransaction): boolean | undefined {
  if (rate == null || quantity == null) return undefined;
  const product = Math.abs(rate * quantity);
  return Math.abs(Math.abs(amount) - product) <= 0.02 + 1e-3 * product;
}

/** The content of a line. Two lines of one kind with the same content are duplicates. */
export function lineContent({ id: _, ...content }: PayrollTransaction): string {
  return JSON.stringify(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1)));
}
