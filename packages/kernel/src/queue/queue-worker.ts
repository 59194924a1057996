import { EventEmitter } from 'node:events';
import type { Runner, TaskList, WorkerEvents } from 'graphile-worker';
import type { Sql } from 'postgres';
import { DataFolderError } from '../archive/data-folder-error.js';
import { openPostgres } from '../archive/postgres/open-postgres.js';
import type { AnyJobKind } from '../jobs/job.js';
import { WorkerPool } from '../jobs/worker-pool.js';
import type { Simulator } from '../simulator.js';
import { wallAlarm, wallSleep, wallTicks } from '../wall-clock.js';
import { freeDead } from './free-dead.js';
import { taskOf } from './task-of.js';
import { WorkLost, workOn } from './work-on.js';
import { type TakenWork, WorkerRows } from './worker-rows.js';

/** What a worker reports: work that it begins, has done, or has given back. */
export interface WorkerEvent {
  readonly what: 'begun' | 'done' | 'failed' | 'stopped' | 'lost';
  readonly sandbox: string;
  readonly api: string;
  readonly kind: string;
  /** Since it was begun. */
  readonly milliseconds: number;
}

export interface QueueWorkerOptions {
  /** Address of the database. */
  readonly url: string;
  /** Version of Understudy: it does the work of servers of the same one. */
  readonly version: string;
  readonly simulators: readonly Simulator[];
  /** Pieces of live work, and of other work, at once. */
  readonly concurrency: number;
  readonly onEvent: (event: WorkerEvent) => void;
  /** Called when the database is gone for a moment, and what went wrong besides. */
  readonly onNotice: (notice: string) => void;
}

type Kinds = ReadonlyMap<string, { readonly api: string; readonly kind: AnyJobKind }>;

/** Does the work that servers have put into the queue of a database, until it is closed. */
export class QueueWorker {
  readonly #options: QueueWorkerOptions;
  readonly #sql: Sql;
  readonly #pool: WorkerPool;
  readonly #kinds: Kinds;
  readonly #rows: WorkerRows;
  readonly #events = new EventEmitter() as WorkerEvents;
  readonly #underWay = new Map<string, TakenWork>();
  #runners: Runner[] = [];
  #callOffBeat = () => {};
  #closing = false;
  #unlisten: () => Promise<void> = () => Promise.resolve();

