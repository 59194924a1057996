import { RoundRobinQueue } from './round-robin-queue.js';

/** Who wants a turn: a sandbox, and the control token that owns it. */
export interface TurnTaker {
  readonly sandbox: string;
  readonly owner: string | undefined;
}

/**
 * Allows a bounded number of works at once. Owners take turns, and so do the sandboxes of an owner. One owner never has
 * all turns, so that the next of another one waits for nothing.
 */
export class FairTurns {
  readonly #most: number;
  #total = 0;
  readonly #running = new Map<string, number>();
  /** Waiting works by owner, in order of turns. None is empty. */
  readonly #waiting = new Map<string, RoundRobinQueue<() => void>>();

  /** @param most works at once */
  constructor(most: number) {
    this.#most = most;
  }

  /** Number of waiting works. */
  get size(): number {
    return [...this.#waiting.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Resolves when it is the taker's turn. @returns a function that ends the turn */
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
      // Its other works wait until everyone else had a turn.
      this.#waiting.delete(next);
      if (line.size > 0) this.#waiting.set(next, line);
      this.#begin(next);
      resolve?.();
      return;
    }
  }
}
