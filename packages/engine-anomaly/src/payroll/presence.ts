import { round } from '../core/round.js';
import type { EmployeeHistory, HistoryEntry } from './employee-history.js';
import type { EmployeeLineTypeModel, EmployeeModel, LineTypePresence } from './payroll-model.js';
import type { PayslipView } from './payslip-view.js';
import type { PreparedLineType } from './prepare-payroll.js';

/** Number of payslips after which a payslip has half its weight. */
const halfLife = 12;
/** A seasonal line type occurs on at most this share of all payslips, and on at least this share of its best month. */
const mostSeasonal = 0.3;
const leastSeasonal = 0.3;

/** Computes the weights of the payslips of one employee: 1 for the latest, and half for the one twelve earlier. */
export function computeWeights(views: readonly PayslipView[]): Map<PayslipView, number> {
  return new Map(views.map((view, index) => [view, 0.5 ** ((views.length - 1 - index) / halfLife)]));
}

export const sumValues = (values: Iterable<number>): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
};

/** Learns how many payslips contain a line type, for all employees, for groups, and for each month of the year. */
export function learnPresence(
  owners: ReadonlyMap<EmployeeHistory, readonly HistoryEntry[]>,
  histories: readonly EmployeeHistory[],
): LineTypePresence {
  const shares = histories.map((history) => {
    const present = new Set(owners.get(history)?.map(({ view }) => view)).size;
    return { share: present / history.views.length, present, payslips: history.views.length, groups: history.groups };
  });
  const total = (items: typeof shares, key: 'present' | 'payslips') => sumValues(items.map((item) => item[key]));
  const share = total(shares, 'present') / total(shares, 'payslips');
  const groups = new Map<string, typeof shares>();
  for (const item of shares) for (const group of item.groups) groups.set(group, [...(groups.get(group) ?? []), item]);
  const months = monthShares(owners, histories);
  const seasonal = share <= mostSeasonal && Math.max(...months) >= Math.max(leastSeasonal, 3 * share);
  return {
    share: round(share, 6),
    groups: [...groups].map(([group, items]) => [
      group,
      round((total(items, 'present') + 5 * share) / (total(items, 'payslips') + 5), 6),
    ]),
    strength: round(strengthOf(shares, share), 4),
    ...(seasonal ? { months: months.map((value) => round(value, 6)) } : {}),
  };
}

/** Returns the share of each month's payslips that contain the line type. */
function monthShares(
  owners: ReadonlyMap<EmployeeHistory, readonly HistoryEntry[]>,
  histories: readonly EmployeeHistory[],
): number[] {
  const all = new Array<number>(12).fill(0);
  const present = new Array<number>(12).fill(0);
  for (const { views } of histories) for (const { month } of views) all[month] = (all[month] ?? 0) + 1;
  for (const entries of owners.values()) {
    for (const { month } of new Set(entries.map(({ view }) => view))) present[month] = (present[month] ?? 0) + 1;
  }
  return all.map((payslips, month) => ((present[month] ?? 0) + 0.1) / (payslips + 1));
}

/**
 * Estimates the strength of a beta prior: near 0 if each employee has the line always or never, large if employees are
 * similar.
 */
function strengthOf(shares: readonly { share: number; payslips: number }[], mean: number): number {
  const known = shares.filter(({ payslips }) => payslips >= 3);
  const chance = mean * (1 - mean);
  if (known.length < 3 || chance <= 0) return 0.5;
  const variance = sumValues(known.map(({ share }) => (share - mean) ** 2)) / known.length;
  const payslips = sumValues(known.map((item) => item.payslips)) / known.length;
  const alike = ((payslips * variance) / chance - 1) / Math.max(1, payslips - 1);
  return Math.min(20, Math.max(0.2, alike <= 0 ? 20 : (1 - alike) / alike));
}

/** Computes the probability of a line type: the employee's share, with the group's as a prior, by month if seasonal. */
export function computePresence(
  { share, groups, strength, months }: PreparedLineType['presence'],
  view: PayslipView,
  employee: Pick<EmployeeModel, 'weight' | 'months'> | undefined,
  own: Pick<EmployeeLineTypeModel, 'weight' | 'months'> | undefined,
): number {
  if (months !== undefined) {
    const payslips = employee?.months[view.month] ?? 0;
    return Math.min(1, ((own?.months[view.month] ?? 0) + (months[view.month] ?? 0)) / (payslips + 1));
  }
  const nearest = view.groups.map((group) => groups.get(group)).filter((value) => value !== undefined);
  // The most informative group is the one farthest from even odds.
  const prior = nearest.sort((a, b) => Math.abs(b - 0.5) - Math.abs(a - 0.5))[0] ?? share;
  return ((own?.weight ?? 0) + strength * prior) / ((employee?.weight ?? 0) + strength);
}
