import { computeRest, countsForDay } from '../model/allowed-mask.js';
import type { Constraint, DistributionConstraint } from '../model/constraint.js';
import {
  costUnits,
  freeShift,
  listWeekends,
  type Roster,
  type RosteringInstance,
  unknownShift,
} from '../model/instance.js';

/** An employee's breach of a constraint in 1/60 units. More work would fix the `shortage` part. */
interface Breach {
  amount: number;
  shortage: number;
}

export type EmployeeConstraint = Exclude<Constraint, DistributionConstraint>;

/** The employee's shift on a day of the horizon or the history, FREE, or UNKNOWN outside both. */
type ShiftOn = (day: number) => number;

function createShiftOn({ days, historyDays, history }: RosteringInstance, roster: Roster, employee: number): ShiftOn {
  return (day) => {
    if (day >= days || day < -historyDays) return unknownShift;
    if (day < 0) return history[employee * historyDays + historyDays + day] ?? unknownShift;
    return roster[employee * days + day] ?? freeShift;
  };
}

/** Computes the violation of a constraint by one of its employees. */
export function computeEmployeeViolation(
  instance: RosteringInstance,
  constraint: EmployeeConstraint,
  roster: Roster,
  employee: number,
): Breach {
  const judge: (constraint: never, shiftOn: ShiftOn, instance: RosteringInstance) => number | Breach =
    judges[constraint.family];
  const breach = judge(constraint as never, createShiftOn(instance, roster, employee), instance);
  return typeof breach === 'number' ? { amount: breach, shortage: 0 } : breach;
}

type Judges = {
  readonly [Family in EmployeeConstraint['family']]: (
    constraint: Extract<EmployeeConstraint, { family: Family }>,
    shiftOn: ShiftOn,
    instance: RosteringInstance,
  ) => number | Breach;
};

