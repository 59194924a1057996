// Imported by name, so that a test's fake timers do not replace it.
import { setImmediate } from 'node:timers';

/**
 * Runs at most one piece of long work per event loop turn, so that several large bodies together do not block the event
 * loop.
 */
export class EventLoopYield {
  #waiting: Array<() => void> = [];

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

/** The instance shared by the whole process, because all kinds of work block the same event loop. */
export const eventLoopYield = new EventLoopYield();
