import type { Sql } from 'postgres';
import { inTransaction } from '../archive/postgres/in-transaction.js';
import type { JobWork } from '../jobs/computing.js';
import { packed, unpacked } from './packed.js';
import { taskOf } from './task-of.js';

/** The outcome of work that a worker has ended. */
export type WorkEnd = { readonly output: unknown } | { readonly failure: string };

interface WorkState {
  readonly id: string;
  readonly done: boolean;
  /** Number of the latest output told; 0 for none. */
  readonly told: number;
}

interface WorkRowsOptions {
  readonly sql: Sql;
  readonly process: () => string | undefined;
  readonly version: string;
}

/**
 * The work that one server has in the queue. The queue itself has the names only; what they are about, inputs, outputs and
 * what is told, lies in rows beside it, which go when the work is taken.
 */
export class WorkRows {
  readonly #sql: Sql;
  readonly #process: () => string | undefined;
  readonly #version: string;
  #added = 0;

  constructor({ sql, process, version }: WorkRowsOptions) {
    this.#sql = sql;
    this.#process = process;
    this.#version = version;
  }

  /** Unlike every other one of the database; undefined while this process has no lease. */
  newId(): string | undefined {
    const process = this.#process();
    if (process === undefined) return undefined;
    this.#added += 1;
    return `${process}.${this.#added}`;
  }

  /** Whether a worker lives that does such work. */
  async isServed(work: JobWork): Promise<boolean> {
    const rows = await this.#sql`
      SELECT 1 FROM understudy.workers
      WHERE until > clock_timestamp() AND ${taskOf(this.#version, work)} = ANY(tasks) LIMIT 1`;
    return rows.length > 0;
  }

  /**
   * Puts work into the queue. Its number says when it has its turn (start-time fair queueing): each piece of a sandbox
   * has the next one, and a sandbox that had none begins with the latest number that a worker has taken. So those who
   * have much waiting stand behind those who have little, and no one waits for ever.
   *
   * @param scale of live work
   */
  async add(id: string, work: JobWork, scale: number | undefined): Promise<void> {
    const { sandbox, input } = work;
    const task = taskOf(this.#version, work);
    const process = id.slice(0, id.indexOf('.'));
    const isLive = scale !== undefined;
    await inTransaction(this.#sql, async (transaction) => {
      await transaction`
        WITH same AS (
          SELECT sandbox, number, worker FROM understudy.work WHERE NOT done AND (scale IS NOT NULL) = ${isLive}
        ), new AS (
          INSERT INTO understudy.work (id, process, sandbox, task, scale, input, number)
          SELECT ${id}, ${process}, ${sandbox}, ${task}, ${scale ?? null}, ${packed(input)}, LEAST(${latestNumber}, GREATEST(
            (SELECT max(number) + 1 FROM same WHERE sandbox = ${sandbox}),
            (SELECT max(number) FROM same WHERE worker IS NOT NULL),
            (SELECT min(number) FROM same), 0))
          RETURNING number
        )
        SELECT understudy_queue.add_job(${task}, json_build_object('id', ${id}::text),
          job_key := ${id}, priority := number, max_attempts := ${mostAttempts}) FROM new`;
    });
  }

  async states(ids: readonly string[]): Promise<Map<string, WorkState>> {
    const rows = await this.#sql<WorkState[]>`
      SELECT id, done, COALESCE((SELECT max(number) FROM understudy.told WHERE work = w.id), 0) AS told
      FROM understudy.work w WHERE id = ANY(${[...ids]}::text[])`;
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** What was reported since this was last asked, in order. */
  async told(id: string): Promise<Array<{ readonly number: number; readonly value: unknown }>> {
    const rows = await this.#sql<{ number: number; value: Buffer }[]>`
      DELETE FROM understudy.told WHERE work = ${id} RETURNING number, value`;
    return rows.map(({ number, value }) => ({ number, value: unpacked(value) })).sort((a, b) => a.number - b.number);
  }

  /** Takes the end of work out of the database; undefined when it is not there. */
  async take(id: string): Promise<WorkEnd | undefined> {
    const [row] = await this.#sql<{ output: Buffer | null; failure: string | null }[]>`
      DELETE FROM understudy.work WHERE id = ${id} AND done RETURNING output, failure`;
    if (row === undefined) return undefined;
    return row.output === null ? { failure: row.failure ?? '' } : { output: unpacked(row.output) };
  }

  /** Asks live work to stop; it ends with what it has. */
  async stop(id: string): Promise<void> {
    await this.#sql`
      WITH stopped AS (UPDATE understudy.work SET stopped = true WHERE id = ${id} RETURNING id)
      SELECT pg_notify('understudy_stop', id) FROM stopped`;
  }

  /** Withdraws work: what a worker still computes for it is dropped. */
  async withdraw(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#sql`
      WITH gone AS (DELETE FROM understudy.work WHERE id = ANY(${[...ids]}::text[]) RETURNING id)
      SELECT pg_notify('understudy_stop', id), understudy_queue.remove_job(id) FROM gone`;
  }
}

/** The queue keeps its order in two bytes; a sandbox with more in it stands at the end. */
const latestNumber = 32_767;

/** How often work is begun whose worker goes away each time. */
const mostAttempts = 25;
