import { type JobComputer, type JobWork, type LiveWork, sleepRealTime } from '@understudy/kernel/serving';
import { type WorkQueueOptions, WorkQueueTable, type WorkUpdate } from './work-queue-table.js';

/** Where jobs are computed: by workers if there are any (`auto`), only in this process, or only by workers. */
export type ComputeMode = 'auto' | 'here' | 'elsewhere';

interface QueueOptions extends WorkQueueOptions {
  /** Computes jobs in this process if there is no worker. */
  readonly here: JobComputer;
  readonly mode: Exclude<ComputeMode, 'here'>;
  /** Called when the last worker leaves and when a worker returns. */
  readonly onNotice: (notice: string) => void;
}

interface Live {
  readonly scale: number;
  readonly onProgress: (output: unknown) => void;
  stopped: boolean;
  /** Stops the current run. */
  stop: () => void;
}

interface Waiting {
  readonly work: JobWork;
  readonly live: Live | undefined;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
  isAdded: boolean;
  latest: number;
}

/** Milliseconds between queries, which complement the notifications. */
const betweenLooks = 1000;

/**
 * Computes jobs with a database's workers (`understudy start --worker`). Its state is in memory, so a server that takes
 * over sandboxes queues their work again.
 */
export class QueuedJobComputer implements JobComputer {
  readonly #options: QueueOptions;
  readonly #rows: WorkQueueTable;
  readonly #waiting = new Map<string, Waiting>();
  #unlisten = () => {};
  readonly #closed = new AbortController();
  #hasNews = false;
  #reading: Promise<void> | undefined;
  #missed = false;

  private constructor(options: QueueOptions) {
    this.#options = options;
    this.#rows = new WorkQueueTable(options);
  }

  static async open(options: QueueOptions): Promise<QueuedJobComputer> {
    const computing = new QueuedJobComputer(options);
    computing.#unlisten = await options.sql.listen('understudy_servers', (id) => {
      if (computing.#waiting.has(id)) void computing.#read();
    });
    void computing.#keepLooking();
    return computing;
  }

  async run(work: JobWork): Promise<unknown> {
    return await this.#compute(work, undefined);
  }

  runLive(work: JobWork, scale: number, onProgress: (output: unknown) => void): LiveWork {
    const live: Live = { scale, onProgress, stopped: false, stop: () => undefined };
    const output = this.#compute(work, live);
    return {
      output,
      stop: () => {
        live.stopped = true;
        live.stop();
      },
    };
  }

  /** Closes the computer. Call it when no work is waiting. */
  async close(): Promise<void> {
    this.#closed.abort();
    this.#unlisten();
  }

  async #compute(work: JobWork, live: Live | undefined): Promise<unknown> {
    if (!(await this.#isServed(work, live))) return await this.#here(work, live);
    const id = this.#rows.newId();
    if (id === undefined) return await this.#here(work, live);
    const { abandoned } = work;
    return await new Promise((resolve, reject) => {
      const waiting: Waiting = { work, live, resolve, reject, isAdded: false, latest: 0 };
      this.#waiting.set(id, waiting);
      const withdraw = () => void this.#rows.withdraw(id).catch(() => undefined);
      const abandon = () => {
        this.#waiting.delete(id);
        withdraw();
        reject(new Error('No request is waiting for this work any more'));
      };
      if (live !== undefined) live.stop = () => void this.#rows.stop(id).catch(() => undefined);
      abandoned.addEventListener('abort', abandon, { once: true });
      this.#rows
        .add(id, work, live?.scale)
        .then(() => {
          if (abandoned.aborted) return withdraw();
          waiting.isAdded = true;
          if (live?.stopped === true) live.stop();
        })
        .catch(() => {
          // The database is unreachable, so no worker can have this work.
          if (this.#waiting.delete(id)) this.#here(work, live).then(resolve, reject);
        });
    });
  }

  /** Returns whether a worker can do this work. Waits for a worker if one is required. */
  async #isServed(work: JobWork, live: Live | undefined): Promise<boolean> {
    for (;;) {
      if (work.abandoned.aborted || live?.stopped === true) return false;
      const served = await this.#rows.isServed(work).catch(() => false);
      this.#notice(served, work);
      if (served || this.#options.mode === 'auto') return served;
      await sleepRealTime(betweenLooks, work.abandoned);
    }
  }

  #notice(served: boolean, { api, kind }: JobWork): void {
    if (served !== this.#missed) return;
    this.#missed = !served;
    const { mode, onNotice } = this.#options;
    if (served) onNotice('A worker is there; it computes from now on');
    else if (mode === 'elsewhere') {
      onNotice(`No worker is there for ${api} ${kind}: it waits until one is started (understudy start --worker)`);
    } else
      onNotice(`No worker is there for ${api} ${kind}: this server computes it (understudy start --worker starts one)`);
  }

  async #here(work: JobWork, live: Live | undefined): Promise<unknown> {
    if (work.abandoned.aborted) return undefined;
    const { here } = this.#options;
    if (live === undefined) return await here.run(work);
    const run = here.runLive(work, live.scale, live.onProgress);
    live.stop = run.stop;
    if (live.stopped) run.stop();
    return await run.output;
  }

  async #keepLooking(): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      await sleepRealTime(betweenLooks, signal);
      // The next query retries.
      if (this.#waiting.size > 0) await this.#lookAround().catch(() => undefined);
    }
  }

  /** Compensates for lost notifications and responses. */
  async #lookAround(): Promise<void> {
    const added = [...this.#waiting].filter(([, { isAdded }]) => isAdded);
    const present = await this.#rows.present();
    for (const id of present) if (!this.#waiting.has(id)) await this.#rows.withdraw(id);
    await this.#read();
    for (const [id, { work, live }] of added) {
      if (live?.stopped === true) live.stop();
      if (present.has(id)) {
        if (this.#options.mode === 'elsewhere' || (await this.#rows.isServed(work))) continue;
        this.#notice(false, work);
        await this.#rows.withdraw(id);
      }
      this.#computeAgain(id);
    }
  }

  /** Repeats work that disappeared from the queue without an outcome. */
  #computeAgain(id: string): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    const { work, live, resolve, reject } = waiting;
    this.#compute(work, live).then(resolve, reject);
  }

  /** Reads reports and outcomes. If that fails, the next query retries. */
  #read(): Promise<void> {
    this.#hasNews = true;
    this.#reading ??= this.#readAll().catch(() => undefined);
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    try {
      while (this.#hasNews) {
        this.#hasNews = false;
        for (const news of await this.#rows.read()) this.#hear(news);
      }
    } finally {
      this.#reading = undefined;
    }
  }

  #hear(news: WorkUpdate): void {
    const waiting = this.#waiting.get(news.id);
    if (waiting === undefined) return;
    if ('end' in news) {
      this.#waiting.delete(news.id);
      if ('failure' in news.end) waiting.reject(new Error(news.end.failure));
      else waiting.resolve(news.end.output);
    } else if (news.number > waiting.latest) {
      // Repeated work also repeats its reports.
      waiting.latest = news.number;
      waiting.live?.onProgress(news.value);
    }
  }
}
