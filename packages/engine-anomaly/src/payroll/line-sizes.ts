import { computeDeductionBase } from './deduction-base.js';
import type { LineTypeModel, NumericField } from './payroll-model.js';
import { logCent, type PayslipView, toLogSize } from './payslip-view.js';
import type { PayrollTransaction } from './types.js';

/** The properties of a line type that affect the size of its lines. */
export type LineTypeTerms = Pick<LineTypeModel, 'sign' | 'slope' | 'exempt'>;

/** Computes the logarithm of a numeric field of a line. Amounts of types that follow gross pay are relative to it. */
export function computeLineSize(
  line: PayrollTransaction,
  field: NumericField,
  { sign, slope, exempt }: LineTypeTerms,
  view: PayslipView,
): number | undefined {
  const value = line[field];
  if (value == null || !Number.isFinite(value)) return undefined;
  if (field !== 'amount') return toLogSize(Math.abs(value));
  if (slope === 0) return toLogSize(value * sign);
  const base = computeDeductionBase(view, exempt);
  return base > logCent ? toLogSize(value * sign) - slope * base : undefined;
}

/** Returns whether the amount is rate times quantity, to the cent. Returns undefined unless both are set. */
export function isProduct({ amount, rate, quantity }: PayrollTransaction): boolean | undefined {
  if (rate == null || quantity == null) return undefined;
  const product = Math.abs(rate * quantity);
  return Math.abs(Math.abs(amount) - product) <= 0.02 + 1e-3 * product;
}

/** Returns the content of a line. Two lines of one type with the same content are duplicates. */
export function toLineContent({ id: _, ...content }: PayrollTransaction): string {
  return JSON.stringify(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1)));
}
