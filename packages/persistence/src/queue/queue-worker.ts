import { type Simulator, WorkerPool } from '@understudy/kernel';
import { type AnyJobKind, monotonicNowMs, sleepRealTime } from '@understudy/kernel/serving';
import { openPostgres } from '../postgres/open-postgres.js';
import type { Sql } from '../postgres/sql.js';
import { type RunningJob, runJob } from './run-job.js';
import { toTaskName } from './work-queue-table.js';
import { type ClaimedWork, WorkerTable, workerLeaseTimes } from './worker-table.js';

/** An event that a worker reports. */
export interface WorkerEvent {
  readonly what: 'begun' | 'done' | 'failed' | 'stopped' | 'lost';
  readonly sandbox: string;
  readonly api: string;
  readonly kind: string;
  readonly milliseconds: number;
}

interface QueueWorkerOptions {
  readonly url: string;
  /** Version of the worker. It works only for servers with the same version. */
  readonly version: string;
  readonly simulators: readonly Simulator[];
  /** Maximum number of live work items, and separately of other work items. */
  readonly concurrency: number;
  readonly onEvent: (event: WorkerEvent) => void;
  /** Called when the database becomes unreachable or reachable again. */
  readonly onNotice: (notice: string) => void;
}

/** The slots for live work or the slots for other work. */
interface Lane {
  readonly isLive: boolean;
  running: number;
  /** True if work may have arrived since the last query. */
  mayHaveWork: boolean;
  isFilling: boolean;
}

/** Processes the work in a database's queue. */
export class QueueWorker {
  readonly #options: QueueWorkerOptions;
  readonly #sql: Sql;
  readonly #pool: WorkerPool;
  readonly #kinds: ReadonlyMap<string, { readonly api: string; readonly kind: AnyJobKind }>;
  readonly #rows: WorkerTable;
  readonly #lanes = [true, false].map((isLive): Lane => ({ isLive, running: 0, mayHaveWork: false, isFilling: false }));
  readonly #underWay = new Map<string, RunningJob>();
  readonly #closing = new AbortController();
  readonly #closed = new AbortController();
  #isReachable = true;

  private constructor(sql: Sql, options: QueueWorkerOptions) {
    this.#options = options;
    this.#sql = sql;
    this.#pool = new WorkerPool(undefined, options.concurrency);
    this.#kinds = new Map(
      options.simulators.flatMap(({ name: api, jobs }) =>
        Object.values(jobs).map(
          (kind) => [toTaskName(options.version, { api, kind: kind.name }), { api, kind }] as const,
        ),
      ),
    );
    this.#rows = new WorkerTable(sql, [...this.#kinds.keys()]);
  }

  static async open(options: QueueWorkerOptions): Promise<QueueWorker> {
    const worker = new QueueWorker(await openPostgres(options.url), options);
    try {
      await worker.#rows.enter();
      await worker.#sql.listen('understudy_workers', (id) => worker.#heard(id));
      void worker.#keepAlive();
      return worker;
    } catch (error) {
      await worker.close();
      throw error;
    }
  }

  /** Stops accepting work, finishes short work, and returns live work to the queue. */
  async close(): Promise<void> {
    this.#closing.abort();
    const end = async ([id, job]: [string, RunningJob]) => {
      if (job.isLive) job.giveUp();
      await job.ended;
      if (job.isLive) await this.#rows.giveBack(id);
    };
    // The lease must outlast the work.
    await Promise.allSettled([...this.#underWay].map(end));
    this.#closed.abort();
    await this.#rows.leave().catch(() => undefined);
    await this.#pool.close();
    await this.#sql.end();
  }

  /** Renews the lease and compensates for lost notifications. */
  async #keepAlive(): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      try {
        await this.#rows.renew();
        await this.#dropUnwanted();
        await this.#rows.removeDead();
        this.#notice(true);
        this.#fillAll();
      } catch (error) {
        this.#notice(false, error);
      }
      await sleepRealTime(workerLeaseTimes.renewal, signal);
    }
  }

  #notice(isReachable: boolean, error?: unknown): void {
    if (isReachable === this.#isReachable || this.#closed.signal.aborted) return;
    this.#isReachable = isReachable;
    const { onNotice } = this.#options;
    if (isReachable) onNotice('The database answers again');
    else onNotice(`The database does not answer, and is asked again each second: ${String(error)}`);
  }

  #heard(id: string): void {
    // The next renewal retries.
    if (this.#underWay.has(id)) this.#dropUnwanted().catch(() => undefined);
    else this.#fillAll();
  }

  /** Abandons work that is no longer needed, and stops work on request. */
  async #dropUnwanted(): Promise<void> {
    const jobs = [...this.#underWay];
    if (jobs.length === 0) return;
    const wanted = await this.#rows.wanted();
    for (const [id, job] of jobs) {
      if (!wanted.has(id)) job.giveUp();
      else if (wanted.get(id) === true) job.stop();
    }
  }

  #fillAll(): void {
    for (const lane of this.#lanes) void this.#fill(lane);
  }

  /** Takes work while slots are free. */
  async #fill(lane: Lane): Promise<void> {
    lane.mayHaveWork = true;
    if (lane.isFilling) return;
    lane.isFilling = true;
    while (lane.mayHaveWork && lane.running < this.#options.concurrency && !this.#closing.signal.aborted) {
      lane.mayHaveWork = false;
      const row = await this.#rows.take(lane.isLive, [...this.#underWay.keys()]).catch(() => undefined);
      // During shutdown, work goes back to the queue.
      if (row === undefined || this.#closing.signal.aborted) continue;
      lane.mayHaveWork = true;
      void this.#do(row, lane);
    }
    lane.isFilling = false;
  }

  async #do(row: ClaimedWork, lane: Lane): Promise<void> {
    const known = this.#kinds.get(row.task);
    if (known === undefined) return;
    const { api, kind } = known;
    const { onEvent, onNotice } = this.#options;
    const begun = monotonicNowMs();
    const report = (what: WorkerEvent['what']) =>
      onEvent({ what, sandbox: row.sandbox, api, kind: kind.name, milliseconds: monotonicNowMs() - begun });
    report('begun');
    const job = runJob({ work: kind.work, row, pool: this.#pool, rows: this.#rows });
    lane.running += 1;
    this.#underWay.set(row.id, job);
    try {
      report(await job.ended);
    } catch (error) {
      onNotice(`The outcome of ${api} ${kind.name} cannot be stored, so it is computed again: ${String(error)}`);
      report('lost');
    }
    lane.running -= 1;
    this.#underWay.delete(row.id);
    void this.#fill(lane);
  }
}
