// Imported by name, so that fake timers of a test do not apply.
import { setImmediate } from 'node:timers';

/** Runs long work once per turn of the event loop, so that many large bodies do not block it together. */
export class EventLoopYield {
  #waiting: Array<() => void> = [];

  /** Resolves in a turn of the event loop for this caller only. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(() => this.#give());
    });
  }

  #give(): void {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(() => this.#give());
  }
}

/** The only one of a process, because work of different kinds blocks the same event loop. */
export const eventLoopYield = new EventLoopYield();
