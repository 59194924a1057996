import {
  type ArchiveChange,
  type ArchivedSandbox,
  type JournalArchive,
  type SandboxArchive,
  StaleEpochError,
  type StoredRecord,
} from '@understudy/kernel';
import {
  defaultSandboxMetadata,
  monotonicNowMs,
  OutcomeUnknownError,
  type SerializedPage,
  sleepRealTime,
} from '@understudy/kernel/serving';
import {
  addSerializedChange,
  createNetChanges,
  type NetChanges,
  type SerializedChange,
  serializeChange,
} from './net-changes.js';
import { PostgresJournal } from './postgres-journal.js';
import { requireLease } from './require-lease.js';
import { type RunSql, type Sql, SqlText } from './sql.js';
import { type SandboxMetadataRow, sandboxMetadataColumns, toArchivedSandbox } from './to-archived-sandbox.js';
import { type StoredRow, toPages } from './to-pages.js';
import { isTransientError, toUnavailable } from './transient-error.js';

interface Append {
  readonly sandbox: string;
  readonly epoch: number;
  readonly steps: readonly SerializedChange[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface SandboxRow {
  readonly id: string;
  readonly name: string;
  readonly epoch: string;
  readonly process: string | null;
}

/** Changes of a sandbox to write in one transaction. */
interface Draft {
  readonly row: SandboxRow | undefined;
  readonly epoch: number;
  readonly changes: NetChanges;
}

/** Number of records to fetch at once. */
const onePage = 1000;

/**
 * How long to retry while nothing is stored and while that is unknown, and the pause between attempts, in milliseconds.
 */
const [responseTimeoutMs, unclearTimeoutMs, betweenAttempts] = [1000, 3000, 50];

/**
 * A {@link SandboxArchive} in a PostgreSQL database, which several processes can share. Concurrent appends share the
 * next transaction. Each transaction checks the epoch and the lease, using the database's clock.
 */
export class PostgresArchive implements SandboxArchive {
  readonly journal: JournalArchive;
  readonly #sql: Sql;
  /** Returns the id of the process whose lease is required; undefined for a single process. */
  readonly #process: () => string | undefined;
  #waiting: Append[] = [];
  /** The appends of the current transaction. */
  #underWay: readonly Append[] = [];
  #writing: Promise<void> | undefined;
  /** Resolves when the current transaction has finished. */
  #batch: Promise<void> | undefined;
  #closed = false;

  /** @param process returns the id of the process that has the lease */
  constructor(sql: Sql, process: () => string | undefined = () => undefined) {
    this.#sql = sql;
    this.journal = new PostgresJournal(sql);
    this.#process = process;
  }

  async names(): Promise<ArchivedSandbox[]> {
    await this.#ended(() => true);
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
    await this.#ended((append) => append.sandbox === sandbox);
    return await this.#read(sandbox).catch((error: unknown) => Promise.reject(toUnavailable(error)));
  }

  async #read(sandbox: string): Promise<SerializedPage[]> {
    const pages: SerializedPage[] = [];
    await this.#sql.begin(async (transaction) => {
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
    return new Promise((resolve, reject) => {
      if (this.#closed) throw new Error('The archive is closed');
      this.#waiting.push({ sandbox, epoch, steps: changes.map(serializeChange), resolve, reject });
      this.#writing ??= this.#writeAll();
    });
  }

  async drop(sandbox: string): Promise<void> {
    await this.#ended((append) => append.sandbox === sandbox);
    const process = this.#process() ?? null;
    // Another process may own it by now.
    await this.#sql.run`
      WITH gone AS (
        DELETE FROM understudy.sandboxes WHERE name = ${sandbox}
        AND (${process}::bigint IS NULL OR process = ${process}::bigint OR ${isShared(sandbox)}) RETURNING id, name
      ), entries AS (DELETE FROM understudy.journal USING gone WHERE sandbox = gone.name)
      DELETE FROM understudy.records USING gone WHERE sandbox = gone.id`;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    await this.#writing;
    this.#closed = true;
    // Broken connections never close themselves.
    await this.#sql.end();
  }

  /** Waits only for current appends, because new ones can always arrive. */
  async #ended(isMeant: (append: Append) => boolean): Promise<void> {
    const all = () => [...this.#underWay, ...this.#waiting];
    const meant = new Set(all().filter(isMeant));
    while (all().some((append) => meant.has(append))) await this.#batch;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      this.#batch = this.#writeBatch();
      await this.#batch;
    }
    // In the same step as the check, so that the next append starts a new run.
    this.#writing = undefined;
  }

  async #writeBatch(): Promise<void> {
    // Appends of the same turn share a transaction.
    await nextTurn();
    const appends = this.#waiting;
    this.#waiting = [];
    this.#underWay = appends;
    try {
      const refused = await this.#writeForSure(appends);
      for (const append of appends) {
        const error = refused.get(append);
        if (error === undefined) append.resolve();
        else append.reject(error);
      }
    } catch (error) {
      for (const { reject } of appends) reject(error);
      // Later appends depend on changes that were not stored.
      await nextTurn();
      const failed = new Set(appends.map(({ sandbox }) => sandbox));
      for (const { sandbox, reject } of this.#waiting) if (failed.has(sandbox)) reject(error);
      this.#waiting = this.#waiting.filter(({ sandbox }) => !failed.has(sandbox));
    }
    this.#underWay = [];
  }

  /**
   * Retries until the outcome is known. Repeating a transaction after a lost connection is safe, because it sets
   * absolute values and only this process writes them.
   * @returns as {@link PostgresArchive.#write}
   */
  async #writeForSure(appends: readonly Append[]): Promise<Map<Append, Error>> {
    const [process, begun] = [this.#process(), monotonicNowMs()];
    let mayBeKept = false;
    for (;;) {
      const mayHaveBeenKept = mayBeKept;
      try {
        const refused = await this.#sql.begin(async (transaction) => {
          const result = await this.#write(transaction, appends);
          mayBeKept = true;
          return result;
        });
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

  /** @returns the rejected appends; all others are written */
  async #write(transaction: RunSql, appends: readonly Append[]): Promise<Map<Append, Error>> {
    const names = [...new Set(appends.map(({ sandbox }) => sandbox))];
    // Ordered by name to prevent deadlocks.
    const rows = await transaction<SandboxRow[]>`
      SELECT id, name, epoch, process FROM understudy.sandboxes
      WHERE name = ANY(${names}::text[]) ORDER BY name FOR UPDATE`;
    const process = this.#process();
    if (process !== undefined) await requireLease(transaction, process);
    const drafts = new Map<string, Draft>();
    const refused = new Map<Append, Error>();
    for (const append of appends) {
      const { sandbox, epoch, steps } = append;
      const draft = drafts.get(sandbox);
      const row = draft?.row ?? rows.find(({ name }) => name === sandbox);
      const current = draft?.epoch ?? Number(row?.epoch ?? epoch);
      const isForeign = process !== undefined && !isShared(sandbox) && row?.process !== process;
      if (epoch < current || isForeign) refused.set(append, new StaleEpochError(sandbox, epoch, current));
      else {
        const changes = draft?.changes ?? createNetChanges();
        for (const step of steps) addSerializedChange(changes, step);
        drafts.set(sandbox, { row, epoch, changes });
      }
    }
    for (const [name, draft] of drafts) await writeDraft(transaction, name, draft);
    return refused;
  }
}

const unclear = 'The connection to the database broke, and it could not be asked what it has kept';

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Returns whether data belongs to no process, because it is not a sandbox. */
function isShared(name: string): boolean {
  return name.startsWith(':');
}

async function writeDraft(transaction: RunSql, name: string, { row, epoch, changes }: Draft): Promise<void> {
  const { kept, timeToLive, lastUsed, wakesAt, summary } = changes.metadata ?? defaultSandboxMetadata;
  const summaryText = JSON.stringify(summary);
  const id =
    row?.id ??
    (
      await transaction<{ id: string }[]>`
        INSERT INTO understudy.sandboxes (name, epoch, kept, time_to_live, last_used, wakes_at, summary)
        VALUES (${name}, ${epoch}, ${kept}, ${timeToLive}, ${lastUsed}, ${wakesAt}, ${summaryText}) RETURNING id`
    )[0]?.id ??
    '';
  if (row !== undefined && Number(row.epoch) !== epoch) {
    await transaction`UPDATE understudy.sandboxes SET epoch = ${epoch} WHERE id = ${id}`;
  }
  if (row !== undefined && changes.metadata !== undefined) {
    await transaction`
      UPDATE understudy.sandboxes
      SET kept = ${kept}, time_to_live = ${timeToLive}, last_used = ${lastUsed}, wakes_at = ${wakesAt},
          summary = ${summaryText}
      WHERE id = ${id}`;
  }
  if (changes.cleared) await transaction`DELETE FROM understudy.records WHERE sandbox = ${id}`;
  if (changes.deletes.size > 0) {
    await transaction`
      DELETE FROM understudy.records WHERE sandbox = ${id}
      AND address IN (SELECT decode(a, 'hex') FROM unnest(${[...changes.deletes]}::text[]) AS a)`;
  }
  const puts = [...changes.puts.values()];
  if (puts.length > 0) {
    await transaction`
      INSERT INTO understudy.records (sandbox, address, partition, collection, key, value)
      SELECT ${id}, decode(a, 'hex'), p, c, k, v FROM unnest(
        ${puts.map(({ address }) => address)}::text[], ${puts.map(({ partition }) => partition)}::text[],
        ${puts.map(({ collection }) => collection)}::text[], ${puts.map(({ key }) => key)}::text[],
        ${puts.map(({ value }) => value)}::text[]) AS t (a, p, c, k, v)
      ON CONFLICT (sandbox, address) DO UPDATE SET value = EXCLUDED.value`;
  }
}
