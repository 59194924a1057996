import type { Sql } from 'postgres';
import type { Computing, JobWork } from '../jobs/computing.js';
import type { LiveRun } from '../jobs/worker-pool.js';
import { wallAlarm, wallSleep } from '../wall-clock.js';
import { freeDead } from './free-dead.js';
import { WorkRows } from './work-rows.js';

/** Who computes: workers where there are some (`auto`), this process alone, or workers alone. */
export type ComputeMode = 'auto' | 'here' | 'elsewhere';

export interface QueueOptions {
  readonly sql: Sql;
  /** Id of this process among those of the database; undefined while it has no lease. */
  readonly process: () => string | undefined;
  /** Version of Understudy: work is for workers of the same one. */
  readonly version: string;
  /** Computes what no worker does. */
  readonly here: Computing;
  readonly mode: Exclude<ComputeMode, 'here'>;
  /** Called when no worker is there, and when there are some again. */
  readonly onNotice: (notice: string) => void;
}

interface Live {
  readonly scale: number;
  readonly onTold: (output: unknown) => void;
  stopped: boolean;
  /** Stops it where it is computed now. */
  stop: () => void;
}

interface Waiting {
  readonly work: JobWork;
  readonly live: Live | undefined;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Number of the latest output heard. */
  heard: number;
  /** What is heard is heard one after another. */
  hearing: Promise<void>;
}

/** From one look at what waits to the next; notices come at once, so this is for those that were lost. */
const betweenLooks = 1000;

/**
 * Computes by the workers of a database, `understudy work`. What it knows is in memory: a server that ends forgets what
 * it waited for, and the one that continues with its sandboxes asks for the work again.
 */
export class QueuedComputing implements Computing {
  readonly #options: QueueOptions;
  readonly #rows: WorkRows;
  readonly #waiting = new Map<string, Waiting>();
  #unlisten: () => Promise<void> = () => Promise.resolve();
  #callOffLook: (() => void) | undefined;
  #missed = false;

  private constructor(options: QueueOptions) {
    this.#options = options;
    this.#rows = new WorkRows(options);
  }

