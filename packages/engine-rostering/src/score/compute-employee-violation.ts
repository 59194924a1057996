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
import { costUnits, freeShift, type Roster, type RosteringInstance, unknownShift } from '../model/instance.js';
import { computeRest } from '../model/rest-between.js';
import { computePeriodicRestViolation } from './compute-periodic-rest-violation.js';
import { getShiftOn } from './shift-on.js';

/** An employee's breach of a constraint in 1/60 units. More work would fix the `shortage` part. */
interface Breach {
  amount: number;
  shortage: number;
}

const none: Breach = { amount: 0, shortage: 0 };
const of = (amount: number): Breach => (amount === 0 ? none : { amount, shortage: 0 });

/**
 * Computes the violation of a constraint by one of its employees. `distributionBreaches` computes periodDistribution.
 */
export function computeEmployeeViolation(
  instance: RosteringInstance,
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
      return of(computePeriodicRestViolation(instance, constraint, roster, employee));
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
  instance: RosteringInstance,
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
        const shift = on < 0 || on >= instance.days ? freeShift : (roster[employee * instance.days + on] ?? freeShift);
        return shift >= 0 && constraint.shifts[shift] === 1 && countsForDay(instance, constraint, shift, apart);
      });
      if (works !== constraint.isDesired) breach += costUnits;
    }
  }
  return breach;
}

function utilization(
  instance: RosteringInstance,
  constraint: UtilizationConstraint,
  roster: Roster,
  employee: number,
): Breach {
  const { minMinutes, maxMinutes, minShifts, maxShifts } = constraint;
  let over = 0;
  let under = 0;
  for (const { from, to, whole } of constraint.periods) {
    let minutes = 0;
    let shifts = 0;
    for (let day = from; day < to; day += 1) {
      const shift = roster[employee * instance.days + day] ?? freeShift;
      if (shift < 0 || constraint.shifts[shift] !== 1) continue;
      minutes += instance.shiftMinutes[shift] ?? 0;
      shifts += 1;
    }
    if (maxMinutes !== null) over += Math.max(0, minutes - maxMinutes);
    if (maxShifts !== null) over += Math.max(0, shifts - maxShifts) * costUnits;
    if (!whole) continue;
    if (minMinutes !== null) under += Math.max(0, minMinutes - minutes);
    if (minShifts !== null) under += Math.max(0, minShifts - shifts) * costUnits;
  }
  return over + under === 0 ? none : { amount: over + under, shortage: under };
}

function rest(instance: RosteringInstance, constraint: RestConstraint, roster: Roster, employee: number): number {
  let breach = 0;
  let before = freeShift;
  let beforeDay = 0;
  for (let day = -instance.historyDays; day < instance.days; day += 1) {
    const shift = getShiftOn(instance, roster, employee, day);
    if (shift < 0) continue;
    if (before >= 0 && day >= 0 && constraint.shifts[before] === 1) {
      const gap = computeRest(instance, before, shift, day - beforeDay);
      breach += Math.max(0, constraint.restMinutes - gap);
    }
    before = shift;
    beforeDay = day;
  }
  return breach;
}

function consecutive(
  instance: RosteringInstance,
  constraint: ConsecutiveConstraint,
  roster: Roster,
  employee: number,
): number {
  const { minDays, maxDays } = constraint;
  const works = (day: number): boolean => {
    const shift = getShiftOn(instance, roster, employee, day);
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
    if (maxDays !== null) breach += Math.max(0, length - maxDays) * costUnits;
    // A run at an edge may continue where nothing is known of the days.
    const open =
      day === instance.days || (first <= 0 && getShiftOn(instance, roster, employee, first - 1) === unknownShift);
    if (minDays !== null && !open) breach += Math.max(0, minDays - length) * costUnits;
  }
  return breach;
}

function pattern(instance: RosteringInstance, constraint: PatternConstraint, roster: Roster, employee: number): number {
  const { sequence, isDesired } = constraint;
  const first = sequence[0] ?? freeShift;
  let breach = 0;
  for (let start = 1 - sequence.length; start + sequence.length <= instance.days; start += 1) {
    let known = true;
    let follows = true;
    for (let at = 0; at < sequence.length && known; at += 1) {
      const shift = getShiftOn(instance, roster, employee, start + at);
      known = shift !== unknownShift;
      follows &&= shift === sequence[at];
    }
    if (!known) continue;
    if (!isDesired) {
      if (follows) breach += costUnits;
      continue;
    }
    const before = getShiftOn(instance, roster, employee, start - 1);
    const begins =
      before !== unknownShift && before !== first && getShiftOn(instance, roster, employee, start) === first;
    if (begins && !follows) breach += costUnits;
  }
  return breach;
}

function weekends(
  instance: RosteringInstance,
  constraint: WeekendConstraint,
  roster: Roster,
  employee: number,
): number {
  let breach = 0;
  for (const { from, to } of constraint.periods) {
    const worked = new Set<number>();
    for (let day = from; day < Math.min(to + 1, instance.days); day += 1) {
      const weekend = instance.weekend[day] ?? -1;
      // A weekend belongs to the period of its first day: a Sunday that begins the period goes with the Saturday before.
      const begun = day > 0 && instance.weekend[day - 1] === weekend;
      if (weekend < 0 || (begun ? day - 1 < from : day >= to)) continue;
      const shift = roster[employee * instance.days + day] ?? freeShift;
      if (shift >= 0 && constraint.shifts[shift] === 1) worked.add(weekend);
    }
    breach += Math.max(0, worked.size - constraint.maxWorkedWeekends) * costUnits;
  }
  return breach;
}
