import type { Run } from './run.js';

/** Who runs, and who waits for it: runs that share a key go one after another. */
export class RunQueues {
  /** By key. */
  #queues = new Map<string, Run[]>();

  add(run: Run): void {
    for (const key of run.keys) {
      const queue = this.#queues.get(key);
      if (queue === undefined) this.#queues.set(key, [run]);
      else queue.push(run);
    }
  }

  /** Whether a run stands first for each of its keys. */
  isFirst(run: Run): boolean {
    return run.keys.every((key) => this.#queues.get(key)?.[0] === run);
  }

  /** Takes a run out. @returns those that stand first for one of its keys now */
  leave(run: Run): Run[] {
    const next: Run[] = [];
    for (const key of run.keys) {
      const queue = this.#queues.get(key) ?? [];
      const place = queue.indexOf(run);
      if (place >= 0) queue.splice(place, 1);
      const [first] = queue;
      if (first === undefined) this.#queues.delete(key);
      else if (place === 0) next.push(first);
    }
    return next;
  }

  clear(): void {
    this.#queues.clear();
  }
}
