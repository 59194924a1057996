import { computeRest, countsForDay } from './allowed-mask.js';
import type { Constraint, ConstraintPeriod, DistributionConstraint } from './constraint.js';
import {
  costUnits,
  freeShift,
  listWeekends,
  type RosteringInstance,
  type RowJudge,
  type RowJudgement,
  unknownShift,
} from './instance.js';

export type RowConstraint = Exclude<Constraint, DistributionConstraint>;

type Shape = Pick<
  RosteringInstance,
  | 'days'
  | 'historyDays'
  | 'job'
  | 'offsets'
  | 'overlap'
  | 'reach'
  | 'shiftEnd'
  | 'shiftMinutes'
  | 'shifts'
  | 'shiftStart'
  | 'weekend'
>;

type Creators = {
  readonly [Family in RowConstraint['family']]: (
    constraint: Extract<RowConstraint, { family: Family }>,
    shape: Shape,
  ) => RowJudge | RowJudgement[];
};

/** Number of entries, for FREE and UNKNOWN, before the shifts in a table by cell. */
const beforeShifts = 2;

/** Creates a table with a value for each cell, at `cell + beforeShifts`; 0 for FREE and UNKNOWN. */
function tableOf(shifts: number, value: (shift: number) => number): Float64Array {
  return Float64Array.from({ length: shifts + beforeShifts }, (_, at) =>
    at < beforeShifts ? 0 : value(at - beforeShifts),
  );
}

const lookUp = (table: Float64Array, cell: number | undefined): number =>
  table[(cell as number) + beforeShifts] as number;

