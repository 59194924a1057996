import { toLineType } from './line-type.js';
import type { PayslipTotals } from './totals.js';
import type { PayrollTransaction, Payslip } from './types.js';

/** A payslip sorted out for training and scoring. */
export interface PayslipView {
  payslip: Payslip;
  groups: readonly string[];
  /** 0..11 */
  month: number;
  /** Logarithm of the positive lines' sum, totals left out. */
  gross: number;
  /** Sums of the positive lines of each kind, totals left out. */
  positive: ReadonlyMap<string, number>;
  /** The lines of each kind, in their order; totals among them. */
  kinds: ReadonlyMap<string, PayrollTransaction[]>;
}

/** The smallest amount that has a logarithm of its own: a cent. What is smaller counts as this. */
const cent = 0.01;
export const logCent = Math.log(cent);

/** Sorts out a payslip. */
export function toPayslipView(payslip: Payslip, { gross, net }: PayslipTotals): PayslipView {
  const kinds = new Map<string, PayrollTransaction[]>();
  const positive = new Map<string, number>();
  let sum = 0;
  for (const line of payslip.transactions) {
    const kind = toLineType(line);
    const alike = kinds.get(kind);
    if (alike === undefined) kinds.set(kind, [line]);
    else alike.push(line);
    if (kind === gross || kind === net || !(line.amount > 0)) continue;
    sum += line.amount;
    positive.set(kind, (positive.get(kind) ?? 0) + line.amount);
  }
  return {
    payslip,
    groups: payslip.employeeGroups ?? [],
    month: Number(payslip.date.slice(5, 7)) - 1,
    gross: toLogSize(sum),
    positive,
    kinds,
  };
}

/** Logarithm of the size of an amount, continued below a cent, so that it grows everywhere. Zero counts as a cent. */
export function toLogSize(size: number): number {
  return size >= cent ? Math.log(size) : logCent - Math.log1p(Math.max(0, -size) / cent);
}
