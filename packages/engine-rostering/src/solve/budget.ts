/** Limits of a solver: an amount of work, which is the same on every machine, and a maximum time. */
interface BudgetLimits {
  /** The clock in milliseconds, or undefined if there is none. */
  readonly now: (() => number) | undefined;
  readonly shouldStop: () => boolean;
  /** Maximum run time on the clock, regardless of the work done. */
  readonly milliseconds: number;
  /** See {@link SolverBudget.work}. */
  readonly work: number;
  readonly unimprovedWork: number;
}

type BudgetEnd = 'time-limit' | 'unimproved' | 'iterations' | 'stopped';

/** Work between two readings of the clock, because a reading can take as long as a few hundred moves. */
const workBetweenLooks = 2000;

export class SolverBudget {
  readonly #began: number;
  #improvedAt = 0;
  #lookedAt = 0;
  /** Counted work. Each kind of step costs about its microseconds, the same on every machine. */
  work = 0;
  /** The reason why the budget is used up, or undefined if some is left. */
  end: BudgetEnd | undefined;

  constructor(private readonly limits: BudgetLimits) {
    this.#began = limits.now?.() ?? 0;
  }

  noteImprovement(): void {
    this.#improvedAt = this.work;
  }

  isOver(): boolean {
    this.end ??= this.#endNow();
    return this.end !== undefined;
  }

  get left(): number {
    return this.limits.work - this.work;
  }

  /** How much work can be done without a better roster. */
  get unimproved(): number {
    return Math.min(this.limits.work, this.limits.unimprovedWork);
  }

  #endNow(): BudgetEnd | undefined {
    const { limits, work } = this;
    if (limits.shouldStop()) return 'stopped';
    if (work >= limits.work) return 'iterations';
    if (work - this.#improvedAt >= limits.unimprovedWork) return 'unimproved';
    if (limits.now === undefined || work - this.#lookedAt < workBetweenLooks) return undefined;
    this.#lookedAt = work;
    return limits.now() - this.#began >= limits.milliseconds ? 'time-limit' : undefined;
  }
}
