import { computeMedian } from '../core/robust-summary.js';
import type { EmployeeHistory, HistoryEntry } from './employee-history.js';
import { type PayslipView, toLogSize } from './payslip-view.js';

/** Number of rounds that estimate the rates of employees and the included line types from each other. */
const rounds = 3;
/** Weight of the initial guess that a line type counts in full, in the unit of summed squared shares of gross pay. */
const guessStrength = 0.05;
/** A line type is excluded if its weight is more than two standard errors below this. */
const half = 0.5;

/** Computes the logarithm of the base of a deduction: the positive lines, except totals and excluded line types. */
export function computeDeductionBase({ gross, positive }: PayslipView, exempt: readonly string[]): number {
  if (exempt.length === 0) return gross;
  let sum = 0;
  for (const [kind, amount] of positive) if (!exempt.includes(kind)) sum += amount;
  return toLogSize(sum);
}

/**
 * Finds the line types that a deduction excludes, such as tax-free refunds. A ridge regression explains the deviations
 * of the deduction by those of each type. Types with little weight are excluded.
 */
export function findExemptLineTypes(owners: ReadonlyMap<EmployeeHistory, readonly HistoryEntry[]>): string[] {
  const main = mainKinds([...owners.values()].flat());
  let exempt: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const found = lightKinds(
      [...owners.values()].flatMap((entries) => deviationsOf(entries, exempt)),
      main,
    );
    if (found.join() === exempt.join()) break;
    exempt = found;
  }
  return exempt;
}

/**
 * Finds the line types that are the largest positive line on at least half of their payslips, so they are certainly
 * pay.
 */
function mainKinds(entries: readonly HistoryEntry[]): Set<string> {
  const tallies = new Map<string, { payslips: number; largest: number }>();
  for (const { view } of entries) {
    const most = Math.max(...view.positive.values());
    for (const [kind, amount] of view.positive) {
      const tally = tallies.get(kind) ?? { payslips: 0, largest: 0 };
      tallies.set(kind, tally);
      tally.payslips += 1;
      if (amount === most) tally.largest += 1;
    }
  }
  return new Set([...tallies].flatMap(([kind, { payslips, largest }]) => (2 * largest >= payslips ? [kind] : [])));
}

/** The base that a deduction implies, and the amounts per line type, as relative deviations from the usual values. */
interface Deviation {
  base: number;
  kinds: Map<string, number>;
}

function deviationsOf(entries: readonly HistoryEntry[], exempt: readonly string[]): Deviation[] {
  const payslips = new Map<PayslipView, number>();
  for (const { line, view } of entries) {
    if (line.amount < 0) payslips.set(view, (payslips.get(view) ?? 0) - line.amount);
  }
  const rows = [...payslips].flatMap(([view, deducted]) => {
    const base = Math.exp(computeDeductionBase(view, exempt));
    return base > 1 ? [{ view, deducted, base }] : [];
  });
  if (rows.length < 3) return [];
  const rate = computeMedian(Float64Array.from(rows, ({ deducted, base }) => deducted / base).sort());
  const usual = computeMedian(Float64Array.from(rows, ({ base }) => base).sort());
  if (!(rate > 0)) return [];
  // Large deviations are one-offs or errors.
  const kept = rows.filter(({ deducted, base }) => deducted / rate < 4 * usual && base < 4 * usual);
  const kinds = new Set(kept.flatMap(({ view }) => [...view.positive.keys()]));
  const mean = (of: (row: (typeof rows)[number]) => number) =>
    kept.reduce((sum, row) => sum + of(row), 0) / (kept.length * usual);
  const meanBase = mean(({ deducted }) => deducted / rate);
  const means = [...kinds].map((kind): [string, number] => [kind, mean(({ view }) => view.positive.get(kind) ?? 0)]);
  return kept.map(({ view, deducted }) => ({
    base: deducted / rate / usual - meanBase,
    kinds: new Map(means.map(([kind, at]) => [kind, (view.positive.get(kind) ?? 0) / usual - at])),
  }));
}

/** Finds the line types whose weight in a regression is clearly below a half. */
function lightKinds(rows: readonly Deviation[], main: ReadonlySet<string>): string[] {
  const weights = new Map<string, number>();
  const squares = new Map<string, number>();
  for (const { kinds } of rows) {
    for (const [kind, share] of kinds) {
      weights.set(kind, 1);
      squares.set(kind, (squares.get(kind) ?? guessStrength) + share * share);
    }
  }
  const rests = rows.map(({ base, kinds }) => [...kinds.values()].reduce((rest, share) => rest - share, base));
  // Coordinate descent: each line type in turn explains the remainder, until little changes.
  for (let sweep = 0; sweep < 20; sweep += 1) {
    for (const [kind, weight] of weights) {
      let product = guessStrength * (1 - weight);
      for (const [index, { kinds }] of rows.entries()) product += (rests[index] ?? 0) * (kinds.get(kind) ?? 0);
      const step = product / (squares.get(kind) ?? 1);
      weights.set(kind, weight + step);
      for (const [index, { kinds }] of rows.entries()) {
        const share = kinds.get(kind);
        if (share !== undefined) rests[index] = (rests[index] ?? 0) - step * share;
      }
    }
  }
  const variance = rests.reduce((sum, rest) => sum + rest * rest, 0) / Math.max(1, rows.length - weights.size);
  return [...weights]
    .filter(([kind, weight]) => !main.has(kind) && weight + 2 * Math.sqrt(variance / (squares.get(kind) ?? 1)) < half)
    .map(([kind]) => kind)
    .sort();
}
