import sortedBtree from 'sorted-btree';

/** Work due at an instant. `kind` names the handler given to `Clock.on`. */
export interface ScheduledTimer {
  /** Timers of one instant fire in the order of their ids. */
  readonly id: number;
  readonly at: number;
  readonly kind: string;
  readonly payload: unknown;
}

/** Timers in the order in which they are due; those of one instant in the order of their ids. */
export class TimerQueue {
  readonly #timers = new sortedBtree.default<ScheduledTimer, undefined>(
    undefined,
    (one, other) => one.at - other.at || one.id - other.id,
  );

  get size(): number {
    return this.#timers.size;
  }

  /** The one that is due first. */
  get first(): ScheduledTimer | undefined {
    return this.#timers.minKey();
  }

  /** At most this many. */
  soonest(most: number): ScheduledTimer[] {
    const found: ScheduledTimer[] = [];
    for (const timer of this.#timers.keys()) {
      if (found.length >= most) break;
      found.push(timer);
    }
    return found;
  }

  add(timer: ScheduledTimer): void {
    this.#timers.set(timer, undefined);
  }

  delete(timer: ScheduledTimer): void {
    this.#timers.delete(timer);
  }

  clear(): void {
    this.#timers.clear();
  }
}