const judges: Judges = {
  employeeAvailability: (constraint, shiftOn, instance) => {
    const reach = constraint.window === null ? [0] : instance.offsets;
    let breach = 0;
    for (const { from, to } of constraint.periods) {
      for (let day = from; day < to; day += 1) {
        const works = reach.some((apart) => {
          const shift = day - apart < 0 ? freeShift : shiftOn(day - apart);
          return constraint.shifts[shift] === 1 && countsForDay(instance, constraint, shift, apart);
        });
        if (works !== constraint.isDesired) breach += costUnits;
      }
    }
    return breach;
  },

  employeeUtilization: (constraint, shiftOn, instance) => {
    const { minMinutes, maxMinutes, minShifts, maxShifts } = constraint;
    let over = 0;
    let under = 0;
    for (const { from, to, whole } of constraint.periods) {
      let minutes = 0;
      let shifts = 0;
      for (let day = from; day < to; day += 1) {
        const shift = shiftOn(day);
        if (constraint.shifts[shift] !== 1) continue;
        minutes += instance.shiftMinutes[shift] ?? 0;
        shifts += 1;
      }
      if (maxMinutes !== null) over += Math.max(0, minutes - maxMinutes);
      if (maxShifts !== null) over += Math.max(0, shifts - maxShifts) * costUnits;
      if (!whole) continue;
      if (minMinutes !== null) under += Math.max(0, minMinutes - minutes);
      if (minShifts !== null) under += Math.max(0, minShifts - shifts) * costUnits;
    }
    return { amount: over + under, shortage: under };
  },

  periodicRest: ({ periods, restMinutes, shifts }, shiftOn, { offsets, job }) => {
    let breach = 0;
    for (const { from, to, whole } of periods) {
      if (!whole) continue;
      const work: { start: number; end: number }[] = [];
      for (let day = from - (offsets.at(-1) ?? 0) - 1; day < to - (offsets[0] ?? 0); day += 1) {
        const shift = shiftOn(day);
        if (shifts[shift] !== 1) continue;
        for (const { start, end } of job.shifts[shift]?.intervals ?? []) {
          work.push({ start: start + day * 1440, end: end + day * 1440 });
        }
      }
      work.sort((a, b) => a.start - b.start);
      let free = from * 1440;
      let longest = 0;
      for (const { start, end } of work) {
        longest = Math.max(longest, Math.min(start, to * 1440) - free);
        free = Math.max(free, end);
      }
      breach += Math.max(0, restMinutes - Math.max(longest, to * 1440 - free));
    }
    return breach;
  },

  restBetweenShifts: ({ restMinutes, shifts }, shiftOn, instance) => {
    let breach = 0;
    let before = freeShift;
    let beforeDay = 0;
    for (let day = -instance.historyDays; day < instance.days; day += 1) {
      const shift = shiftOn(day);
      if (shift < 0) continue;
      if (day >= 0 && shifts[before] === 1) {
        breach += Math.max(0, restMinutes - computeRest(instance, before, shift, day - beforeDay));
      }
      before = shift;
      beforeDay = day;
    }
    return breach;
  },

  consecutiveWorkdays: ({ minDays, maxDays, shifts }, shiftOn, { days }) => {
    const works = (day: number): boolean => shifts[shiftOn(day)] === 1;
    let breach = 0;
    let day = 0;
    while (day < days) {
      if (!works(day)) {
        day += 1;
        continue;
      }
      let first = day;
      if (day === 0) while (works(first - 1)) first -= 1;
      while (day < days && works(day)) day += 1;
      const length = day - first;
      if (maxDays !== null) breach += Math.max(0, length - maxDays) * costUnits;
      // A run at an edge may continue where nothing is known of the days.
      const open = day === days || (first <= 0 && shiftOn(first - 1) === unknownShift);
      if (minDays !== null && !open) breach += Math.max(0, minDays - length) * costUnits;
    }
    return breach;
  },

  pattern: ({ sequence, isDesired }, shiftOn, { days }) => {
    const [first] = sequence;
    let breach = 0;
    for (let start = 1 - sequence.length; start + sequence.length <= days; start += 1) {
      const held = sequence.map((_, at) => shiftOn(start + at));
      if (held.includes(unknownShift)) continue;
      const follows = sequence.every((shift, at) => shift === held[at]);
      if (!isDesired) {
        if (follows) breach += costUnits;
        continue;
      }
      const before = shiftOn(start - 1);
      const begins = before !== unknownShift && before !== first && held[0] === first;
      if (begins && !follows) breach += costUnits;
    }
    return breach;
  },

  weekendDistribution: ({ periods, shifts, maxWorkedWeekends }, shiftOn, instance) => {
    let breach = 0;
    for (const period of periods) {
      const worked = listWeekends(instance, period).filter((days) => days.some((day) => shifts[shiftOn(day)] === 1));
      breach += Math.max(0, worked.length - maxWorkedWeekends) * costUnits;
    }
    return breach;
  },
};

/** Counts the pairs of an employee's assignments that overlap. The later one is in the horizon. */
export function countConcurrentShifts(instance: RosteringInstance, roster: Roster, employee: number): number {
  const { days, overlap, reach, shifts } = instance;
  const shiftOn = createShiftOn(instance, roster, employee);
  let pairs = 0;
  for (let day = 0; day < days; day += 1) {
    const later = shiftOn(day);
    if (later < 0) continue;
    for (let apart = 1; apart <= reach; apart += 1) {
      const earlier = shiftOn(day - apart);
      if (earlier >= 0) pairs += overlap[((apart - 1) * shifts + earlier) * shifts + later] ?? 0;
    }
  }
  return pairs;
}

/** Computes the distance of each of the constraint's employees to floor(mean)..ceil(mean), per period. */
export function findDistributionViolations(
  { days, shiftMinutes }: RosteringInstance,
  { employees, shifts, periods, target }: DistributionConstraint,
  roster: Roster,
): Float64Array {
  const breaches = new Float64Array(employees.length);
  const unit = target === 'HOURS' ? 1 : costUnits;
  for (const { from, to } of periods) {
    const sums = employees.map((employee) => {
      let sum = 0;
      for (const shift of roster.subarray(employee * days + from, employee * days + to)) {
        if (shifts[shift] === 1) sum += target === 'HOURS' ? (shiftMinutes[shift] ?? 0) : 1;
      }
      return sum;
    });
    const mean = sums.reduce((total, sum) => total + sum, 0) / Math.max(1, sums.length);
    sums.forEach((sum, index) => {
      const away = Math.max(0, sum - Math.ceil(mean), Math.floor(mean) - sum);
      breaches[index] = (breaches[index] ?? 0) + away * unit;
    });
  }
  return breaches;
}
