import { setImmediate } from 'node:timers';

interface Waiting {
  isStarted: boolean;
  start(): void;
}

/**
 * Runs the units of work of a sandbox one after another, because concurrent units would conflict and be repeated. A
 * unit that waits for something else, such as a timer, delays the others for only one event loop turn.
 */
export class UnitTurns {
  #running = 0;
  readonly #waiting: Waiting[] = [];

  /** Runs a unit after the previous units. */
  run<Result>(unit: () => Result | Promise<Result>): Result | Promise<Result> {
    if (this.#running > 0)
      return new Promise<void>((start) => this.#wait(start)).then(unit).finally(() => this.#leave());
    this.#running = 1;
    let result: Result | Promise<Result> | undefined;
    try {
      result = unit();
    } finally {
      if (!(result instanceof Promise)) this.#leave();
    }
    return result instanceof Promise ? result.finally(() => this.#leave()) : result;
  }

  #leave(): void {
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
