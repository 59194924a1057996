/** A published score. Both parts are 0 or less, 0 is perfect, `hard` has priority (rostering.gap.score-sign). */
export interface PublishedScore {
  hard: number;
  soft: number;
}

/** A score in whole units of 1/60. A lower score is better. `hard` = strict + shortage + missing. Published: negated / 60. */
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

/** One breach of one constraint by one employee, all its days together. */
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
