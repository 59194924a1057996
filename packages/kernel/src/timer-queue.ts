import sortedBtree from 'sorted-btree';

/** Work that is due at a given instant. `kind` names the handler passed to `Clock.on`. */
export interface ScheduledTimer {
  /** Orders timers that are due at the same instant. */
  readonly id: number;
  readonly at: number;
  readonly kind: string;
  readonly payload: unknown;
}

/** Timers ordered by due time, then by id. */
export class TimerQueue {
  readonly #timers = new sortedBtree.default<ScheduledTimer, undefined>(
    undefined,
    (one, other) => one.at - other.at || one.id - other.id,
  );

  get size(): number {
    return this.#timers.size;
  }

  get first(): ScheduledTimer | undefined {
    return this.#timers.minKey();
  }

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
