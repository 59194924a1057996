import type { Constraint } from '../model/constraint.js';
import { freeShift, type RosteringInstance } from '../model/instance.js';
import type { LaborSupply } from './supply.js';

/** Upper bound of the days in [from, to) that the employee can work, by each strict rule. Locked days always count. */
export function countWorkableDays(supply: LaborSupply, employee: number, from: number, to: number): number {
  const { instance } = supply;
  const open: boolean[] = [];
  let locked = 0;
  for (let day = from; day < to; day += 1) {
    open.push(canWorkOn(supply, employee, day));
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

function canWorkOn(supply: LaborSupply, employee: number, day: number): boolean {
  const { shifts } = supply.instance;
  for (let at = day * shifts; at < (day + 1) * shifts; at += 1) if (supply.canWork(employee, at)) return true;
  return false;
}

/** Returns the minutes of the shortest shift the employee could take on these days. */
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
  const count = (first: number, last: number): number =>
    open.slice(Math.max(first, from) - from, Math.max(0, Math.min(last, to) - from)).filter(Boolean).length;
  /** Days outside the periods are not limited; within each, at most `limit` of the open ones. */
  const perPeriod = (periods: readonly { from: number; to: number }[], limit: (days: number) => number): number => {
    // Periods that overlap would count days twice: then none is used.
    const sorted = [...periods].sort((a, b) => a.from - b.from);
    if (sorted.some((period, index) => index > 0 && period.from < (sorted[index - 1]?.to ?? 0))) return open.length;
    let total = count(from, to);
    for (const period of sorted) {
      const days = count(period.from, period.to);
      total -= days - Math.min(days, limit(period.to - period.from));
    }
    return total;
  };
  switch (constraint.family) {
    case 'employeeUtilization': {
      const byMinutes =
        constraint.maxMinutes === null || shortest === 0
          ? Number.POSITIVE_INFINITY
          : Math.floor(constraint.maxMinutes / shortest);
      const limit = Math.min(byMinutes, constraint.maxShifts ?? Number.POSITIVE_INFINITY);
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
      const weekendDays = open.map((is, index) => is && (instance.weekend[from + index] ?? -1) >= 0);
      if (constraint.periods.length !== 1) return open.length;
      const [period] = constraint.periods;
      if (period === undefined || period.from > from || period.to < to) return open.length;
      const weekends = weekendDays.filter(Boolean).length;
      return count(from, to) - weekends + Math.min(weekends, constraint.maxWorkedWeekends * 2);
    }
    default:
      return open.length;
  }
}

/** Open days that can be worked with at most `most` in a row. */
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

/** Whole days that must stay free for a rest of that many minutes, at best. */
function freeDaysFor({ shiftEnd, shiftStart }: RosteringInstance, restMinutes: number): number {
  const latestStart = Math.max(...shiftStart);
  const earliestEnd = Math.min(...shiftEnd);
  const best = Math.max(1440 + latestStart - earliestEnd, latestStart, 1440 - earliestEnd);
  return restMinutes <= best ? 0 : Math.ceil((restMinutes - best) / 1440);
}

/** Returns the least distance in days that two assignments with the rest between them can have. */
function daysApart({ shiftEnd, shiftStart }: RosteringInstance, restMinutes: number): number {
  const gapOfDay = Math.max(...shiftStart) - Math.min(...shiftEnd);
  return Math.max(1, Math.ceil((restMinutes - gapOfDay) / 1440));
}
