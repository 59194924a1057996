// Imported by name, so that it goes on even where a test fakes the timers of the process.
import { setImmediate } from 'node:timers';

/**
 * Lets work that holds the event loop for some milliseconds be done once in each of its turns. Hundreds of large bodies
 * that are complete at the same moment would otherwise be decoded in one go, and no one else be answered meanwhile.
 */
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
