import { RoundRobinQueue } from './round-robin-queue.js';

/** The requester of a turn: a sandbox, and the control token that owns it. */
export interface TurnTaker {
  readonly sandbox: string;
  readonly owner: string | undefined;
}

/**
 * Limits the number of concurrent tasks. Owners take turns, and so do the sandboxes of an owner. A single owner never
 * gets all slots, so that another owner's next task can start immediately.
 */
export class FairTurns {
  readonly #most: number;
  #total = 0;
  readonly #running = new Map<string, number>();
  /** Waiting tasks by owner, in order of turns. No queue is empty. */
  readonly #waiting = new Map<string, RoundRobinQueue<() => void>>();

  /** @param most maximum number of concurrent tasks */
  constructor(most: number) {
    this.#most = most;
  }

  /** Number of waiting tasks. */
  get size(): number {
    return [...this.#waiting.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Resolves when the taker's turn begins. @returns a function that ends the turn */
  async take(taker: TurnTaker): Promise<() => void> {
    const who = taker.owner === undefined ? `sandbox ${taker.sandbox}` : `token ${taker.owner}`;
    if (this.#mayRun(who)) this.#begin(who);
    else
      await new Promise<void>((resolve) => {
        const line = this.#waiting.get(who) ?? new RoundRobinQueue<() => void>();
        this.#waiting.set(who, line);
        line.push(taker.sandbox, resolve);
      });
    return () => this.#end(who);
  }

  #mayRun(who: string): boolean {
    return this.#total < this.#most && (this.#running.get(who) ?? 0) < Math.max(1, this.#most - 1);
  }

  #begin(who: string): void {
    this.#total += 1;
    this.#running.set(who, (this.#running.get(who) ?? 0) + 1);
  }

  #end(who: string): void {
    this.#total -= 1;
    const running = (this.#running.get(who) ?? 1) - 1;
    if (running === 0) this.#running.delete(who);
    else this.#running.set(who, running);
    for (const [next, line] of this.#waiting) {
      if (!this.#mayRun(next)) continue;
      const resolve = line.shift();
      // Its other tasks wait until every other owner has had a turn.
      this.#waiting.delete(next);
      if (line.size > 0) this.#waiting.set(next, line);
      this.#begin(next);
      resolve?.();
      return;
    }
  }
}