const creators: Creators = {
  employeeAvailability: (constraint, shape) => {
    const { days, historyDays, offsets, shifts } = shape;
    const { isDesired, periods, window } = constraint;
    const parts = (window === null ? [0] : offsets).map((apart) => ({
      apart,
      counts: tableOf(shifts, (shift) =>
        Number(constraint.shifts[shift] === 1 && countsForDay(shape, constraint, shift, apart)),
      ),
    }));
    const wanted = Number(isDesired);
    return (grid, first) => {
      let breach = 0;
      for (const { from, to } of periods) {
        for (let day = from; day < to; day += 1) {
          let works = 0;
          for (const { apart, counts } of parts) {
            const on = day - apart;
            if (on >= 0 && on < days && lookUp(counts, grid[first + historyDays + on]) === 1) works = 1;
          }
          if (works !== wanted) breach += costUnits;
        }
      }
      return breach;
    };
  },

  employeeUtilization: (constraint, { days, historyDays, shiftMinutes, shifts }) => {
    const { maxMinutes, maxShifts, minMinutes, minShifts, periods } = constraint;
    const minutes = tableOf(shifts, (shift) => (constraint.shifts[shift] === 1 ? (shiftMinutes[shift] ?? 0) : 0));
    const ones = tableOf(shifts, (shift) => constraint.shifts[shift] ?? 0);
    const limit = (amounts: Float64Array, unit: number, bound: number | null, isShortage: boolean): RowJudgement[] => {
      const sign = isShortage ? -1 : 1;
      const counted = periods.filter(({ whole }) => whole || !isShortage);
      const judge: RowJudge = (grid, first) => {
        let breach = 0;
        for (const { from, to } of counted) {
          let sum = 0;
          const end = first + historyDays + to;
          for (let at = first + historyDays + from; at < end; at += 1) sum += lookUp(amounts, grid[at]);
          breach += Math.max(0, sign * (sum - (bound ?? 0))) * unit;
        }
        return breach;
      };
      return bound === null ? [] : [{ judge, isShortage, days }];
    };
    return [
      ...limit(minutes, 1, maxMinutes, false),
      ...limit(ones, costUnits, maxShifts, false),
      ...limit(minutes, 1, minMinutes, true),
      ...limit(ones, costUnits, minShifts, true),
    ];
  },

  periodicRest: ({ periods, restMinutes, shifts }, { days, historyDays, job, offsets }) => {
    const counted = periods.filter(({ whole }) => whole);
    return (grid, first) => {
      let breach = 0;
      for (const { from, to } of counted) {
        const work: { start: number; end: number }[] = [];
        const begin = Math.max(-historyDays, from - (offsets.at(-1) ?? 0) - 1);
        for (let day = begin; day < Math.min(days, to - (offsets[0] ?? 0)); day += 1) {
          const shift = grid[first + historyDays + day] as number;
          if (shift < 0 || shifts[shift] !== 1) continue;
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
    };
  },

  restBetweenShifts: ({ restMinutes, shifts }, shape) => {
    const { days, historyDays } = shape;
    return (grid, first) => {
      const begin = first + historyDays;
      let breach = 0;
      let last = -1;
      for (let at = first; at < begin + days; at += 1) {
        const shift = grid[at] as number;
        if (shift < 0) continue;
        const before = grid[last] as number;
        if (last >= 0 && at >= begin && shifts[before] === 1) {
          breach += Math.max(0, restMinutes - computeRest(shape, before, shift, at - last));
        }
        last = at;
      }
      return breach;
    };
  },

  consecutiveWorkdays: ({ minDays, maxDays, shifts: own }, { days, historyDays, shifts }) => {
    const works = tableOf(shifts, (shift) => own[shift] ?? 0);
    return (grid, first) => {
      const begin = first + historyDays;
      const end = begin + days;
      let breach = 0;
      let at = begin;
      while (at < end) {
        if (lookUp(works, grid[at]) === 0) {
          at += 1;
          continue;
        }
        let start = at;
        if (at === begin) while (start > first && lookUp(works, grid[start - 1]) === 1) start -= 1;
        while (at < end && lookUp(works, grid[at]) === 1) at += 1;
        const length = at - start;
        if (maxDays !== null) breach += Math.max(0, length - maxDays) * costUnits;
        // A run at an edge can continue on days about which nothing is known.
        const open = at === end || (start <= begin && (start === first || grid[start - 1] === unknownShift));
        if (minDays !== null && !open) breach += Math.max(0, minDays - length) * costUnits;
      }
      return breach;
    };
  },

  pattern: ({ sequence, isDesired }, { days, historyDays }) => {
    const { length } = sequence;
    const [begins] = sequence;
    return (grid, first) => {
      let breach = 0;
      for (let start = Math.max(-historyDays, 1 - length); start + length <= days; start += 1) {
        const at = first + historyDays + start;
        if (grid[at] === unknownShift) continue;
        let same = 0;
        while (same < length && grid[at + same] === sequence[same]) same += 1;
        if (!isDesired) breach += same === length ? costUnits : 0;
        else if (same > 0 && same < length && start > -historyDays) {
          const before = grid[at - 1];
          if (before !== unknownShift && before !== begins) breach += costUnits;
        }
      }
      return breach;
    };
  },

  weekendDistribution: ({ periods, shifts: own, maxWorkedWeekends }, shape) => {
    const works = tableOf(shape.shifts, (shift) => own[shift] ?? 0);
    const weekends = periods.map((period) => listWeekends(shape, period));
    const judge: RowJudge = (grid, first) => {
      let breach = 0;
      for (const ofPeriod of weekends) {
        let worked = 0;
        for (const days of ofPeriod) {
          for (const day of days) {
            if (lookUp(works, grid[first + shape.historyDays + day]) === 0) continue;
            worked += 1;
            break;
          }
        }
        breach += Math.max(0, worked - maxWorkedWeekends) * costUnits;
      }
      return breach;
    };
    return [{ judge, isShortage: false, days: Math.ceil(shape.days / 3) }];
  },
};

/** Creates the judges of a constraint for one employee at a time. */
export function createRowJudges(shape: Shape, constraint: RowConstraint): readonly RowJudgement[] {
  const create: (constraint: never, shape: Shape) => RowJudge | RowJudgement[] = creators[constraint.family];
  const created = create(constraint as never, shape);
  if (typeof created !== 'function') return created;
  const days = 'periods' in constraint ? countDays(constraint.periods) : shape.days;
  return [{ judge: created, isShortage: false, days }];
}

const countDays = (periods: readonly ConstraintPeriod[]): number =>
  periods.reduce((sum, { from, to }) => sum + to - from, 0);

/** Creates the judge of an employee's overlapping assignments, of which the later one is within the horizon. */
export function judgeConcurrentShifts({ days, historyDays, overlap, reach, shifts }: Shape): RowJudge {
  return (grid, first) => {
    let pairs = 0;
    for (let at = first + historyDays; at < first + historyDays + days; at += 1) {
      const later = grid[at] as number;
      if (later < 0) continue;
      for (let apart = 1; apart <= reach && at - apart >= first; apart += 1) {
        const earlier = grid[at - apart] as number;
        if (earlier >= 0) pairs += overlap[((apart - 1) * shifts + earlier) * shifts + later] as number;
      }
    }
    return pairs * costUnits;
  };
}

/** Creates the grid of a roster: each row starts with the days of the employee's history. */
export function createGrid(
  { days, employees, history, historyDays }: Pick<RosteringInstance, 'days' | 'employees' | 'history' | 'historyDays'>,
  roster: Int16Array,
): Int16Array {
  const grid = new Int16Array(employees * (historyDays + days)).fill(freeShift);
  for (let employee = 0; employee < employees; employee += 1) {
    const first = employee * (historyDays + days);
    grid.set(history.subarray(employee * historyDays, (employee + 1) * historyDays), first);
    grid.set(roster.subarray(employee * days, (employee + 1) * days), first + historyDays);
  }
  return grid;
}
