/** The constraint families (rostering.gap.constraints-contents). The key of each is `<family>Constraints`. */
export type ConstraintFamily =
  | 'employeeAvailability'
  | 'employeeUtilization'
  | 'periodicRest'
  | 'restBetweenShifts'
  | 'consecutiveWorkdays'
  | 'pattern'
  | 'weekendDistribution'
  | 'periodDistribution';

/**
 * Days from `from` up to, but not including, `to`. Lower bounds count only if the `whole` period is within the horizon.
 */
export interface ConstraintPeriod {
  from: number;
  to: number;
  whole: boolean;
}

interface Common {
  /** The id as sent, unique in its family. */
  id: string;
  /** True for STRICT constraints, which count in `hard`. */
  strict: boolean;
  /** Soft weight per unit of violation (1 employee, day, shift, weekend, occurrence or hour); 1 for a strict one. */
  weight: number;
  /** Indexes of the employees to whom it applies, ascending. */
  employees: number[];
  /** 1 for each shift to which it applies. */
  shifts: Uint8Array;
  /** JSON Pointer to the constraint; empty for a rule that follows from an employee's work time. */
  pointer: string;
}

/**
 * Not available (`isDesired` false): violation 1 per day of a period with an assignment of the constraint's shifts.
 * Wants to work (`isDesired` true): violation 1 per day of a period without one. Without a window, an assignment counts
 * for its own day. With a window, an assignment counts for a day if its intervals overlap [start, end) minutes of that
 * day.
 */
export interface AvailabilityConstraint extends Common {
  family: 'employeeAvailability';
  isDesired: boolean;
  periods: ConstraintPeriod[];
  window: { start: number; end: number } | null;
}

/** Violation per period: hours and shifts outside the bounds. Lower bounds apply only in whole periods. */
export interface UtilizationConstraint extends Common {
  family: 'employeeUtilization';
  periods: ConstraintPeriod[];
  minMinutes: number | null;
  maxMinutes: number | null;
  minShifts: number | null;
  maxShifts: number | null;
}

/** Violation per whole period: the hours by which the longest rest within the period is too short. */
export interface PeriodicRestConstraint extends Common {
  family: 'periodicRest';
  periods: ConstraintPeriod[];
  restMinutes: number;
}

/** Violation per assignment of the constraint's shifts: the hours by which the rest until the next one is too short. */
export interface RestConstraint extends Common {
  family: 'restBetweenShifts';
  restMinutes: number;
}

/**
 * Violation per run of working days: days above the maximum or, unless it can continue outside the horizon, below the
 * minimum.
 */
export interface ConsecutiveConstraint extends Common {
  family: 'consecutiveWorkdays';
  minDays: number | null;
  maxDays: number | null;
}

/**
 * A `sequence` of shift indexes, with -1 for OFF. Not desired: violation 1 per occurrence. Desired: violation 1 per day
 * on which its first element starts (after something else) and the sequence does not follow. Windows that extend past
 * the last day or into unknown days are not evaluated.
 */
export interface PatternConstraint extends Common {
  family: 'pattern';
  sequence: number[];
  isDesired: boolean;
}

/** Violation per period: worked weekends above the maximum. A weekend belongs to the period of its first day. */
export interface WeekendConstraint extends Common {
  family: 'weekendDistribution';
  periods: ConstraintPeriod[];
  maxWorkedWeekends: number;
}

/** Violation per period and employee: minutes or shifts outside floor(mean)..ceil(mean) of the employees. */
export interface DistributionConstraint extends Common {
  family: 'periodDistribution';
  periods: ConstraintPeriod[];
  target: 'HOURS' | 'SHIFTS';
}

/** An active constraint. Constraints with the importance NONE are dropped when they are read. */
export type Constraint =
  | AvailabilityConstraint
  | UtilizationConstraint
  | PeriodicRestConstraint
  | RestConstraint
  | ConsecutiveConstraint
  | PatternConstraint
  | WeekendConstraint
  | DistributionConstraint;
