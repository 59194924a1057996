import { FifoQueue } from '../fifo-queue.js';
import type { JobRun } from './job-run.js';

export class RunQueues {
  #queues = new Map<string, FifoQueue<JobRun>>();

  add(run: JobRun): void {
    for (const key of run.keys) {
      const queue = this.#queues.get(key) ?? new FifoQueue();
      this.#queues.set(key, queue);
      queue.push(run);
    }
  }

  isFirst(run: JobRun): boolean {
    return run.keys.every((key) => this.#queues.get(key)?.first === run);
  }

  /** Removes a run. @returns the runs that are now first for one of its keys */
  leave(run: JobRun): JobRun[] {
    const next: JobRun[] = [];
    for (const key of run.keys) {
      const queue = this.#queues.get(key);
      const wasFirst = queue?.first === run;
      queue?.delete(run);
      const first = queue?.first;
      if (first === undefined) this.#queues.delete(key);
      else if (wasFirst) next.push(first);
    }
    return next;
  }

  clear(): void {
    this.#queues.clear();
  }
}
