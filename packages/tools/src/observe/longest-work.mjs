// @ts-check
import { readFileSync } from 'node:fs';

/** Longest processor time of the main thread between two timer ticks, where the system reports it per thread. */
export class LongestWork {
  #longest = 0;
  #seen = workOfThread();
  #counts = true;

  constructor() {
    if (this.#seen !== undefined) setInterval(() => this.look(), 10).unref();
  }

  /** Milliseconds since the last call. @returns {number | undefined} */
  longest() {
    if (this.#seen === undefined) return undefined;
    this.look();
    const longest = this.#longest;
    this.#longest = 0;
    return Number((longest / 1e6).toFixed(1));
  }

  /** Runs work that is not measured. @template Value @param {() => Promise<Value>} work @returns {Promise<Value>} */
  async without(work) {
    this.look();
    this.#counts = false;
    const value = await work();
    this.#seen = workOfThread();
    this.#counts = true;
    return value;
  }

  /** Measures until now. */
  look() {
    if (!this.#counts) return;
    const now = workOfThread() ?? 0;
    this.#longest = Math.max(this.#longest, now - (this.#seen ?? now));
    this.#seen = now;
  }
}

/** Nanoseconds on a processor: the first number of Linux's schedstat. @returns {number | undefined} */
function workOfThread() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ', 1)[0]);
  } catch {
    return undefined;
  }
}
