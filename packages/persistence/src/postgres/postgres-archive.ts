import { parseJson, stringifyJson } from '@understudy/contract';
import {
  type ArchiveChange,
  type ArchivedSandbox,
  isUnavailable,
  type JournalArchive,
  type SandboxArchive,
  type StoredRecord,
} from '@understudy/kernel';
import { monotonicNowMs, OutcomeUnknownError, SerializedPage, sleepRealTime } from '@understudy/kernel/serving';
import { type Append, AppendQueue } from './append-queue.js';
import { serializeChange } from './net-changes.js';
import { PostgresJournal } from './postgres-journal.js';
import { isLockTimeout, isTransientError, type Sql, SqlText, toUnavailable } from './sql.js';
import { type SandboxMetadataRow, sandboxMetadataColumns, toArchivedSandbox } from './to-archived-sandbox.js';
import { CommitNumbers, isShared, writeAppends } from './write-appends.js';

interface StoredRow {
  readonly address: string;
  readonly partition: string;
  readonly collection: string;
  readonly key: string;
  readonly value: string;
}

/** Maximum characters of the values on a page. */
const pageLength = 200_000;

/** Groups rows by collection, into pages of limited size because a page is parsed as a whole. */
function toPages(rows: readonly Omit<StoredRow, 'address'>[]): SerializedPage[] {
  const groups: Omit<StoredRow, 'address'>[][] = [];
  const latest = new Map<string, { readonly group: Omit<StoredRow, 'address'>[]; length: number }>();
  for (const row of rows) {
    const address = stringifyJson([row.partition, row.collection]);
    let open = latest.get(address);
    if (open === undefined || open.length > pageLength) {
      open = { group: [], length: 0 };
      latest.set(address, open);
      groups.push(open.group);
    }
    open.group.push(row);
    open.length += row.value.length;
  }
  return groups.map((group) => {
    const { partition = '', collection = '' } = group[0] ?? {};
    const keys = group.map(({ key }): string => parseJson(key));
    return new SerializedPage({ partition, collection }, keys, `[${group.map(({ value }) => value).join()}]`);
  });
}

/** Number of records to fetch at once. */
const onePage = 1000;

/** Milliseconds to retry if nothing was stored, to retry if the outcome is unknown, and to wait between attempts. */
const [responseTimeoutMs, unclearTimeoutMs, betweenAttempts] = [1000, 3000, 50];

/**
 * A {@link SandboxArchive} in a PostgreSQL database, which several processes can share. Concurrent appends share the
 * next transaction. Each transaction checks the epoch and the lease, using the database's clock.
 */
export class PostgresArchive implements SandboxArchive {
  readonly journal: JournalArchive;
  readonly #sql: Sql;
  /** Returns the id of the process that must hold the lease; undefined if the database is not shared. */
  readonly #process: () => string | undefined;
  readonly #queue: AppendQueue;
  /** Queues of sandboxes whose last append failed, for example because another connection has locked a row. */
  readonly #separate = new Map<string, AppendQueue>();
  /** Appends that have been neither stored nor rejected yet. */
  readonly #pending = new Set<{ readonly sandbox: string; readonly stored: Promise<void> }>();
  readonly #commits = new CommitNumbers();
  #closed = false;

