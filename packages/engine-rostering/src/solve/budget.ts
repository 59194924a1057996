/** How long a solver may continue: so much work, which is the same on every machine, and never longer than a time. */
export interface BudgetLimits {
  /** Milliseconds; absent without a clock. */
  readonly now: (() => number) | undefined;
  readonly shouldStop: () => boolean;
  /** After this many the clock ends it, whatever is done by then. */
  readonly milliseconds: number;
  /** See {@link Budget.work}. */
  readonly work: number;
  readonly unimprovedWork: number;
}

export type BudgetEnd = 'time-limit' | 'unimproved' | 'iterations' | 'stopped';

/** Work between two looks at the clock, which may take as long as some hundred moves. */
const workBetweenLooks = 2000;

export class Budget {
  readonly #limits: BudgetLimits;
  readonly #began: number;
  #improvedAt = 0;
  #lookedAt = 0;
  /**
   * What was done so far, counted: each kind of step has a fixed price, about the microseconds that it takes on an ordinary
   * machine. What is decided by it is decided alike on every machine.
   */
  work = 0;
  /** Why there is nothing left, once there is nothing left. */
  end: BudgetEnd | undefined;

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
    this.#began = limits.now?.() ?? 0;
  }

  noteImprovement(): void {
    this.#improvedAt = this.work;
  }

  /** @param ahead work under way that `work` does not hold yet */
  isOver(ahead = 0): boolean {
    this.end ??= this.#endNow(this.work + ahead);
    return this.end !== undefined;
  }

  /** The work that is left. */
  get left(): number {
    return this.total - this.work;
  }

  /** The whole of it. */
  get total(): number {
    return this.#limits.work;
  }

  /** How much work it may continue for without a better roster. */
  get unimproved(): number {
    return Math.min(this.total, this.#limits.unimprovedWork);
  }

  #endNow(work: number): BudgetEnd | undefined {
    const limits = this.#limits;
    if (limits.shouldStop()) return 'stopped';
    if (work >= limits.work) return 'iterations';
    if (work - this.#improvedAt >= limits.unimprovedWork) return 'unimproved';
    if (limits.now === undefined || work - this.#lookedAt < workBetweenLooks) return undefined;
    this.#lookedAt = work;
    return limits.now() - this.#began >= limits.milliseconds ? 'time-limit' : undefined;
  }
}
