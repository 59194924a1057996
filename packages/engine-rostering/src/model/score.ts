/** A published score. Both parts are at most 0, 0 is perfect, and `hard` has priority (rostering.gap.score-sign). */
export interface PublishedScore {
  hard: number;
  soft: number;
}

/** A score in units of 1/60; lower is better. `hard` = strict + shortage + missing. Published scores are negated. */
export interface RosterScore {
  hard: number;
  soft: number;
  /** Breaches that only work can cause: the solver's own assignments must never add to these. */
  strict: number;
  /** STRICT lower bounds (hours or shifts of employeeUtilization) not reached. */
  shortage: number;
  /** Employees missing below min, or missing a required competency. */
  missing: number;
}

/** The violation of one constraint by one employee, summed over all days. */
export interface ConstraintViolation {
  employee: number;
  /** Index into `instance.constraints`; -1 for concurrent shifts, -2 for two shifts on a day. */
  constraint: number;
  id: string;
  strict: boolean;
  /** Amount of the breach in 1/60 units, unweighted. */
  breach: number;
  /** Cost in 1/60 units: breach x weight (x 1 for a strict one). */
  cost: number;
}
