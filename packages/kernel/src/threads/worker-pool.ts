import { availableParallelism } from 'node:os';
import type { ResourceLimits } from 'node:worker_threads';
import { isObject } from '@understudy/contract';
import { Piscina } from 'piscina';
import { createTimeoutSignal } from '../wall-clock.js';
import { FairTurns, type TurnTaker } from './fair-turns.js';
import { type CallerChannel, openChannel } from './progress-channel.js';
import { resolveBuiltModule } from './resolve-built-module.js';
import { RoundRobinQueue } from './round-robin-queue.js';
import type { WorkerTask } from './worker.js';

/** Export condition in `package.json` that selects source files. */
const sourceCondition = '@understudy/source';

export interface WorkerFunction {
  readonly module: string;
  readonly name: string;
}

/** Work for a sandbox. Sandboxes take turns. */
interface SandboxWork extends WorkerFunction {
  readonly sandbox: string;
  readonly input: unknown;
}

export interface LiveWork {
  readonly output: Promise<unknown>;
  stop(): void;
}

/** Limits for work on a caller's input: seconds in a thread and MiB of heap. */
interface WorkLimits {
  readonly seconds: number;
  readonly megabytes: number;
}

const defaultBounds: WorkLimits = { seconds: 10, megabytes: 512 };

/** The work exceeded its limits. Its thread is replaced. */
export class WorkTooCostlyError extends Error {
  constructor(what: string) {
    super(`Parsing it takes more than ${what}, the limit for one request; send something smaller or simpler`);
    this.name = 'WorkTooCostly';
  }
}

/**
 * Runs work in threads. Live and limited work have separate threads, because live work takes minutes and limited work
 * can be terminated.
 */
export class WorkerPool {
  readonly #bounds: WorkLimits;
  readonly #threads: number;
  #short: Piscina<WorkerTask, unknown> | undefined;
  #live: Piscina<WorkerTask, unknown> | undefined;
  #bounded: Piscina<WorkerTask, unknown> | undefined;
  readonly #boundedThreads: number;
  readonly #boundedTurns: FairTurns;

  /** @param threads maximum number for each of live, limited and other work */
  constructor(bounds = defaultBounds, threads = defaultThreads) {
    this.#bounds = bounds;
    this.#threads = threads;
    // One thread is not enough, because a caller's expensive work would delay the work of others.
    this.#boundedThreads = Math.max(2, threads);
    this.#boundedTurns = new FairTurns(this.#boundedThreads);
  }

  get queued(): number {
    const inPools = [this.#short, this.#live, this.#bounded].map((pool) => pool?.queueSize ?? 0);
    return inPools.reduce((sum, size) => sum + size, this.#boundedTurns.size);
  }

  /** Starts a permanent thread and loads modules into it, so that the first job does not wait. */
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
   * Runs work on a caller's input. Time spent waiting for a thread does not count.
   * @throws WorkTooCostlyError if it exceeds its limits
   */
  async runBounded({ sandbox, owner, module, name, input }: SandboxWork & TurnTaker): Promise<unknown> {
    const { seconds, megabytes } = this.#bounds;
    const end = await this.#boundedTurns.take({ sandbox, owner });
    this.#bounded ??= openThreads(this.#boundedThreads, { maxOldGenerationSizeMb: megabytes });
    const deadline = createTimeoutSignal(seconds * 1000);
    try {
      return await this.#bounded.run({ module, name, input }, { signal: deadline });
    } catch (error) {
      if (deadline.aborted) throw new WorkTooCostlyError(`${seconds} seconds`);
      if (isObject(error) && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new WorkTooCostlyError(`${megabytes} MiB of memory`);
      throw error;
    } finally {
      end();
    }
  }

  /**
   * Runs live work.
   * @param scale milliseconds of the sandbox's clock per millisecond; 0 for a manual clock
   * @param onProgress called in order, never after `output` is settled
   */
  runLive(order: SandboxWork, scale: number, onProgress: (output: unknown) => void): LiveWork {
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
    pool: Piscina<WorkerTask, unknown>,
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

/** Leaves one processor for the server. */
const defaultThreads = Math.max(1, availableParallelism() - 1);

function openThreads(
  maxThreads: number,
  resourceLimits: ResourceLimits = {},
  minThreads = 0,
): Piscina<WorkerTask, unknown> {
  return new Piscina<WorkerTask, unknown>({
    filename: resolveBuiltModule(import.meta.url, './worker.js'),
    ...createThreadOptions(),
    minThreads,
    maxThreads,
    resourceLimits,
    taskQueue: new ThreadQueue(),
    // Without this option, returned work would move to the end of the queue.
    stricterFIFO: true,
    idleTimeout: 60_000,
  });
}

/**
 * Returns Node's options for a thread of a process that runs from sources: only that modules are never loaded by
 * `require`, which ends the process if the same module is being imported. Threads run built modules and need none of
 * the arguments for running sources. Arguments such as `--max-old-space-size` cause errors when passed to a thread, but
 * not when inherited.
 */
export function createThreadOptions(given: readonly string[] = process.execArgv): { execArgv?: string[] } {
  return given.some((argument) => argument.includes(sourceCondition))
    ? { execArgv: ['--no-experimental-require-module'] }
    : {};
}

type TaskQueue = NonNullable<NonNullable<ConstructorParameters<typeof Piscina>[0]>['taskQueue']>;
type Task = Parameters<TaskQueue['push']>[0];

/** Adds the owner for {@link ThreadQueue}. It is invisible to threads. */
function workOf<Order extends object>(sandbox: string, order: Order): Order {
  return Object.defineProperty(order, Piscina.queueOptionsSymbol, { value: { sandbox } });
}

/** The task queue of a pool. Sandboxes take turns. */
class ThreadQueue implements TaskQueue {
  readonly #line = new RoundRobinQueue<Task>();

  get size(): number {
    return this.#line.size;
  }

  push(task: Task): void {
    this.#line.push(sandboxOf(task), task);
  }

  /** Puts a task back. Piscina returns it if no thread is free. */
  unshift(task: Task): void {
    this.#line.unshift(sandboxOf(task), task);
  }

  shift(): Task | null {
    return this.#line.shift() ?? null;
  }

  remove(task: Task): void {
    this.#line.remove(task);
  }
}

function sandboxOf(task: Task): string {
  const options: unknown = Reflect.get(task, Piscina.queueOptionsSymbol);
  return String(isObject(options) ? options.sandbox : undefined);
}

export interface JobWork extends SandboxWork {
  readonly api: string;
  readonly kind: string;
  /** Aborted when the output is no longer needed. */
  readonly abandoned: AbortSignal;
}

/** Computes jobs in threads of this process or in separate workers, with the same results. */
export interface JobComputer {
  /** @throws Error if the work failed */
  run(work: JobWork): Promise<unknown>;
  /**
   * Runs live work.
   * @param scale milliseconds of the sandbox's clock per millisecond; 0 for a manual clock
   * @param onProgress called in order, never after `output` is settled. Can skip outputs on a running clock
   */
  runLive(work: JobWork, scale: number, onProgress: (output: unknown) => void): LiveWork;
}
