/** The sizes of a job definition that its schema cannot limit (rostering.gap.limits). */
export const rosteringLimits = {
  /** Days of the planning horizon: a leap year. */
  maxDays: 366,
  /** Number of demands, counted per slot or shift and day. */
  maxCells: 200_000,
  maxConstraints: 20_000,
  /** Employees x days x shifts: the size of the search space. */
  maxChoices: 20_000_000,
  /** Number of shifts generated from time slots if none are sent. */
  maxGeneratedShifts: 400,
  /** Findings reported at once. */
  maxFindings: 50,
  /** Maximum number of days before the horizon that are used. */
  maxHistoryDays: 35,
} as const;