  /** @param options whose `sql` stays open until this is closed */
  static async open(options: QueueOptions): Promise<QueuedComputing> {
    const computing = new QueuedComputing(options);
    const listening = await options.sql.listen('understudy_work', (notice) => computing.#noticed(notice));
    computing.#unlisten = listening.unlisten;
    return computing;
  }

  async run(work: JobWork): Promise<unknown> {
    return await this.#compute(work, undefined);
  }

  runLive(work: JobWork, scale: number, onTold: (output: unknown) => void): LiveRun {
    const live: Live = { scale, onTold, stopped: false, stop: () => undefined };
    const output = this.#compute(work, live);
    return {
      output,
      stop: () => {
        live.stopped = true;
        live.stop();
      },
    };
  }

  /** To be called when nothing waits any more: the one that abandons work has it withdrawn. */
  async close(): Promise<void> {
    this.#callOffLook?.();
    await this.#unlisten().catch(() => undefined);
  }

  async #compute(work: JobWork, live: Live | undefined): Promise<unknown> {
    if (!(await this.#isServed(work, live))) return await this.#here(work, live);
    const id = this.#rows.newId();
    if (id === undefined) return await this.#here(work, live);
    const { abandoned } = work;
    return await new Promise((resolve, reject) => {
      const abandon = () => {
        this.#waiting.delete(id);
        void this.#rows.withdraw([id]).catch(() => undefined);
        reject(new Error('Nobody waits for this work any more'));
      };
      const waiting: Waiting = { work, live, resolve, reject, heard: 0, hearing: Promise.resolve() };
      if (live !== undefined) live.stop = () => void this.#rows.stop(id).catch(() => undefined);
      abandoned.addEventListener('abort', abandon, { once: true });
      this.#rows
        .add(id, work, live?.scale)
        .then(() => {
          if (abandoned.aborted) return abandon();
          this.#waiting.set(id, waiting);
          if (live?.stopped === true) live.stop();
          this.#look();
          // The notice of its end may have come before; where this fails, the next look finds it.
          this.#noticed(id);
        })
        // No worker has it: the database is gone for a moment.
        .catch(() => this.#here(work, live).then(resolve, reject));
    });
  }

  /** Whether a worker is there for this work; where only workers compute, waits for one. */
  async #isServed(work: JobWork, live: Live | undefined): Promise<boolean> {
    for (;;) {
      if (work.abandoned.aborted || live?.stopped === true) return false;
      const served = await this.#rows.isServed(work).catch(() => false);
      this.#notice(served, work);
      if (served || this.#options.mode === 'auto') return served;
      await wallSleep(betweenLooks, work.abandoned);
    }
  }

  #notice(served: boolean, { api, kind }: JobWork): void {
    if (served !== this.#missed) return;
    this.#missed = !served;
    const { mode, onNotice } = this.#options;
    if (served) onNotice('A worker is there; it computes from now on');
    else if (mode === 'elsewhere') {
      onNotice(`No worker is there for ${api} ${kind}: it waits until one is started (understudy work)`);
    } else onNotice(`No worker is there for ${api} ${kind}: this server computes it (understudy work starts one)`);
  }

  async #here(work: JobWork, live: Live | undefined): Promise<unknown> {
    if (work.abandoned.aborted) return undefined;
    const { here } = this.#options;
    if (live === undefined) return await here.run(work);
    const run = here.runLive(work, live.scale, live.onTold);
    live.stop = run.stop;
    if (live.stopped) run.stop();
    return await run.output;
  }

  #noticed(id: string): void {
    if (this.#waiting.has(id)) this.#check([id]).catch(() => undefined);
  }

  #look(): void {
    this.#callOffLook ??= wallAlarm(betweenLooks, () => {
      this.#lookAround()
        // The database is gone for a moment.
        .catch(() => undefined)
        .finally(() => {
          this.#callOffLook = undefined;
          if (this.#waiting.size > 0) this.#look();
        });
    });
  }

  async #lookAround(): Promise<void> {
    await freeDead(this.#options.sql);
    await this.#check([...this.#waiting.keys()]);
    if (this.#options.mode === 'elsewhere') return;
    for (const [id, { work }] of this.#waiting) {
      if (await this.#rows.isServed(work)) continue;
      this.#notice(false, work);
      await this.#rows.withdraw([id]);
      this.#takeBack(id);
    }
  }

  /** Hears what was reported on these, and their outcomes. */
  async #check(ids: readonly string[]): Promise<void> {
    const states = await this.#rows.states(ids);
    for (const id of ids) {
      const state = states.get(id);
      // Withdrawn by a process that took this one for gone.
      if (state === undefined) this.#takeBack(id);
      else if (state.done || state.told > (this.#waiting.get(id)?.heard ?? 0)) await this.#hear(id, state.done);
    }
  }

  /** Computes here what no worker has any more. */
  #takeBack(id: string): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    const { work, live, resolve, reject } = waiting;
    void waiting.hearing.then(() => this.#here(work, live)).then(resolve, reject);
  }

  async #hear(id: string, isDone: boolean): Promise<void> {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    waiting.hearing = waiting.hearing.then(async () => {
      if (waiting.live !== undefined) {
        for (const { number, value } of await this.#rows.told(id)) {
          // A worker that repeats the work reports it again.
          if (number <= waiting.heard) continue;
          waiting.heard = number;
          waiting.live.onTold(value);
        }
      }
      if (!isDone || !this.#waiting.has(id)) return;
      const end = await this.#rows.take(id);
      if (end === undefined || !this.#waiting.delete(id)) return;
      if ('failure' in end) waiting.reject(new Error(end.failure));
      else waiting.resolve(end.output);
    });
    const { hearing } = waiting;
    // What could not be read now is read at the next look.
    waiting.hearing = hearing.catch(() => undefined);
    await hearing;
  }
}
