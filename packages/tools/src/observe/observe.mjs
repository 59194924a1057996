// @ts-check
// Loaded into the server's process with `node --import`: answers questions about event loop, memory and errors over
// the process channel. The server is unchanged.
import { readFileSync } from 'node:fs';
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** Processor time of the main thread between two timer ticks, where the system reports it per thread. */
class LongestWork {
  #works = createHistogram();
  #seen = workOfThread();
  #counts = true;

  constructor() {
    if (this.#seen !== undefined) setInterval(() => this.look(), 10).unref();
  }

  /** Milliseconds since the last call: the longest work, and the 99th percentile. */
  take() {
    if (this.#seen === undefined) return { cpu: undefined, cpuP99: undefined };
    this.look();
    const works = this.#works;
    const seen = { cpu: milliseconds(works.max), cpuP99: milliseconds(works.percentile(99)) };
    works.reset();
    return seen;
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
    this.#works.record(Math.max(1, now - (this.#seen ?? now)));
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
     * Milliseconds since the last question of this kind, including the sampling interval of 10. `cpu`: the longest
     * computation of this thread between two turns of the event loop, and `cpuP99`: the 99th percentile. They do not
     * depend on the load of the machine.
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
      // It counts from its next sample, so an immediate question would miss work.
      await wait(3 * resolution);
      return seen;
    },
    /** Bytes after a garbage collection, whose time is not counted as blocking. */
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
    /** Bytes resident, of all threads: the most since the last question of this kind, and now. */
    resident() {
      look();
      const seen = { peak, now: process.memoryUsage.rss() };
      peak = seen.now;
      return seen;
    },
    mishaps: () => mishaps,
    /** Computes for some milliseconds and keeps some bytes until the next question. The trial must notice. */
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
