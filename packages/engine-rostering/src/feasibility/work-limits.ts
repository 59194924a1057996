import type { Constraint } from '../model/constraint.js';
import { freeShift, type RosteringInstance } from '../model/instance.js';
import type { LaborSupply } from './supply.js';

/**
 * Computes an upper bound of the days in [from, to) that the employee can work, by each strict rule. Locked days always
 * count.
 */
export function countWorkableDays(supply: LaborSupply, employee: number, from: number, to: number): number {
  const { instance } = supply;
  const open: boolean[] = [];
  let locked = 0;
  for (let day = from; day < to; day += 1) {
    open.push(supply.canWorkOn(employee, day));
    if ((instance.locked[employee * instance.days + day] ?? freeShift) !== freeShift) locked += 1;
  }
  supply.budget.spend(2 * (to - from) * instance.shifts);
  let most = open.filter(Boolean).length;
  const shortest = shortestShift(supply, employee, from, to);
  for (const index of instance.constraintsOf[employee] ?? []) {
    const constraint = instance.constraints[index];
    if (constraint?.strict !== true || instance.shifts === 0 || constraint.shifts.includes(0)) continue;
    most = Math.min(most, bound(instance, constraint, open, from, to, shortest));
  }
  return Math.max(most, locked);
}

/** Returns the minutes of the shortest shift that the employee can work on these days. */
function shortestShift({ canWork, instance }: LaborSupply, employee: number, from: number, to: number): number {
  const { shiftMinutes, shifts } = instance;
  let shortest = Number.POSITIVE_INFINITY;
  for (let at = from * shifts; at < to * shifts; at += 1) {
    if (canWork(employee, at)) shortest = Math.min(shortest, shiftMinutes[at % shifts] ?? 0);
  }
  return shortest;
}

function bound(
  instance: RosteringInstance,
  constraint: Constraint,
  open: boolean[],
  from: number,
  to: number,
  shortest: number,
): number {
  const count = (period: Period): number => clip(open, from, period).filter(Boolean).length;
  const perPeriod = (periods: readonly Period[], limit: (days: number) => number): number =>
    limitPerPeriod(count({ from, to }), periods, count, (period) => limit(period.to - period.from));
  switch (constraint.family) {
    case 'employeeUtilization': {
      const { maxMinutes, maxShifts } = constraint;
      const byMinutes = maxMinutes === null || shortest === 0 ? Infinity : Math.floor(maxMinutes / shortest);
      const limit = Math.min(byMinutes, maxShifts ?? Infinity);
      return perPeriod(constraint.periods, () => limit);
    }
    case 'consecutiveWorkdays':
      return constraint.maxDays === null ? open.length : withRuns(open, constraint.maxDays);
    case 'periodicRest': {
      const free = freeDaysFor(instance, constraint.restMinutes);
      return perPeriod(
        constraint.periods.filter(({ whole }) => whole),
        (days) => days - free,
      );
    }
    case 'restBetweenShifts':
      return Math.ceil(open.length / daysApart(instance, constraint.restMinutes));
    case 'weekendDistribution': {
      const [period, second] = constraint.periods;
      if (period === undefined || second !== undefined || period.from > from || period.to < to) return open.length;
      const weekends = open.filter((is, index) => is && (instance.weekend[from + index] ?? -1) >= 0).length;
      return count({ from, to }) - weekends + Math.min(weekends, constraint.maxWorkedWeekends * 2);
    }
    default:
      return open.length;
  }
}

interface Period {
  readonly from: number;
  readonly to: number;
}

/** Returns the part of a list of days within the period. The list starts on day `from`. */
function clip<List extends { slice(from: number, to: number): List }>(days: List, from: number, period: Period): List {
  return days.slice(Math.max(0, period.from - from), Math.max(0, period.to - from));
}

/** Computes the total if each period counts at most its limit. Days outside the periods are not limited. */
function limitPerPeriod(
  total: number,
  periods: readonly Period[],
  within: (period: Period) => number,
  limitOf: (period: Period) => number,
): number {
  // Overlapping periods would count days twice, so in that case none is used.
  const sorted = [...periods].sort((a, b) => a.from - b.from);
  if (sorted.some((period, index) => index > 0 && period.from < (sorted[index - 1]?.to ?? 0))) return total;
  return sorted.reduce((rest, period) => rest - Math.max(0, within(period) - limitOf(period)), total);
}

/** Computes how many open days can be worked if no more than `most` are in a row. */
function withRuns(open: readonly boolean[], most: number): number {
  let total = 0;
  let run = 0;
  for (const is of [...open, false]) {
    if (is) run += 1;
    else {
      total += run - Math.floor(run / (most + 1));
      run = 0;
    }
  }
  return total;
}

/** Returns the minimum number of whole free days for a rest of that many minutes. */
function freeDaysFor({ shiftEnd, shiftStart }: RosteringInstance, restMinutes: number): number {
  const latestStart = Math.max(...shiftStart);
  const earliestEnd = Math.min(...shiftEnd);
  const best = Math.max(1440 + latestStart - earliestEnd, latestStart, 1440 - earliestEnd);
  return restMinutes <= best ? 0 : Math.ceil((restMinutes - best) / 1440);
}

/** Returns the minimum number of days between two assignments with this rest between them. */
function daysApart({ shiftEnd, shiftStart }: RosteringInstance, restMinutes: number): number {
  const gapOfDay = Math.max(...shiftStart) - Math.min(...shiftEnd);
  return Math.max(1, Math.ceil((restMinutes - gapOfDay) / 1440));
}

/**
 * Computes an upper bound of the employee's minutes, starting on day `from`. `ratio` is the maximum weight of a minute
 * of work.
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
    const limitOf = (period: Period): number =>
      Math.max(maxMinutes, lockedMinutes(instance, employee, period.from, period.to)) * ratio;
    most = Math.min(
      most,
      limitPerPeriod(sum(best), periods, (period) => sum(clip(best, from, period)), limitOf),
    );
  }
  return most;
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
