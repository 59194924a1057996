/** The constraint families (rostering.gap.constraints-contents). Each is sent as `<family>Constraints`. */
export type ConstraintFamily =
  | 'employeeAvailability'
  | 'employeeUtilization'
  | 'periodicRest'
  | 'restBetweenShifts'
  | 'consecutiveWorkdays'
  | 'pattern'
  | 'weekendDistribution'
  | 'periodDistribution';

/** A span of days, `from` included, `to` excluded. Only upper bounds count if not `whole`: cut by the horizon. */
export interface ConstraintPeriod {
  from: number;
  to: number;
  whole: boolean;
}

interface Common {
  /** The id sent; unique in its family. */
  id: string;
  /** STRICT: counts in `hard`. */
  strict: boolean;
  /** Soft weight per unit of breach (1 employee, day, shift, weekend, occurrence or hour); 1 for a strict one. */
  weight: number;
  /** Indexes of the employees it is about, ascending. */
  employees: number[];
  /** 1 for each shift it is about. */
  shifts: Uint8Array;
  /** JSON Pointer to the constraint; empty for a rule that follows from an employee's work time. */
  pointer: string;
}

/**
 * Not available (`isDesired` false): breach 1 per day of a period with an assignment of the constraint's shifts. Wants
 * to work (`isDesired` true): breach 1 per day of a period without one. Without a window the day is the assignment's
 * own. With a window, an assignment counts for a day if its intervals overlap [start, end) minutes of that day.
 */
export interface AvailabilityConstraint extends Common {
  family: 'employeeAvailability';
  isDesired: boolean;
  periods: ConstraintPeriod[];
  window: { start: number; end: number } | null;
}

/** Breach per period: hours (as minutes / 60) and shifts outside the bounds. Lower bounds only in whole periods. */
export interface UtilizationConstraint extends Common {
  family: 'employeeUtilization';
  periods: ConstraintPeriod[];
  minMinutes: number | null;
  maxMinutes: number | null;
  minShifts: number | null;
  maxShifts: number | null;
}

/** Breach per whole period: hours that the longest time free of work within the period falls short. */
export interface PeriodicRestConstraint extends Common {
  family: 'periodicRest';
  periods: ConstraintPeriod[];
  restMinutes: number;
}

/** Breach per assignment of the constraint's shifts and the employee's next assignment: hours the rest falls short. */
export interface RestConstraint extends Common {
  family: 'restBetweenShifts';
  restMinutes: number;
}

/** Breach per run of days of work: days above the maximum or below the minimum. Runs at the edges may go on. */
export interface ConsecutiveConstraint extends Common {
  family: 'consecutiveWorkdays';
  minDays: number | null;
  maxDays: number | null;
}

/**
 * `sequence` of shift indexes, -1 for OFF. Not desired: breach 1 per occurrence. Desired: breach 1 per day on which its
 * first element starts (after something else) and the sequence does not follow. Windows that reach past the last day or
 * into unknown days are not judged.
 */
export interface PatternConstraint extends Common {
  family: 'pattern';
  sequence: number[];
  isDesired: boolean;
}

/** Breach per period: worked weekends above the maximum. A weekend belongs to the period of its first day. */
export interface WeekendConstraint extends Common {
  family: 'weekendDistribution';
  periods: ConstraintPeriod[];
  maxWorkedWeekends: number;
}

/** Breach per period and employee: minutes or shifts outside floor(mean)..ceil(mean) of the employees. */
export interface DistributionConstraint extends Common {
  family: 'periodDistribution';
  periods: ConstraintPeriod[];
  target: 'HOURS' | 'SHIFTS';
}

/** An active constraint: importance NONE is left out when read. */
export type Constraint =
  | AvailabilityConstraint
  | UtilizationConstraint
  | PeriodicRestConstraint
  | RestConstraint
  | ConsecutiveConstraint
  | PatternConstraint
  | WeekendConstraint
  | DistributionConstraint;
