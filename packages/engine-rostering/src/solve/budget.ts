/** How long a solver may go on: until a time, or a number of steps that is the same on every machine. */
export interface BudgetLimits {
  /** Milliseconds; absent without a real clock. */
  readonly now: (() => number) | undefined;
  readonly shouldStop: () => boolean;
  readonly milliseconds: number;
  readonly unimprovedMilliseconds: number;
  readonly iterations: number;
  readonly unimprovedIterations: number;
}

export type BudgetEnd = 'time-limit' | 'unimproved' | 'iterations' | 'stopped';

export class Budget {
  readonly #limits: BudgetLimits;
  readonly #began: number;
  #improvedAt: number;
  #improvedIteration = 0;
  /** Moves of the local search and, weighted, steps of the simplex method. */
  iterations = 0;
  /** Why there is nothing left, once there is nothing left. */
  end: BudgetEnd | undefined;

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
    this.#began = limits.now?.() ?? 0;
    this.#improvedAt = this.#began;
  }

  /** Whether time is told by a clock. */
  get timed(): boolean {
    return this.#limits.now !== undefined;
  }

  noteImprovement(): void {
    this.#improvedAt = this.#limits.now?.() ?? 0;
    this.#improvedIteration = this.iterations;
  }

  /** @param ahead iterations under way that `iterations` does not hold yet */
  isOver(ahead = 0): boolean {
    this.end ??= this.#endNow(this.iterations + ahead);
    return this.end !== undefined;
  }

  /** What has gone by: milliseconds with a clock, iterations without. */
  spent(ahead = 0): number {
    return this.#limits.now === undefined ? this.iterations + ahead : this.#limits.now() - this.#began;
  }

  /** The whole of it, in the units of {@link Budget.spent}. */
  get total(): number {
    return this.#limits.now === undefined ? this.#limits.iterations : this.#limits.milliseconds;
  }

  /** How long it may go on without a better roster, in the units of {@link Budget.spent}. */
  get unimproved(): number {
    const { now, unimprovedIterations, unimprovedMilliseconds } = this.#limits;
    return Math.min(this.total, now === undefined ? unimprovedIterations : unimprovedMilliseconds);
  }

  /** About so many milliseconds of an ordinary machine, in the units of {@link Budget.spent}. */
  milliseconds(count: number): number {
    return this.timed ? count : count * iterationsPerMillisecond;
  }

  #endNow(iterations: number): BudgetEnd | undefined {
    const limits = this.#limits;
    if (limits.shouldStop()) return 'stopped';
    if (limits.now === undefined) {
      if (iterations >= limits.iterations) return 'iterations';
      return iterations - this.#improvedIteration >= limits.unimprovedIterations ? 'unimproved' : undefined;
    }
    const now = limits.now();
    if (now - this.#began >= limits.milliseconds) return 'time-limit';
    return now - this.#improvedAt >= limits.unimprovedMilliseconds ? 'unimproved' : undefined;
  }
}

const iterationsPerMillisecond = 1000;
