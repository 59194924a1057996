/**
 * A roster problem as numbers for searching. The cost of every rule has parts, and a few neighboring cells determine
 * the change of a part.
 *
 * A roster is a grid of employees and days. Each cell is a shift, 1 to `shifts`, or 0 for a day off. The grid starts
 * with `lead` days before the horizon, which contain the history and never change.
 */
export interface SolverPlan {
  readonly employees: number;
  /** Days of the grid, the lead included. */
  readonly days: number;
  readonly lead: number;
  readonly shifts: number;
  /** The number of a day about which nothing is known, or -1 if there is no such day. No cell may take it. */
  readonly unknown: number;
  /** Locked and earlier work by cell. A cell is `employee * days + day`. */
  readonly start: Uint16Array;
  /** What the search may put into cell c: `options[optionsAt[c]]` to `options[optionsAt[c + 1] - 1]`, 0 included. */
  readonly optionsAt: Int32Array;
  readonly options: Uint16Array;
  /** The same as a yes or no, at `cell * (shifts + 1) + shift`. */
  readonly allowed: Uint8Array;
  /** Soft cost of each shift in each cell, at `cell * (shifts + 1) + shift`. Empty without wishes. */
  readonly wishes: Float32Array;
  /** Employees under the same sequence rules share a class. */
  readonly classOf: Uint16Array;
  readonly links: readonly LinkTable[];
  readonly runs: readonly RunRule[];
  readonly patterns: readonly PatternRule[];
  readonly counters: readonly PlanCounter[];
  readonly blocks: readonly ShiftBlock[];
  readonly rows: readonly RowRule[];
  readonly covers: readonly CoverRule[];
  readonly spreads: readonly SpreadRule[];
}

/** `breach`: work violates a strict rule, which is never allowed. `shortage`: strictly required work is missing. */
export type PenaltyTier = 0 | 1 | 2;
export const penaltyTiers = { breach: 0, shortage: 1, soft: 2 } as const;

/** The weights of the tiers when a whole row is planned. */
export const rowWeights = [10_000, 2_000, 1] as const;

/** The cost of two shifts that are a number of days apart. */
export interface LinkTable {
  readonly tier: PenaltyTier;
  /** Days from the first to the second. */
  readonly distance: number;
  /** True if the days between must be off. Always true for neighbours. */
  readonly next: boolean;
  /** At `(class * (shifts + 1) + first) * (shifts + 1) + second`; 0 where one of them is off. */
  readonly cost: Float64Array;
}

/** Bounds on a run of consecutive days with a member shift. A run at an edge or an unknown day is never too short. */
export interface RunRule {
  readonly employees: readonly number[];
  /** By shift, 0 included: 1 when it belongs to the run. */
  readonly member: Uint8Array;
  readonly min: number;
  readonly max: number;
  readonly weight: number;
  readonly tier: PenaltyTier;
}

/** The cost of each occurrence of a shift sequence. Each element is a set of shifts, including 0. */
export interface PatternRule {
  readonly employees: readonly number[];
  readonly elements: readonly Uint8Array[];
  /** First days on which the sequence may begin, 1 by day. */
  readonly begins: Uint8Array;
  readonly weight: number;
  readonly tier: PenaltyTier;
}

/** A sum over cells of one employee, with a cost for each unit below `low` or above `high`. */
export interface PlanCounter {
  readonly employee: number;
  readonly days: readonly number[];
  /** By shift, what it adds. */
  readonly amount: Float64Array;
  readonly base: number;
  readonly low: number;
  readonly lowWeight: number;
  readonly lowTier: PenaltyTier;
  readonly high: number;
  readonly highWeight: number;
  readonly highTier: PenaltyTier;
}

/** Days that count together, such as a weekend. A block is worked if at least one of its days has a member shift. */
export interface ShiftBlock {
  readonly employee: number;
  readonly days: readonly number[];
  /** By place in `days`: 1 for each shift that counts there. */
  readonly members: readonly Uint8Array[];
  /** Number of the counter that a worked block adds 1 to. */
  readonly counter: number;
}

/** A rule that has no cheaper expression. It is recomputed whenever a cell of its days changes. */
export interface RowRule {
  readonly employee: number;
  readonly from: number;
  readonly to: number;
  readonly tier: PenaltyTier;
  readonly weight: number;
  /** Breach of the row that begins at `offset` of the grid. */
  evaluate(grid: Uint16Array, offset: number): number;
}

/**
 * Staffing of one shift or time slot on one day. With n heads it costs `missing` for each one below `min` (or below a
 * need, whichever lacks more), and soft `below` for each one below `min`, `toIdeal` below `ideal`, `above` above `ideal`,
 * `tooMany` above `max`. The solver never goes above `limit`.
 */
export interface CoverRule {
  /** Pairs of day and shift that count. */
  readonly days: readonly number[];
  readonly shifts: readonly number[];
  /** Heads that are there whatever the grid holds. */
  readonly base: number;
  readonly min: number;
  readonly ideal: number;
  readonly max: number;
  readonly limit: number;
  readonly missing: number;
  readonly below: number;
  readonly toIdeal: number;
  readonly above: number;
  readonly tooMany: number;
  readonly needs: readonly CoverNeed[];
}

/** The minimum number of members among the heads, without effect if the cover has neither demand nor heads. */
export interface CoverNeed {
  readonly low: number;
  /** 1 by employee. */
  readonly members: Uint8Array;
  readonly base: number;
}

/** Costs `weight` for each unit by which a total is outside the mean of all totals, rounded down and up. */
export interface SpreadRule {
  /** Counters whose values are compared. */
  readonly counters: readonly number[];
  readonly weight: number;
  readonly tier: PenaltyTier;
}
