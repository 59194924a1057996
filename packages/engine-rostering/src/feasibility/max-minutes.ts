import { freeShift, type RosteringInstance } from '../model/instance.js';
import type { LaborSupply } from './supply.js';
import { countWorkableDays } from './work-limits.js';

/**
 * Computes an upper bound of the employee's minutes from day `from` on. `ratio` is the maximum weight of a minute of
 * work.
 */
export function computeMaxMinutes(
  supply: LaborSupply,
  employee: number,
  from: number,
  best: Int32Array,
  ratio: number,
): number {
  const { instance } = supply;
  const { constraints, constraintsOf } = instance;
  const to = from + best.length;
  const days = countWorkableDays(supply, employee, from, to);
  let most = sum([...best].sort((a, b) => b - a).slice(0, days));
  for (const index of constraintsOf[employee] ?? []) {
    const constraint = constraints[index];
    if (constraint?.family !== 'employeeUtilization' || !constraint.strict) continue;
    const { maxMinutes, periods } = constraint;
    if (maxMinutes === null || constraint.shifts.includes(0)) continue;
    const limitOf = (period: { from: number; to: number }): number =>
      Math.max(maxMinutes, lockedMinutes(instance, employee, period.from, period.to)) * ratio;
    most = Math.min(most, sumOfPeriods(best, periods, from, to, limitOf));
  }
  return most;
}

function sumOfPeriods(
  best: Int32Array,
  periods: readonly { from: number; to: number }[],
  from: number,
  to: number,
  limitOf: (period: { from: number; to: number }) => number,
): number {
  const sorted = [...periods].sort((a, b) => a.from - b.from);
  if (sorted.some((period, index) => index > 0 && period.from < (sorted[index - 1]?.to ?? 0))) return sum(best);
  let total = sum(best);
  for (const period of sorted) {
    const within = sum(best.slice(Math.max(0, period.from - from), Math.max(0, Math.min(period.to, to) - from)));
    total -= within - Math.min(within, limitOf(period));
  }
  return total;
}

function lockedMinutes(
  { days, locked, shiftMinutes }: RosteringInstance,
  employee: number,
  from: number,
  to: number,
): number {
  let minutes = 0;
  for (let day = from; day < to; day += 1) {
    const shift = locked[employee * days + day] ?? freeShift;
    if (shift >= 0) minutes += shiftMinutes[shift] ?? 0;
  }
  return minutes;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
