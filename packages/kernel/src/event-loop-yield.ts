// Imported by name, so that the fake timers of a test do not apply.
import { setImmediate } from 'node:timers';

/**
 * Lets one piece of long work run per turn of the event loop, so that several large bodies do not block it together.
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

/** The shared instance of the process, because all kinds of work block the same event loop. */
export const eventLoopYield = new EventLoopYield();
