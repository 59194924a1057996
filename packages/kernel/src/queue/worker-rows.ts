import type { Sql } from 'postgres';
import { Unavailable } from '../archive/archive.js';
import { inPlainWords } from '../archive/postgres/in-plain-words.js';
import { wallSleep } from '../wall-clock.js';
import { workerLease } from './free-dead.js';
import { packed, unpacked } from './packed.js';
import type { WorkEnd } from './work-rows.js';

/** Work as a worker takes it. */
export interface TakenRow {
  readonly sandbox: string;
  readonly input: unknown;
  /** Milliseconds of the sandbox's clock in a millisecond, of live work; null of other work. */
  readonly scale: number | null;
  readonly stopped: boolean;
}

/** Work that a worker does. */
export interface TakenWork {
  readonly live: boolean;
  /** How it ended. @throws WorkLost when it was given up */
  readonly ended: Promise<'done' | 'failed' | 'stopped'>;
  /** Asks live work to stop, and to end with what it has. */
  stop(): void;
  /** Does it no longer, and writes none of it. */
  giveUp(): void;
  /** Checks whether it is still wanted. */
  askRow(): void;
}

/** What one worker reads and writes in the database: that it lives, what it took, and what that came to. */
export class WorkerRows {
  readonly #sql: Sql;
  readonly #tasks: readonly string[];
  #id = '0';
  readonly #locks = new Set<string>();

  /** @param tasks that it does */
  constructor(sql: Sql, tasks: readonly string[]) {
    this.#sql = sql;
    this.#tasks = tasks;
  }

  /** From now on work is put into the queue for it. */
  async enter(): Promise<void> {
    const [row] = await this.#sql<{ id: string }[]>`
      INSERT INTO understudy.workers (until, tasks, locks)
      VALUES (clock_timestamp() + make_interval(secs => ${seconds}), ${[...this.#tasks]}::text[],
        ${[...this.#locks]}::text[]) RETURNING id`;
    if (row !== undefined) this.#id = row.id;
  }

  /** By this name, too, it locks what it takes. */
  async addLock(name: string): Promise<void> {
    this.#locks.add(name);
    await this.#sql`
      UPDATE understudy.workers SET locks = ${[...this.#locks]}::text[] WHERE id = ${this.#id}`;
  }

  /** @returns false when others think that it is gone */
  async renew(): Promise<boolean> {
    const rows = await this.#sql`
      UPDATE understudy.workers
      SET until = clock_timestamp() + make_interval(secs => ${seconds}), locks = ${[...this.#locks]}::text[]
      WHERE id = ${this.#id} AND until > clock_timestamp() RETURNING id`;
    return rows.length > 0;
  }

  async leave(): Promise<void> {
    await this.#sql`DELETE FROM understudy.workers WHERE id = ${this.#id}`;
  }

  /** Takes work that has had its turn; undefined when no one wants it any more. */
  async take(id: string): Promise<TakenRow | undefined> {
    const [row] = await this.#sql<(TakenRow & { input: Buffer })[]>`
      UPDATE understudy.work SET worker = ${this.#id} WHERE id = ${id} AND NOT done
      RETURNING sandbox, input, scale, stopped`;
    return row === undefined ? undefined : { ...row, input: unpacked(row.input) };
  }

  /** Which of these are still wanted from this worker, and whether they shall stop. */
  async wanted(ids: readonly string[]): Promise<Map<string, boolean>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#sql<{ id: string; stopped: boolean }[]>`
      SELECT id, stopped FROM understudy.work WHERE id = ANY(${[...ids]}::text[]) AND worker = ${this.#id}`;
    return new Map(rows.map(({ id, stopped }) => [id, stopped]));
  }

  /** Writes what live work has told, unless the work is another's by now. */
  async tell(id: string, { number, value }: { readonly number: number; readonly value: unknown }): Promise<void> {
    const bytes = packed(value);
    await untilWritten(
      () => this.#sql`
        WITH told AS (
          INSERT INTO understudy.told (work, number, value)
          SELECT id, ${number}, ${bytes} FROM understudy.work WHERE id = ${id} AND worker = ${this.#id}
          ON CONFLICT DO NOTHING RETURNING work
        )
        SELECT pg_notify('understudy_work', work) FROM told`,
    );
  }

  /** Writes the outcome of work. @returns false when it is another's by now, or nobody's */
  async end(id: string, end: WorkEnd): Promise<boolean> {
    const output = 'output' in end ? packed(end.output) : null;
    const failure = 'failure' in end ? end.failure : null;
    const written = await untilWritten(
      () => this.#sql`
        WITH done AS (
          UPDATE understudy.work SET done = true, output = ${output}, failure = ${failure}
          WHERE id = ${id} AND worker = ${this.#id} RETURNING id
        )
        SELECT pg_notify('understudy_work', id) FROM done`,
    );
    return written.length > 0;
  }

  /** Removes workers that are gone and work that no one waits for. */
  async tidy(): Promise<void> {
    await this.#sql`DELETE FROM understudy.workers WHERE until < clock_timestamp() - make_interval(mins => 1)`;
    await this.#sql`
      WITH gone AS (
        DELETE FROM understudy.work w WHERE NOT EXISTS (
          SELECT 1 FROM understudy.processes p WHERE p.id = w.process AND p.until > clock_timestamp())
        RETURNING id
      )
      SELECT pg_notify('understudy_stop', id), understudy_queue.remove_job(id) FROM gone`;
    // What was withdrawn while a worker had it that is gone is left as if it had failed too often.
    await this.#sql`
      SELECT understudy_queue.complete_jobs(array_agg(id)) FROM understudy_queue.jobs
      WHERE locked_by IS NULL AND attempts >= max_attempts HAVING count(*) > 0`;
  }
}

const seconds = workerLease.length / 1000;

/** Writes as soon as the database is there; work of minutes is not lost to a database that starts again. */
async function untilWritten<Written>(write: () => Promise<Written>): Promise<Written> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(inPlainWords(error) instanceof Unavailable)) throw error;
      await wallSleep(250);
    }
  }
}
