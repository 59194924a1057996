import type { Work, WorkerPool } from '../jobs/worker-pool.js';
import type { WorkEnd } from './work-rows.js';
import type { TakenRow, TakenWork, WorkerRows } from './worker-rows.js';

/** Work was given to another worker, or no one wants it any more. */
export class WorkLost extends Error {
  constructor(cause?: unknown) {
    super('The work is not done here any more', { cause });
    this.name = 'WorkLost';
  }
}

interface Order {
  readonly id: string;
  readonly work: Work;
  readonly row: TakenRow;
  readonly pool: WorkerPool;
  readonly rows: WorkerRows;
}

/** Computes what was taken out of the queue, tells of it while it continues, and writes down its outcome. */
export function workOn({ id, work, row, pool, rows }: Order): TakenWork {
  let isGivenUp = false;
  let giveUp = () => {};
  const givenUp = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(new WorkLost());
  });
  let isStopped = false;
  let stopLive = () => {};
  const stop = () => {
    isStopped = true;
    stopLive();
  };
  // What was given up may have been taken again by this very worker: the earlier run writes none of it.
  const tellings = new Tellings(row.scale !== 0, (told) => (isGivenUp ? Promise.resolve() : rows.tell(id, told)));
  const order = { ...work, sandbox: row.sandbox, input: row.input };
  const compute = async (): Promise<WorkEnd> => {
    try {
      if (row.scale === null) return { output: await pool.run(order) };
      const live = pool.runLive(order, row.scale, (output) => tellings.add(output));
      stopLive = live.stop;
      if (row.stopped || isStopped) live.stop();
      return { output: await live.output };
    } catch (error) {
      return { failure: error instanceof Error ? error.message : String(error) };
    }
  };
  const finish = async () => {
    const end = await compute();
    await tellings.written();
    if (isGivenUp || !(await rows.end(id, end))) throw new WorkLost();
    return 'failure' in end ? 'failed' : isStopped ? 'stopped' : 'done';
  };
  const ended = Promise.race([finish(), givenUp]);
  return {
    live: row.scale !== null,
    ended,
    stop,
    giveUp() {
      isGivenUp = true;
      giveUp();
      stop();
    },
    askRow() {
      rows.wanted([id]).then(
        (wanted) => (wanted.has(id) ? wanted.get(id) === true && stop() : this.giveUp()),
        () => undefined,
      );
    },
  };
}

type WriteTold = (told: { readonly number: number; readonly value: unknown }) => Promise<void>;

/** What live work tells, written one after another. Where it may be overtaken, what waits gives way to what is better. */
class Tellings {
  readonly #mayOvertake: boolean;
  readonly #write: WriteTold;
  #waiting: unknown[] = [];
  #number = 0;
  #writing: Promise<void> | undefined;

  constructor(mayOvertake: boolean, write: WriteTold) {
    this.#mayOvertake = mayOvertake;
    this.#write = write;
  }

  add(value: unknown): void {
    if (this.#mayOvertake) this.#waiting = [];
    this.#waiting.push(value);
    this.#writing ??= this.#writeAll();
  }

  /** Resolves when all that was reported is written. */
  async written(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const value = this.#waiting.shift();
      this.#number += 1;
      await this.#write({ number: this.#number, value });
    }
    this.#writing = undefined;
  }
}
