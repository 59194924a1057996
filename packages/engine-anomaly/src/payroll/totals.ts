import { toLineType } from './line-type.js';
import type { PayrollTransaction, Payslip } from './types.js';

/** The line types that repeat a sum: gross pay repeats the positive lines, and net pay all lines. */
export interface PayslipTotals {
  gross?: string;
  net?: string;
  /** The types of positive lines that gross pay excludes, such as refunded expenses. */
  exempt?: string[];
}

const leastShare = 0.9;
const leastPayslips = 5;
const looked = 400;

/**
 * Identifies gross and net pay by sums, not by name. Both line types occur once on nearly every payslip. On nine of ten
 * payslips, gross is the sum of the other positive lines, and net is the sum of all other lines. Gross can exclude
 * tax-free line types. Deductions must be negative. If deductions are positive, a total is found only if one line is
 * the sum of all others.
 */
export function findTotals(payslips: readonly Payslip[]): PayslipTotals {
  const step = Math.max(1, Math.floor(payslips.length / looked));
  const sample = payslips.filter((_, index) => index % step === 0).map(({ transactions }) => transactions);
  if (sample.length < leastPayslips) return {};
  const holds = (totals: PayslipTotals) =>
    sample.filter((lines) => lines.length > 2 && findBalanceErrors(lines, totals).every(({ by }) => by === 0)).length >=
    leastShare * sample.length;
  const candidates = usualOnce(sample);
  const pairs = candidates.flatMap((net) => candidates.flatMap((gross) => (gross === net ? [] : [{ gross, net }])));
  const alone = candidates.map((gross) => ({ gross }));
  const leavingOut = <T extends { gross: string }>(totals: T) => ({ ...totals, exempt: leftOut(sample, totals) });
  return (
    pairs.find(holds) ??
    pairs.map(leavingOut).find(holds) ??
    candidates.map((net) => ({ net })).find(holds) ??
    alone.find(holds) ??
    alone.map(leavingOut).find(holds) ??
    {}
  );
}

/** Finds line types that gross pay excludes on nine of ten payslips that contain them. */
function leftOut(sample: readonly (readonly PayrollTransaction[])[], totals: PayslipTotals): string[] {
  const kinds = new Map<string, { payslips: number; beyond: number }>();
  for (const lines of sample) {
    const gross = findBalanceErrors(lines, totals).find(({ line }) => toLineType(line) === totals.gross);
    if (gross === undefined) continue;
    const sums = new Map<string, number>();
    for (const line of lines) {
      const kind = toLineType(line);
      if (line.amount > 0 && kind !== totals.gross && kind !== totals.net) {
        sums.set(kind, (sums.get(kind) ?? 0) + line.amount);
      }
    }
    for (const [kind, sum] of sums) {
      const tally = kinds.get(kind) ?? { payslips: 0, beyond: 0 };
      kinds.set(kind, tally);
      tally.payslips += 1;
      if (sum + gross.by <= 0.01 * lines.length) tally.beyond += 1;
    }
  }
  return [...kinds].flatMap(([kind, { payslips, beyond }]) => (beyond >= leastShare * payslips ? [kind] : [])).sort();
}

/** The difference between each total and the sum of its lines. A difference within a cent per line counts as 0. */
export function findBalanceErrors(
  lines: readonly PayrollTransaction[],
  { gross, net, exempt }: PayslipTotals,
): { line: PayrollTransaction; by: number }[] {
  let positive = 0;
  let all = 0;
  let size = 0;
  const totals: PayrollTransaction[] = [];
  for (const line of lines) {
    const kind = toLineType(line);
    size = Math.max(size, Math.abs(line.amount));
    if (kind === gross || kind === net) {
      totals.push(line);
      continue;
    }
    all += line.amount;
    if (exempt?.includes(kind) !== true) positive += Math.max(0, line.amount);
  }
  const tolerance = 0.01 * lines.length + 1e-9 * size;
  return totals.map((line) => {
    const by = line.amount - (toLineType(line) === net ? all : positive);
    return { line, by: Math.abs(by) <= tolerance ? 0 : by };
  });
}

/** Finds the line types that occur exactly once on nine of ten payslips. */
function usualOnce(sample: readonly (readonly PayrollTransaction[])[]): string[] {
  const once = new Map<string, number>();
  for (const lines of sample) {
    const counts = new Map<string, number>();
    for (const line of lines) counts.set(toLineType(line), (counts.get(toLineType(line)) ?? 0) + 1);
    for (const [kind, count] of counts) if (count === 1) once.set(kind, (once.get(kind) ?? 0) + 1);
  }
  return [...once].flatMap(([kind, count]) => (count >= leastShare * sample.length ? [kind] : [])).sort();
}
