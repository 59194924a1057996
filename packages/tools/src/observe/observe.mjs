// @ts-check
// Loaded into the server's process with `node --import`: answers queries about the event loop, memory and errors over
// the process channel. The server itself is not changed.
import { readFileSync } from 'node:fs';
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** Measures processor time of the main thread between two timer ticks, if the system reports it per thread. */
class LongestWork {
  #works = createHistogram();
  #seen = workOfThread();
  #counts = true;

  constructor() {
    if (this.#seen !== undefined) setInterval(() => this.look(), 10).unref();
  }

  /** Returns the longest work since the last call and its 99th percentile, in milliseconds. */
  take() {
    if (this.#seen === undefined) return { cpu: undefined, cpuP99: undefined };
    this.look();
    const works = this.#works;
    const seen = { cpu: milliseconds(works.max), cpuP99: milliseconds(works.percentile(99)) };
    works.reset();
    return seen;
  }

  /** Runs work without measuring it. @template Value @param {() => Promise<Value>} work @returns {Promise<Value>} */
  async without(work) {
    this.look();
    this.#counts = false;
    const value = await work();
    this.#seen = workOfThread();
    this.#counts = true;
    return value;
  }

  /** Takes a measurement. */
  look() {
    if (!this.#counts) return;
    const now = workOfThread() ?? 0;
    this.#works.record(Math.max(1, now - (this.#seen ?? now)));
    this.#seen = now;
  }
}

/** Returns nanoseconds of processor time: the first number in Linux's schedstat. @returns {number | undefined} */
function workOfThread() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ', 1)[0]);
  } catch {
    return undefined;
  }
}

/** Milliseconds between two samples of the event loop's delay. */
const resolution = 10;

/** @param {number} nanoseconds */
const milliseconds = (nanoseconds) => Number((nanoseconds / 1e6).toFixed(1));

if (isMainThread && process.send !== undefined) {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  const cpu = new LongestWork();
  // Set here because worker threads do not accept the flag on the command line.
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc');
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  setInterval(look, 20).unref();
  /** @type {string[]} */
  const mishaps = [];
  let kept = Buffer.alloc(0);
  process.on('unhandledRejection', (reason) => mishaps.push(`unhandled rejection: ${describe(reason)}`));
  process.on('uncaughtExceptionMonitor', (error) => mishaps.push(`uncaught exception: ${describe(error)}`));

  const answers = {
    /**
     * Event loop delays since the last query of this kind, in milliseconds, including the sampling interval of 10.
     * `cpu`: the longest computation of this thread between two turns of the event loop. `cpuP99`: the 99th percentile.
     * Both do not depend on the machine's load.
     */
    async delay() {
      const seen = {
        p50: milliseconds(delay.percentile(50)),
        p99: milliseconds(delay.percentile(99)),
        max: milliseconds(delay.max),
        samples: delay.count,
        ...cpu.take(),
      };
      delay.reset();
      // Measuring restarts with the next sample, so an immediate query would miss work.
      await wait(3 * resolution);
      return seen;
    },
    /** Memory in bytes after a garbage collection, which does not count as blocking. */
    async memory() {
      delay.disable();
      await cpu.without(async () => {
        for (let round = 0; round < 3; round += 1) {
          await nextTurn();
          collectGarbage();
        }
      });
      delay.enable();
      return process.memoryUsage();
    },
    /** Resident bytes of all threads: the peak since the last query of this kind, and the current value. */
    resident() {
      look();
      const seen = { peak, now: process.memoryUsage.rss() };
      peak = seen.now;
      return seen;
    },
    mishaps: () => mishaps,
    /** Computes for some milliseconds, and allocates some bytes until the next call. The trial must detect this. */
    injectFaults(/** @type {string} */ detail) {
      const { milliseconds: long, bytes } = JSON.parse(detail);
      kept = Buffer.alloc(bytes, 'x');
      const { user, system } = process.cpuUsage();
      for (let used = 0; used < long * 1000; ) {
        const now = process.cpuUsage();
        used = now.user + now.system - user - system;
      }
      return kept.length;
    },
    /** @param {string} file */
    heapSnapshot: (file) => writeHeapSnapshot(file),
  };

  /** @typedef {{ id: number, question: keyof typeof answers, detail: string }} Asked */
  process.on('message', async (/** @type {Asked} */ { id, question, detail }) => {
    process.send?.({ id, answer: await answers[question](detail) });
  });
  // The channel must not keep the process alive.
  process.channel?.unref();
}

/** @param {unknown} error */
function describe(error) {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
