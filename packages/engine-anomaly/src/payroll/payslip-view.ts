import { toLineType } from './line-type.js';
import type { PayslipTotals } from './totals.js';
import type { PayrollTransaction, Payslip } from './types.js';

/** A payslip prepared for training and scoring. */
export interface PayslipView {
  payslip: Payslip;
  groups: readonly string[];
  /** Month of the year, 0 to 11. */
  month: number;
  /** The logarithm of the sum of the positive lines, without totals. */
  gross: number;
  /** The sum of the positive lines of each type, without totals. */
  positive: ReadonlyMap<string, number>;
  /** The lines of each type in their order, including totals. */
  kinds: ReadonlyMap<string, PayrollTransaction[]>;
}

/** The smallest amount whose logarithm is distinct. Smaller amounts count as a cent. */
const cent = 0.01;
export const logCent = Math.log(cent);

/** Prepares a payslip for training and scoring. */
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

/** Computes the logarithm of an amount. It is also monotonic below a cent, and zero counts as a cent. */
export function toLogSize(size: number): number {
  return size >= cent ? Math.log(size) : logCent - Math.log1p(Math.max(0, -size) / cent);
}
