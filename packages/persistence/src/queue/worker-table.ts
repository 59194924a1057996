import { deserialize, serialize } from 'node:v8';
import { sleepRealTime, UnavailableError } from '@understudy/kernel/serving';
import { leaseIsValid } from '../postgres/lease.js';
import { type Sql, toUnavailable } from '../postgres/sql.js';
import type { WorkOutcome } from './work-queue-table.js';

/** Duration and renewal interval of a worker's lease in milliseconds. */
export const workerLeaseTimes = { length: 3000, renewal: 1000 } as const;

export interface ClaimedWork {
  readonly id: string;
  readonly task: string;
  readonly sandbox: string;
  readonly input: unknown;
  /** Milliseconds of the sandbox's clock per millisecond; null unless the work is live. */
  readonly scale: number | null;
  readonly stopped: boolean;
  readonly attempts: number;
}

/** A worker's access to the database. */
export class WorkerTable {
  readonly #sql: Sql;
  readonly #tasks: readonly string[];
  #id = '0';

  constructor(sql: Sql, tasks: readonly string[]) {
    this.#sql = sql;
    this.#tasks = tasks;
  }

  /** Registers the worker. */
  async enter(): Promise<void> {
    const [row] = await this.#sql.run<{ id: string }[]>`
      INSERT INTO understudy.workers (until, tasks) VALUES ('-infinity', ${[...this.#tasks]}::text[]) RETURNING id`;
    if (row !== undefined) this.#id = row.id;
    await this.renew();
  }

  /** Renews the lease. Work remains assigned to its worker until another worker takes it. */
  async renew(): Promise<void> {
    await this.#sql.run`
      INSERT INTO understudy.workers (id, until, tasks) OVERRIDING SYSTEM VALUE
      VALUES (${this.#id}, clock_timestamp() + make_interval(secs => ${workerLeaseTimes.length / 1000}),
        ${[...this.#tasks]}::text[])
      ON CONFLICT (id) DO UPDATE SET until = EXCLUDED.until`;
  }

  async leave(): Promise<void> {
    await this.#sql.run`DELETE FROM understudy.workers WHERE id = ${this.#id}`;
  }

  /**
   * Takes the next item that is not assigned to a live worker. Calls must not overlap.
   * @param underWay ids of current work; any other work assigned to this worker comes from a call whose response was
   * lost
   */
  async take(isLive: boolean, underWay: readonly string[]): Promise<ClaimedWork | undefined> {
    const [row] = await this.#sql.run<(ClaimedWork & { input: Buffer })[]>`
      UPDATE understudy.work SET worker = ${this.#id}, attempts = attempts + 1 WHERE id = (
        SELECT id FROM understudy.work w
        WHERE NOT done AND (scale IS NOT NULL) = ${isLive} AND task = ANY(${[...this.#tasks]}::text[])
          AND id <> ALL(${[...underWay]}::text[]) AND (worker IS NULL OR worker = ${this.#id} OR NOT EXISTS (
            SELECT 1 FROM understudy.workers WHERE id = w.worker AND until > clock_timestamp()))
        ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id, task, sandbox, input, scale, stopped, attempts`;
    return row === undefined ? undefined : { ...row, input: deserialize(row.input) };
  }

  async giveBack(id: string): Promise<void> {
    await this.#sql.run`
      WITH free AS (UPDATE understudy.work SET worker = NULL WHERE id = ${id} AND worker = ${this.#id} RETURNING id)
      SELECT pg_notify('understudy_workers', id) FROM free`;
  }

  /** Returns the ids of work that is still needed, and whether to stop it. */
  async wanted(): Promise<Map<string, boolean>> {
    const rows = await this.#sql.run<{ id: string; stopped: boolean }[]>`
      SELECT id, stopped FROM understudy.work WHERE worker = ${this.#id}`;
    return new Map(rows.map(({ id, stopped }) => [id, stopped]));
  }

  /** Stores a report unless the work is assigned to another worker. */
  async report(id: string, number: number, value: unknown): Promise<void> {
    await untilWritten(
      () => this.#sql.run`
        WITH report AS (
          INSERT INTO understudy.progress (work, number, value)
          SELECT id, ${number}, ${serialize(value)} FROM understudy.work WHERE id = ${id} AND worker = ${this.#id}
          ON CONFLICT DO NOTHING RETURNING work
        )
        SELECT pg_notify('understudy_servers', work) FROM report`,
    );
  }

  /** Stores an outcome. @returns false if the work is assigned to another worker or was withdrawn */
  async end(id: string, end: WorkOutcome): Promise<boolean> {
    const output = 'output' in end ? serialize(end.output) : null;
    const failure = 'failure' in end ? end.failure : null;
    const written = await untilWritten(
      () => this.#sql.run`
        WITH ended AS (
          UPDATE understudy.work SET done = true, output = ${output}, failure = ${failure}
          WHERE id = ${id} AND worker = ${this.#id} RETURNING id
        )
        SELECT pg_notify('understudy_servers', id) FROM ended`,
    );
    return written.length > 0;
  }

  /** Removes expired workers, and the work of expired servers. */
  async removeDead(): Promise<void> {
    await this.#sql.run`
      WITH dead AS (DELETE FROM understudy.workers WHERE until < clock_timestamp() - interval '1 minute')
      DELETE FROM understudy.work WHERE NOT EXISTS (
        SELECT 1 FROM understudy.processes p WHERE p.id = process AND ${leaseIsValid})`;
  }
}

/** Retries until the database is available, so that long work is not lost. */
async function untilWritten<Written>(write: () => Promise<Written>): Promise<Written> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(toUnavailable(error) instanceof UnavailableError)) throw error;
      await sleepRealTime(250);
    }
  }
}
