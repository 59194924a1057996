import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { WorkOrder } from './worker.js';

/** Runs the computing of jobs in threads of their own; the first thread starts with the first job. */
export class WorkerPool {
  #pool: Piscina<WorkOrder, unknown> | undefined;

  async run(order: WorkOrder): Promise<unknown> {
    this.#pool ??= new Piscina<WorkOrder, unknown>({
      filename: builtModule(import.meta.url, './worker.js'),
      minThreads: 0,
      maxThreads: Math.max(1, availableParallelism() - 1),
      idleTimeout: 60_000,
    });
    return await this.#pool.run(order);
  }

  async close(): Promise<void> {
    await this.#pool?.destroy();
    this.#pool = undefined;
  }
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
