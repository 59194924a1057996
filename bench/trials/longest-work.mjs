import { readFileSync } from 'node:fs';

/** Processor time of the main thread between one timer and the next, where the system tells it by thread. */
export class LongestWork {
  #longest = 0;
  #seen = workOfThread();

  constructor() {
    if (this.#seen !== undefined) setInterval(() => this.#look(), 10).unref();
  }

  /** Milliseconds, since it was asked before. */
  longest() {
    if (this.#seen === undefined) return undefined;
    this.#look();
    const longest = this.#longest;
    this.#longest = 0;
    return Number((longest / 1e6).toFixed(1));
  }

  #look() {
    const now = workOfThread();
    this.#longest = Math.max(this.#longest, now - this.#seen);
    this.#seen = now;
  }
}

/** Nanoseconds on a processor: the first number of Linux's schedstat. */
function workOfThread() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ', 1)[0]);
  } catch {
    return undefined;
  }
}
