import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { type LineStart, openLine } from './live-work.js';
import type { WorkOrder } from './worker.js';

/** An export of a built module that takes one structured-cloneable value. */
export interface Work {
  readonly module: string;
  readonly name: string;
}

/** Live work under way. */
export interface LiveRun {
  readonly output: Promise<unknown>;
  stop(): void;
}

/**
 * Runs computing in threads of their own; the first thread starts with the first work. Live work, which may take
 * minutes, has threads apart, so that short work never waits for it.
 */
export class WorkerPool {
  #short: Piscina<WorkOrder, unknown> | undefined;
  #live: Piscina<WorkOrder, unknown> | undefined;

  async run(order: Work & { readonly input: unknown }): Promise<unknown> {
    this.#short ??= openThreads();
    return await this.#short.run(order);
  }

  /**
   * @param scale milliseconds of the sandbox's clock in a millisecond; 0 for a clock that stands still
   * @param onTold hears every output that the work tells, in order, before `output` is settled or not at all
   */
  runLive(order: Work & { readonly input: unknown }, scale: number, onTold: (output: unknown) => void): LiveRun {
    this.#live ??= openThreads();
    const line = openLine(scale, onTold);
    return { output: this.#follow(this.#live, order, line), stop: line.stop };
  }

  async close(): Promise<void> {
    await Promise.all([this.#short?.destroy(), this.#live?.destroy()]);
    this.#short = undefined;
    this.#live = undefined;
  }

  async #follow(
    pool: Piscina<WorkOrder, unknown>,
    order: Work & { readonly input: unknown },
    { end, close }: LineStart,
  ): Promise<unknown> {
    try {
      return await pool.run({ ...order, line: end }, { transferList: [end.port] });
    } finally {
      close();
    }
  }
}

/** One thread is left to the server itself. */
function openThreads(): Piscina<WorkOrder, unknown> {
  return new Piscina<WorkOrder, unknown>({
    filename: builtModule(import.meta.url, './worker.js'),
    minThreads: 0,
    maxThreads: Math.max(1, availableParallelism() - 1),
    idleTimeout: 60_000,
  });
}

/**
 * Address of a built module, for a worker thread: worker threads run the built files, also when the caller runs from
 * its sources.
 *
 * @param from `import.meta.url` of the caller, in `src/` or `dist/` of its package
 * @param relative path of the module from the caller, with the ending `.js`
 */
export function builtModule(from: string, relative: string): string {
  return new URL(relative, from).href.replace(/\/src\/(?!.*\/src\/)/, '/dist/');
}
