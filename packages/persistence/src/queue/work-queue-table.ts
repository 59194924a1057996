import { deserialize, serialize } from 'node:v8';
import type { JobWork } from '@understudy/kernel/serving';
import type { Sql } from '../postgres/sql.js';

export type WorkOutcome = { readonly output: unknown } | { readonly failure: string };

/** A progress report or an outcome. */
export type WorkUpdate = { readonly id: string } & (
  | { readonly number: number; readonly value: unknown }
  | { readonly end: WorkOutcome }
);

export interface WorkQueueOptions {
  readonly sql: Sql;
  readonly process: () => string | undefined;
  /** Version of the server. Only workers with the same version do its work. */
  readonly version: string;
}

/** Returns the name under which a kind of work is queued. It includes the version. */
export function toTaskName(version: string, { api, kind }: { readonly api: string; readonly kind: string }): string {
  return `${version}/${api}/${kind}`;
}

/** The queued work of a server. Values are serialized with V8. */
export class WorkQueueTable {
  readonly #options: WorkQueueOptions;
  readonly #sql: Sql;
  #added = 0;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
    this.#sql = options.sql;
  }

  /** Returns a unique id; undefined without a lease. */
  newId(): string | undefined {
    const process = this.#options.process();
    if (process === undefined) return undefined;
    this.#added += 1;
    return `${process}.${this.#added}`;
  }

  /** Returns whether a live worker can do this work. */
  async isServed(work: JobWork): Promise<boolean> {
    const rows = await this.#sql.run`
      SELECT 1 FROM understudy.workers
      WHERE until > clock_timestamp() AND ${toTaskName(this.#options.version, work)} = ANY(tasks) LIMIT 1`;
    return rows.length > 0;
  }

  /**
   * Adds work to the queue, using start-time fair queueing: each item of a sandbox gets the next number, and a new
   * sandbox starts with the number of the item taken last.
   * @param scale clock scale of live work
   */
  async add(id: string, work: JobWork, scale: number | undefined): Promise<void> {
    const { sandbox, input } = work;
    const process = id.slice(0, id.indexOf('.'));
    await this.#sql.run`
      WITH same AS (
        SELECT sandbox, number, worker FROM understudy.work
        WHERE NOT done AND (scale IS NOT NULL) = ${scale !== undefined}
      ), added AS (
        INSERT INTO understudy.work (id, process, sandbox, task, scale, input, number)
        VALUES (${id}, ${process}, ${sandbox}, ${toTaskName(this.#options.version, work)}, ${scale ?? null}, ${serialize(input)},
          GREATEST(
            (SELECT max(number) + 1 FROM same WHERE sandbox = ${sandbox}),
            (SELECT max(number) FROM same WHERE worker IS NOT NULL),
            (SELECT min(number) FROM same), 0))
        RETURNING id
      )
      SELECT pg_notify('understudy_workers', id) FROM added`;
  }

  /** Returns the ids of the queued work of this server. */
  async present(): Promise<Set<string>> {
    const rows = await this.#sql.run<{ id: string }[]>`
      SELECT id FROM understudy.work WHERE process = ${this.#options.process() ?? null}`;
    return new Set(rows.map(({ id }) => id));
  }

  /** Removes and returns reports and outcomes in order. */
  async read(): Promise<WorkUpdate[]> {
    const process = this.#options.process() ?? null;
    const rows = await this.#sql.run<
      { id: string; number: number | null; value: Buffer | null; failure: string | null }[]
    >`
      WITH ended AS (
        DELETE FROM understudy.work WHERE process = ${process} AND done RETURNING id, output, failure
      ), reports AS (
        DELETE FROM understudy.progress USING understudy.work w WHERE work = w.id AND process = ${process}
        RETURNING work, understudy.progress.number, value
      )
      SELECT work AS id, number, value, NULL AS failure FROM reports
      UNION ALL SELECT id, NULL, output, failure FROM ended ORDER BY number NULLS LAST`;
    return rows.map(({ id, number, value: bytes, failure }) => {
      if (failure !== null) return { id, end: { failure } };
      const value = bytes === null ? undefined : deserialize(bytes);
      return number === null ? { id, end: { output: value } } : { id, number, value };
    });
  }

  async stop(id: string): Promise<void> {
    await this.#sql.run`
      WITH stopped AS (UPDATE understudy.work SET stopped = true WHERE id = ${id} RETURNING id)
      SELECT pg_notify('understudy_workers', id) FROM stopped`;
  }

  async withdraw(id: string): Promise<void> {
    await this.#sql.run`
      WITH gone AS (DELETE FROM understudy.work WHERE id = ${id} RETURNING id)
      SELECT pg_notify('understudy_workers', id) FROM gone`;
  }
}
