// Imported by name, so that it goes on even where a test fakes the timers of the process.
import { setImmediate } from 'node:timers';

/** Runs long work once per turn of the event loop, so that many large bodies do not block it together. */
export class EventLoopYield {
  #waiting: Array<() => void> = [];

  /** Resolves in a turn of the event loop that no other caller has. */
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