  /** @param process returns the id of the process that holds the lease */
  constructor(sql: Sql, process: () => string | undefined = () => undefined) {
    this.#sql = sql;
    this.journal = new PostgresJournal(sql);
    this.#process = process;
    this.#queue = new AppendQueue({
      write: (appends) => this.#writeForSure(appends),
      divide: (appends, error) => this.#divide(appends, error),
    });
  }

  async names(): Promise<ArchivedSandbox[]> {
    await this.#ended();
    // New sandboxes have no records yet.
    const rows = await this.#sql.run<SandboxMetadataRow[]>`
      SELECT ${sandboxMetadataColumns} FROM understudy.sandboxes s
      WHERE last_used > 0 OR epoch = 0 OR EXISTS (SELECT 1 FROM understudy.records r WHERE r.sandbox = s.id)
      ORDER BY id`.catch((error: unknown) => Promise.reject(toUnavailable(error)));
    return rows.map(toArchivedSandbox);
  }

  async read(sandbox: string): Promise<StoredRecord[]> {
    return (await this.readPages(sandbox)).flatMap((page) => page.records());
  }

  async readPages(sandbox: string): Promise<SerializedPage[]> {
    await this.#ended(sandbox);
    return await this.#read(sandbox).catch((error: unknown) => Promise.reject(toUnavailable(error)));
  }

  async #read(sandbox: string): Promise<SerializedPage[]> {
    const pages: SerializedPage[] = [];
    await this.#sql.begin(async (transaction) => {
      const [row] = await transaction<{ epoch: string; commits: string }[]>`
        SELECT epoch, commits FROM understudy.sandboxes WHERE name = ${sandbox}`;
      if (row !== undefined) this.#commits.set(sandbox, Number(row.epoch), Number(row.commits));
      await transaction`
        DECLARE page NO SCROLL CURSOR FOR SELECT r.partition, r.collection, r.key, r.value FROM understudy.records r
        JOIN understudy.sandboxes s ON s.id = r.sandbox WHERE s.name = ${sandbox}`;
      let rows: Omit<StoredRow, 'address'>[];
      do {
        rows = await transaction`FETCH ${new SqlText(String(onePage))} FROM page`;
        pages.push(...toPages(rows));
      } while (rows.length === onePage);
    });
    return pages;
  }

  append(sandbox: string, epoch: number, changes: readonly ArchiveChange[]): Promise<void> {
    const stored = new Promise<void>((resolve, reject) => {
      if (this.#closed) throw new Error('The archive is closed');
      const queue = this.#separate.get(sandbox) ?? this.#queue;
      queue.push({ sandbox, epoch, steps: changes.map(serializeChange), resolve, reject });
    });
    const pending = { sandbox, stored };
    this.#pending.add(pending);
    const settled = () => this.#pending.delete(pending);
    stored.then(settled, settled);
    return stored;
  }

  async drop(sandbox: string): Promise<void> {
    await this.#ended(sandbox);
    const process = this.#process() ?? null;
    this.#commits.delete(sandbox);
    // Another process may own it by now.
    await this.#sql.run`
      WITH gone AS (
        DELETE FROM understudy.sandboxes WHERE name = ${sandbox}
        AND (${process}::bigint IS NULL OR process = ${process}::bigint OR ${isShared(sandbox)}) RETURNING id, name
      ), entries AS (DELETE FROM understudy.journal USING gone WHERE sandbox = gone.name)
      DELETE FROM understudy.records USING gone WHERE sandbox = gone.id`.catch((error: unknown) =>
      Promise.reject(toUnavailable(error)),
    );
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    while (this.#pending.size > 0) await this.#ended();
    this.#closed = true;
    // Broken connections never close themselves.
    await this.#sql.end();
  }

  /** Waits only for current appends, because new ones can always arrive. */
  async #ended(sandbox?: string): Promise<void> {
    const meant = [...this.#pending].filter((each) => sandbox === undefined || each.sandbox === sandbox);
    await Promise.allSettled(meant.map(({ stored }) => stored));
  }

  /** Stores each sandbox separately, so that a locked row or an invalid value affects only its own sandbox. */
  #divide(appends: readonly Append[], error: unknown): boolean {
    const names = [...new Set(appends.map(({ sandbox }) => sandbox))];
    const isLocked = error instanceof Error && isLockTimeout(error.cause);
    if (isUnavailable(error) ? !isLocked : names.length === 1) return false;
    for (const name of names) {
      const queue = new AppendQueue({
        write: (each) => this.#writeForSure(each),
        onEmpty: (isStored) => isStored && this.#separate.delete(name),
      });
      this.#separate.set(name, queue);
      for (const append of appends) if (append.sandbox === name) queue.push(append);
      for (const append of this.#queue.take(name)) queue.push(append);
    }
    return true;
  }

  /**
   * Retries until the outcome is known. Repeating a transaction after a lost connection is safe, because it sets
   * absolute values and only this process writes them.
   * @returns the rejected appends; all others are written
   */
  async #writeForSure(appends: readonly Append[]): Promise<Map<Append, Error>> {
    const [process, begun] = [this.#process(), monotonicNowMs()];
    let mayBeKept = false;
    for (;;) {
      const mayHaveBeenKept = mayBeKept;
      try {
        const { refused, drafts } = await this.#sql.begin(async (transaction) => {
          const result = await writeAppends(transaction, appends, { process: this.#process(), stored: this.#commits });
          mayBeKept = true;
          return result;
        });
        for (const [name, { epoch, commits }] of drafts) this.#commits.set(name, epoch, commits);
        if (mayHaveBeenKept) for (const append of refused.keys()) refused.set(append, new OutcomeUnknownError(unclear));
        return refused;
      } catch (error) {
        const until = begun + (mayBeKept ? unclearTimeoutMs : responseTimeoutMs);
        const isOver = this.#closed || this.#process() !== process || monotonicNowMs() >= until;
        if (isTransientError(error) && !isOver) await sleepRealTime(betweenAttempts);
        else throw mayBeKept ? new OutcomeUnknownError(unclear, { cause: error }) : toUnavailable(error);
      }
    }
  }
}

const unclear = 'The connection to the database broke, and it could not be asked what it has kept';