  private constructor(sql: Sql, options: QueueWorkerOptions) {
    this.#options = options;
    this.#sql = sql;
    this.#pool = new WorkerPool(undefined, options.concurrency);
    this.#kinds = new Map(
      options.simulators.flatMap(({ name: api, jobs }) =>
        Object.values(jobs).map((kind) => [taskOf(options.version, { api, kind: kind.name }), { api, kind }] as const),
      ),
    );
    this.#rows = new WorkerRows(sql, [...this.#kinds.keys()]);
  }

  /** @throws DataFolderError when the queue is not installed, or the database cannot be used */
  static async open(options: QueueWorkerOptions): Promise<QueueWorker> {
    const sql = await openPostgres(options.url);
    const worker = new QueueWorker(sql, options);
    try {
      await worker.#open();
      return worker;
    } catch (error) {
      await worker.close();
      throw error;
    }
  }

  /** Takes no more work, finishes what takes seconds, and gives live work back for another worker to do again. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#callOffBeat();
    for (const taken of this.#underWay.values()) if (taken.live) taken.giveUp();
    // The lease ends when the last of the others is done.
    const beat = this.#keepAlive();
    await Promise.all(this.#runners.map((runner) => runner.stop().catch(() => undefined)));
    beat();
    await this.#rows.leave().catch(() => undefined);
    await this.#unlisten().catch(() => undefined);
    await this.#pool.close();
    await this.#sql.end({ timeout: 1 });
  }

  async #open(): Promise<void> {
    const { url, concurrency, onNotice } = this.#options;
    const { run, runMigrations, Logger } = await import('graphile-worker').catch((error: unknown) => {
      throw new DataFolderError(
        'A worker needs the library of its queue, which is not installed: npm install graphile-worker@0.17.3',
        error,
      );
    });
    const logger = new Logger(() => (level, message, meta) => {
      // Failed work was given up, or another worker has it by now.
      if (level === 'error' && meta?.['failure'] !== true) onNotice(message);
    });
    const common = { connectionString: url, schema: 'understudy_queue', noHandleSignals: true, logger };
    await runMigrations(common);
    await this.#rows.enter();
    const { unlisten } = await this.#sql.listen('understudy_stop', (id) => this.#underWay.get(id)?.askRow());
    this.#unlisten = unlisten;
    this.#events.on('pool:create', ({ workerPool }) => void this.#rows.addLock(workerPool.id).catch(() => undefined));
    const start = (isLive: boolean) =>
      run({ ...common, concurrency, pollInterval: 2000, events: this.#events, taskList: this.#tasks(isLive) });
    for (const isLive of [false, true]) this.#runners.push(await this.#keepRunning(() => start(isLive)));
    this.#beat();
  }

  /** Starts what takes work out of the queue, again and again: it ends itself when the database is gone for long. */
  async #keepRunning(start: () => Promise<Runner>): Promise<Runner> {
    const runner = await start();
    const again = async (): Promise<void> => {
      if (this.#closing) return;
      await wallSleep(1000);
      try {
        const next = await this.#keepRunning(start);
        this.#runners = this.#runners.map((one) => (one === runner ? next : one));
      } catch {
        await again();
      }
    };
    runner.promise.then(again, again);
    return runner;
  }

  #tasks(isLive: boolean): TaskList {
    const ofThem = [...this.#kinds].filter(([, { kind }]) => (kind.live === true) === isLive);
    return Object.fromEntries(
      ofThem.map(([task, { api, kind }]) => [task, (payload: unknown) => this.#do(payload, api, kind)]),
    );
  }

  async #do(payload: unknown, api: string, kind: AnyJobKind): Promise<void> {
    const id = String(Object(payload).id);
    const { onEvent } = this.#options;
    const row = await this.#rows.take(id);
    // Withdrawn meanwhile.
    if (row === undefined) return;
    const begun = wallTicks();
    const tell = (what: WorkerEvent['what']) =>
      onEvent({ what, sandbox: row.sandbox, api, kind: kind.name, milliseconds: wallTicks() - begun });
    tell('begun');
    const taken = workOn({ id, work: kind.work, row, pool: this.#pool, rows: this.#rows });
    this.#underWay.set(id, taken);
    if (this.#closing && taken.live) taken.giveUp();
    try {
      tell(await taken.ended);
    } catch (error) {
      tell('lost');
      // What another worker has by now stays in the queue: its error was reported already.
      throw error instanceof WorkLost ? error : new WorkLost(error);
    } finally {
      this.#underWay.delete(id);
    }
  }

  #beat(): void {
    this.#callOffBeat = this.#keepAlive();
  }

  /** Renews the lease until called off; asks for each piece of work whether it is still wanted. */
  #keepAlive(): () => void {
    let isOver = false;
    let callOff = () => {};
    const beat = async (): Promise<void> => {
      const isHeld = await this.#rows.renew().catch(() => true);
      if (!isHeld) {
        for (const taken of this.#underWay.values()) taken.giveUp();
        await this.#rows.enter().catch(() => undefined);
      }
      const ids = [...this.#underWay.keys()];
      const wanted = await this.#rows.wanted(ids).catch(() => undefined);
      for (const id of ids) {
        if (wanted !== undefined && !wanted.has(id)) this.#underWay.get(id)?.giveUp();
        else if (wanted?.get(id) === true) this.#underWay.get(id)?.stop();
      }
      await freeDead(this.#sql).catch(() => undefined);
      await this.#rows.tidy().catch(() => undefined);
      if (!isOver) arm();
    };
    const arm = () => {
      callOff = wallAlarm(1000, () => void beat());
    };
    arm();
    return () => {
      isOver = true;
      callOff();
    };
  }
}
