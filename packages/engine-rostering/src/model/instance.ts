import type { Constraint } from './constraint.js';
import type { RosteringJob } from './job.js';

/** The shift index of a day without a shift. */
export const freeShift = -1;
/** The shift index of a day before the horizon whose work is unknown. */
export const unknownShift = -2;
/** Costs and violations are in units of 1/60: an employee, day or shift counts 60, and a minute of work counts 1. */
export const costUnits = 60;

/** The roster: shift index per employee and day, row by row, `roster[employee * days + day]`, or FREE. */
export type Roster = Int16Array;

/** The demand cells, one for each slot or shift and day with demand, as a structure of arrays. */
export interface RosterCells {
  readonly count: number;
  readonly day: Int32Array;
  /** Index into `job.timeSlots` (TIME_DEMAND) or `job.shifts` (SHIFT_DEMAND). */
  readonly target: Int32Array;
  /** Minutes from midnight of day 0. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** Working minutes of one employee in the cell: the slot's length, or the shift's without breaks. */
  readonly minutes: Int32Array;
  readonly min: Int32Array;
  readonly ideal: Int32Array;
  readonly max: Int32Array;
  readonly priority: Int32Array;
  /** Employees that count in the cell in addition to the roster (second locked shift of a day); usually all 0. */
  readonly base: Int32Array;
  readonly requirementFrom: Int32Array;
  /** How many of the cell's employees must match. */
  readonly requirementMin: Int32Array;
  /** Index of the competency: `competent[competency * employees + employee]` is 1 for those who match. */
  readonly requirementCompetency: Int32Array;
}

/**
 * Computes the violation of a constraint by one employee, in 1/60 units. The employee's row starts at index `first` of
 * the grid, with the days of the history before those of the horizon. A cell is a shift index, FREE or UNKNOWN.
 */
export type RowJudge = (grid: Int16Array, first: number) => number;

/** A judge of the violations of a constraint that more work can fix, or of those that it cannot. */
export interface RowJudgement {
  readonly judge: RowJudge;
  readonly isShortage: boolean;
  /** Number of days that the judge reads. */
  readonly days: number;
}

/** A read-only job definition compiled for scoring and search, with E employees, D days and S shifts. */
export interface RosteringInstance {
  readonly job: RosteringJob;
  readonly employees: number;
  readonly days: number;
  readonly shifts: number;

  /** 0 Monday .. 6 Sunday, of day 0 (Monday for a RECURRING schedule without dates). */
  readonly firstWeekday: number;
  /** Per day: index of its weekend (0 = the first in the horizon), -1 on Monday to Friday. */
  readonly weekend: Int16Array;

  /** Per shift, minutes from midnight of the assignment's day: first start and last end over its intervals. */
  readonly shiftStart: Int32Array;
  readonly shiftEnd: Int32Array;
  /** Days, relative to an assignment, that the work of any shift can overlap. */
  readonly offsets: readonly number[];
  /** Per shift: working minutes without breaks. */
  readonly shiftMinutes: Int32Array;

  /**
   * Concurrent work: `overlap[((k - 1) * S + a) * S + b]` is 1 when shift a on day d and b on day d + k, 1 <= k <=
   * reach, have overlapping intervals. Each is a violation of 1, always hard (rostering.gap.implicit-rules). reach is 1
   * or more.
   */
  readonly reach: number;
  readonly overlap: Uint8Array;

  readonly cells: RosterCells;
  /** Cells of shift s on day d (rostering.gap.time-coverage): from `coverFrom[d * S + s]` in `coverCell`. */
  readonly coverFrom: Int32Array;
  readonly coverCell: Int32Array;

  /** Per competency and employee, see Cells.requirementCompetency. */
  readonly competent: Uint8Array;
  readonly competencies: number;

  /**
   * 1 if the solver can assign shift s on day d to employee e: `allowed[(e * D + d) * S + s]`. 0 for read-only
   * employees, locked days, shifts that cover no cell with max above 0, days excluded by a STRICT availability
   * constraint, and shifts that overlap known work before the horizon or break a STRICT rest after it.
   */
  readonly allowed: Uint8Array;
  /** Locked shift per employee and day, or FREE if there is none. Always copy it into the roster. */
  readonly locked: Int16Array;
  /**
   * Second locked shifts of a day: they violate the rule of one shift a day, count in cells.base, and are not in the
   * roster.
   */
  readonly doubleLocks: ReadonlyArray<{ employee: number; day: number; shift: number; lock: number }>;

  /**
   * Number of stored days before the horizon: `history[e * historyDays + historyDays + day]` for day -historyDays ..
   * -1.
   */
  readonly historyDays: number;
  /** Shift index, FREE or UNKNOWN. An employee's known days are from the first day sent to -1. */
  readonly history: Int16Array;

  /** Active constraints. The last ones can be work-time maximums of employees (family employeeUtilization, strict). */
  readonly constraints: readonly Constraint[];
  /** The judges of a row, per constraint. Empty for periodDistribution. */
  readonly judges: ReadonlyArray<readonly RowJudgement[]>;
  /** Per employee: indexes of the constraints that apply to that employee, except periodDistribution. */
  readonly constraintsOf: readonly Int32Array[];
  /** Soft weights of demand per employee (rostering.gap.configuration-contents). */
  readonly demandWeights: { readonly min: number; readonly ideal: number; readonly max: number };
}

/**
 * Returns the days of each weekend that starts in a period. A Sunday on its first day belongs to the Saturday before.
 */
export function listWeekends(
  { days, weekend }: Pick<RosteringInstance, 'days' | 'weekend'>,
  { from, to }: { from: number; to: number },
): number[][] {
  const weekends = new Map<number, number[]>();
  for (let day = from; day < Math.min(to + 1, days); day += 1) {
    const index = weekend[day] ?? -1;
    const begun = day > 0 && weekend[day - 1] === index;
    if (index < 0 || (begun ? day - 1 < from : day >= to)) continue;
    weekends.set(index, [...(weekends.get(index) ?? []), day]);
  }
  return [...weekends.values()];
}

/** Returns the cells that a shift covers on a day. */
export function listCoveredCells(
  { coverCell, coverFrom, shifts }: Pick<RosteringInstance, 'coverCell' | 'coverFrom' | 'shifts'>,
  day: number,
  shift: number,
): Int32Array {
  const at = day * shifts + shift;
  return coverCell.subarray(coverFrom[at], coverFrom[at + 1]);
}
