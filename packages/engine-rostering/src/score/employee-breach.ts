import { countsForDay } from '../model/allowed-mask.js';
import type {
  AvailabilityConstraint,
  ConsecutiveConstraint,
  Constraint,
  DistributionConstraint,
  PatternConstraint,
  RestConstraint,
  UtilizationConstraint,
  WeekendConstraint,
} from '../model/constraint.js';
import { FREE, type Instance, type Roster, UNITS, UNKNOWN } from '../model/instance.js';
import { restBetween } from '../model/rest-between.js';
import { periodicRestBreach } from './periodic-rest-breach.js';
import { shiftOn } from './shift-on.js';

/** An employee's breach of a constraint in 1/60 units. More work would fix the `shortage` part. */
interface Breach {
  amount: number;
  shortage: number;
}

const none: Breach = { amount: 0, shortage: 0 };
const of = (amount: number): Breach => (amount === 0 ? none : { amount, shortage: 0 });

/** The breach of one constraint by one of its employees. `distributionBreaches` computes periodDistribution. */
export function employeeBreach(
  instance: Instance,
  constraint: Exclude<Constraint, DistributionConstraint>,
  roster: Roster,
  employee: number,
): Breach {
  switch (constraint.family) {
    case 'employeeAvailability':
      return of(availability(instance, constraint, roster, employee));
    case 'employeeUtilization':
      return utilization(instance, constraint, roster, employee);
    case 'periodicRest':
      return of(periodicRestBreach(instance, constraint, roster, employee));
    case 'restBetweenShifts':
      return of(rest(instance, constraint, roster, employee));
    case 'consecutiveWorkdays':
      return of(consecutive(instance, constraint, roster, employee));
    case 'pattern':
      return of(pattern(instance, constraint, roster, employee));
    case 'weekendDistribution':
      return of(weekends(instance, constraint, roster, employee));
  }
}

function availability(
  instance: Instance,
  constraint: AvailabilityConstraint,
  roster: Roster,
  employee: number,
): number {
  const reach = constraint.window === null ? [0] : instance.offsets;
  let breach = 0;
  for (const { from, to } of constraint.periods) {
    for (let day = from; day < to; day += 1) {
      const works = reach.some((apart) => {
        const on = day - apart;
        const shift = on < 0 || on >= instance.days ? FREE : (roster[employee * instance.days + on] ?? FREE);
        return shift >= 0 && constraint.shifts[shift] === 1 && countsForDay(instance, constraint, shift, apart);
      });
      if (works !== constraint.isDesired) breach += UNITS;
    }
  }
  return breach;
}

function utilization(instance: Instance, constraint: UtilizationConstraint, roster: Roster, employee: number): Breach {
  const { minMinutes, maxMinutes, minShifts, maxShifts } = constraint;
  let over = 0;
  let under = 0;
  for (const { from, to, whole } of constraint.periods) {
    let minutes = 0;
    let shifts = 0;
    for (let day = from; day < to; day += 1) {
      const shift = roster[employee * instance.days + day] ?? FREE;
      if (shift < 0 || constraint.shifts[shift] !== 1) continue;
      minutes += instance.shiftMinutes[shift] ?? 0;
      shifts += 1;
    }
    if (maxMinutes !== null) over += Math.max(0, minutes - maxMinutes);
    if (maxShifts !== null) over += Math.max(0, shifts - maxShifts) * UNITS;
    if (!whole) continue;
    if (minMinutes !== null) under += Math.max(0, minMinutes - minutes);
    if (minShifts !== null) under += Math.max(0, minShifts - shifts) * UNITS;
  }
  return over + under === 0 ? none : { amount: over + under, shortage: under };
}

function rest(instance: Instance, constraint: RestConstraint, roster: Roster, employee: number): number {
  let breach = 0;
  let before = FREE;
  let beforeDay = 0;
  for (let day = -instance.historyDays; day < instance.days; day += 1) {
    const shift = shiftOn(instance, roster, employee, day);
    if (shift < 0) continue;
    if (before >= 0 && day >= 0 && constraint.shifts[before] === 1) {
      const gap = restBetween(instance, before, shift, day - beforeDay);
      breach += Math.max(0, constraint.restMinutes - gap);
    }
    before = shift;
    beforeDay = day;
  }
  return breach;
}

function consecutive(instance: Instance, constraint: ConsecutiveConstraint, roster: Roster, employee: number): number {
  const { minDays, maxDays } = constraint;
  const works = (day: number): boolean => {
    const shift = shiftOn(instance, roster, employee, day);
    return shift >= 0 && constraint.shifts[shift] === 1;
  };
  let breach = 0;
  let day = 0;
  while (day < instance.days) {
    if (!works(day)) {
      day += 1;
      continue;
    }
    let first = day;
    if (day === 0) while (works(first - 1)) first -= 1;
    while (day < instance.days && works(day)) day += 1;
    const length = day - first;
    if (maxDays !== null) breach += Math.max(0, length - maxDays) * UNITS;
    // A run at an edge may continue where nothing is known of the days.
    const open = day === instance.days || (first <= 0 && shiftOn(instance, roster, employee, first - 1) === UNKNOWN);
    if (minDays !== null && !open) breach += Math.max(0, minDays - length) * UNITS;
  }
  return breach;
}

function pattern(instance: Instance, constraint: PatternConstraint, roster: Roster, employee: number): number {
  const { sequence, isDesired } = constraint;
  const first = sequence[0] ?? FREE;
  let breach = 0;
  for (let start = 1 - sequence.length; start + sequence.length <= instance.days; start += 1) {
    let known = true;
    let follows = true;
    for (let at = 0; at < sequence.length && known; at += 1) {
      const shift = shiftOn(instance, roster, employee, start + at);
      known = shift !== UNKNOWN;
      follows &&= shift === sequence[at];
    }
    if (!known) continue;
    if (!isDesired) {
      if (follows) breach += UNITS;
      continue;
    }
    const before = shiftOn(instance, roster, employee, start - 1);
    const begins = before !== UNKNOWN && before !== first && shiftOn(instance, roster, employee, start) === first;
    if (begins && !follows) breach += UNITS;
  }
  return breach;
}

function weekends(instance: Instance, constraint: WeekendConstraint, roster: Roster, employee: number): number {
  let breach = 0;
  for (const { from, to } of constraint.periods) {
    const worked = new Set<number>();
    for (let day = from; day < Math.min(to + 1, instance.days); day += 1) {
      const weekend = instance.weekend[day] ?? -1;
      // A weekend belongs to the period of its first day: a Sunday that begins the period goes with the Saturday before.
      const begun = day > 0 && instance.weekend[day - 1] === weekend;
      if (weekend < 0 || (begun ? day - 1 < from : day >= to)) continue;
      const shift = roster[employee * instance.days + day] ?? FREE;
      if (shift >= 0 && constraint.shifts[shift] === 1) worked.add(weekend);
    }
    breach += Math.max(0, worked.size - constraint.maxWorkedWeekends) * UNITS;
  }
  return breach;
}
