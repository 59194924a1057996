import { availableParallelism } from 'node:os';
import type { ResourceLimits } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { wallTimeout } from '../wall-clock.js';
import { builtModule } from './built-module.js';
import { type CallerChannel, openChannel } from './progress-channel.js';
import { RoundRobinQueue } from './round-robin-queue.js';
import { ThreadQueue, workOf } from './thread-queue.js';
import type { WorkOrder } from './worker.js';

/** Export condition of the sources of a package, in its `package.json`. */
const sourceCondition = '@understudy/source';

/** An export of a built module that takes one structured-cloneable value. */
export interface Work {
  readonly module: string;
  readonly name: string;
}

/** A piece of work, and the name of the sandbox that it is for: sandboxes have their turns one after another. */
export interface SandboxWork extends Work {
  readonly sandbox: string;
  readonly input: unknown;
}

/** Live work under way. */
export interface LiveRun {
  readonly output: Promise<unknown>;
  stop(): void;
}

/** What computing on what a caller sent may cost: seconds of real time once it has its turn, MiB of heap. */
export interface WorkLimits {
  readonly seconds: number;
  readonly megabytes: number;
}

const defaultBounds: WorkLimits = { seconds: 10, megabytes: 512 };

/** Computing that has cost more than it may. Only this piece of work has ended; its thread is replaced. */
export class WorkTooCostly extends Error {
  constructor(what: string) {
    super(`It takes more than ${what} to read, the most that one request gets; send something smaller or simpler`);
    this.name = 'WorkTooCostly';
  }
}

/**
 * Runs computing in threads of their own; the first thread starts with the first work. Live work, which may take
 * minutes, has threads apart, so that short work never waits for it; so has work with bounds, because its threads may be
 * ended in the middle of it.
 */
export class WorkerPool {
  readonly #bounds: WorkLimits;
  readonly #threads: number;
  #short: Piscina<WorkOrder, unknown> | undefined;
  #live: Piscina<WorkOrder, unknown> | undefined;
  #bounded: Piscina<WorkOrder, unknown> | undefined;
  #boundedRunning = 0;
  readonly #boundedWaiting = new RoundRobinQueue<() => void>();

  /**
   * @param bounds of {@link WorkerPool.runBounded}
   * @param threads for live work, for work with bounds and for other work, at most of each
   */
  constructor(bounds = defaultBounds, threads = defaultThreads) {
    this.#bounds = bounds;
    this.#threads = threads;
  }

  /** Pieces of work that wait for a thread. */
  get queued(): number {
    const inPools = [this.#short, this.#live, this.#bounded].map((pool) => pool?.queueSize ?? 0);
    return inPools.reduce((sum, size) => sum + size, this.#boundedWaiting.size);
  }

  /** Starts a thread that stays, and loads these modules in it, so that the first job waits for neither. */
  async warm(modules: readonly string[]): Promise<void> {
    const short = this.#short ?? openThreads(this.#threads, {}, 1);
    this.#short = short;
    await Promise.all(modules.map((module) => short.run({ module })));
  }

  async run({ sandbox, module, name, input }: SandboxWork): Promise<unknown> {
    this.#short ??= openThreads(this.#threads);
    return await this.#short.run(workOf(sandbox, { module, name, input }));
  }

  /**
   * Runs work on what a caller sent. The time counts from its turn, not while it waits for a thread.
   *
   * @throws WorkTooCostly when it took too long or too much memory
   */
  async runBounded({ sandbox, module, name, input }: SandboxWork): Promise<unknown> {
    const { seconds, megabytes } = this.#bounds;
    if (this.#boundedRunning >= this.#threads)
      await new Promise<void>((resolve) => this.#boundedWaiting.push(sandbox, resolve));
    this.#boundedRunning += 1;
    this.#bounded ??= openThreads(this.#threads, { maxOldGenerationSizeMb: megabytes });
    const deadline = wallTimeout(seconds * 1000);
    try {
      return await this.#bounded.run({ module, name, input }, { signal: deadline });
    } catch (error) {
      if (deadline.aborted) throw new WorkTooCostly(`${seconds} seconds`);
      if (isOutOfMemory(error)) throw new WorkTooCostly(`${megabytes} MiB of memory`);
      throw error;
    } finally {
      this.#boundedRunning -= 1;
      this.#boundedWaiting.shift()?.();
    }
  }

  /**
   * @param scale milliseconds of the sandbox's clock in a millisecond; 0 for a clock that stands still
   * @param onProgress hears every output that the work tells, in order, before `output` is settled or not at all
   */
  runLive(order: SandboxWork, scale: number, onProgress: (output: unknown) => void): LiveRun {
    this.#live ??= openThreads(this.#threads);
    const line = openChannel(scale, onProgress);
    return { output: this.#follow(this.#live, order, line), stop: line.stop };
  }

  async close(): Promise<void> {
    await Promise.all([this.#short?.destroy(), this.#live?.destroy(), this.#bounded?.destroy()]);
    this.#bounded = undefined;
    this.#short = undefined;
    this.#live = undefined;
  }

  async #follow(
    pool: Piscina<WorkOrder, unknown>,
    { sandbox, module, name, input }: SandboxWork,
    { worker, close }: CallerChannel,
  ): Promise<unknown> {
    try {
      return await pool.run(workOf(sandbox, { module, name, input, line: worker }), { transferList: [worker.port] });
    } finally {
      close();
    }
  }
}

/** One thread is left to the server itself. */
const defaultThreads = Math.max(1, availableParallelism() - 1);

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function openThreads(
  maxThreads: number,
  resourceLimits: ResourceLimits = {},
  minThreads = 0,
): Piscina<WorkOrder, unknown> {
  return new Piscina<WorkOrder, unknown>({
    filename: builtModule(import.meta.url, './worker.js'),
    ...builtThread(),
    minThreads,
    maxThreads,
    resourceLimits,
    taskQueue: new ThreadQueue(),
    // Otherwise, work that was taken out too early would go to the end of its line.
    stricterFIFO: true,
    idleTimeout: 60_000,
  });
}

/**
 * Options of a thread that runs a built module, which takes built packages: Node's arguments of this thread without the
 * condition by which a caller that runs from sources takes packages from theirs. Without the condition there is nothing
 * to tell: a thread has the same arguments by itself, and some, such as `--expose-gc`, must not be given to one.
 */
export function builtThread(given: readonly string[] = process.execArgv): { execArgv?: string[] } {
  const execArgv = given.filter((argument, at) => {
    const taken =
      argument === '--conditions' || argument === '-C' ? given[at + 1] : argument.replace('--conditions=', '');
    return taken !== sourceCondition && argument !== sourceCondition;
  });
  return execArgv.length === given.length ? {} : { execArgv };
}
