import { setImmediate } from 'node:timers';

interface Waiting {
  isStarted: boolean;
  start(): void;
}

/**
 * Runs the units of work of a sandbox one after another: units at the same time would conflict, and be repeated. One that
 * waits for something else, such as a timer, holds up the others for one turn of the event loop.
 */
export class UnitTurns {
  #running = 0;
  readonly #waiting: Waiting[] = [];

  /** Waits for the units that entered before. Call {@link UnitTurns.leave} at the end. */
  enter(): Promise<void> | undefined {
    if (this.#running > 0) return new Promise((start) => this.#wait(start));
    this.#running = 1;
    return undefined;
  }

  leave(): void {
    this.#running -= 1;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift())
      if (this.#start(next)) return;
  }

  #wait(start: () => void): void {
    const waiting = { isStarted: false, start };
    this.#waiting.push(waiting);
    setImmediate(() => this.#start(waiting));
  }

  #start(waiting: Waiting): boolean {
    if (waiting.isStarted) return false;
    waiting.isStarted = true;
    this.#running += 1;
    waiting.start();
    return true;
  }
}
