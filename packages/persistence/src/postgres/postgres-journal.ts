import type { EntryRange, JournalArchive, StoredEntry } from '@understudy/kernel';
import { type Sql, SqlText, toUnavailable } from './sql.js';

/** Number of entries per page. */
const onePage = 200;

/** A {@link JournalArchive} in a PostgreSQL database. */
export class PostgresJournal implements JournalArchive {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async write(entries: readonly StoredEntry[]): Promise<void> {
    await this.#run(this.#sql.run`
      INSERT INTO understudy.journal (sandbox, seq, at, bytes, entry)
      SELECT s, q::bigint, a::bigint, length(e), e FROM unnest(
        ${entries.map(({ sandbox }) => sandbox)}::text[], ${entries.map(({ seq }) => String(seq))}::text[],
        ${entries.map(({ at }) => String(at))}::text[], ${entries.map(({ entry }) => entry)}::text[]) AS t (s, q, a, e)
      ON CONFLICT DO NOTHING`);
  }

  async read(sandbox: string, { after, before, newestFirst }: EntryRange): Promise<StoredEntry[]> {
    const order = new SqlText(newestFirst ? 'DESC' : 'ASC');
    const rows = await this.#run(this.#sql.run<StoredEntry[]>`
      SELECT seq, entry FROM understudy.journal
      WHERE sandbox = ${sandbox} AND seq > ${after} AND seq < ${before} ORDER BY seq ${order} LIMIT ${onePage}`);
    return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
  }

  async bounds(sandbox: string): Promise<{ first: number; last: number }> {
    const [row] = await this.#run(this.#sql.run<{ first: string; last: string }[]>`
      SELECT coalesce(min(seq), 0) AS first, coalesce(max(seq), 0) AS last
      FROM understudy.journal WHERE sandbox = ${sandbox}`);
    return { first: Number(row?.first), last: Number(row?.last) };
  }

  async forget(sandbox: string): Promise<void> {
    await this.#run(this.#sql.run`DELETE FROM understudy.journal WHERE sandbox = ${sandbox}`);
  }

  async prune(before: number, maxBytes: number): Promise<void> {
    await this.#run(this.#sql.run`
      DELETE FROM understudy.journal WHERE at < ${before} OR at <= (
        SELECT max(at) FROM (SELECT at, sum(bytes) OVER (ORDER BY at DESC) AS sum FROM understudy.journal) AS sums
        WHERE sum > ${maxBytes}
      )`);
  }

  async #run<Rows>(query: Promise<Rows>): Promise<Rows> {
    return await query.catch((error: unknown) => Promise.reject(toUnavailable(error)));
  }
}
