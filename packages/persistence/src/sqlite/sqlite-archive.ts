import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type ArchiveChange,
  type ArchivedSandbox,
  type JournalArchive,
  type SandboxArchive,
  StaleEpochError,
  type StoredRecord,
} from '@understudy/kernel';
import { NotArchivedError, SerializedPage } from '@understudy/kernel/serving';
import type Database from 'libsql';
import { DataFolderError } from '../data-folder-error.js';
import { DiskFullError, DiskReserve, isDiskFull } from '../disk-reserve.js';
import type { CommitDurability } from './commit-durability.js';
import { SqliteJournal } from './sqlite-journal.js';
import { lockAndMigrate } from './sqlite-schema.js';
import {
  prepareStatements,
  type RecordPage,
  type SerializedChange,
  type SqliteStatements,
  serializeChange,
} from './sqlite-statements.js';

interface SqliteOptions {
  readonly durability?: CommitDurability;
  /** Maximum number of 4 KiB pages. By default, only the disk limits the file. */
  readonly mostPages?: number;
}

interface Append {
  readonly sandbox: string;
  readonly epoch: number;
  readonly steps: readonly SerializedChange[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

type Row = Readonly<Record<'id' | 'epoch', number>>;

const pageBytes = 4096;

/** Maximum characters and number of records to read per event loop turn. The records are parsed together. */
const [turnLength, maxPage] = [200_000, 1000];

/** SQLite's default WAL size in pages. */
const defaultLogPages = 1000;

/**
 * A {@link SandboxArchive} in a single SQLite file. The system's file lock ensures a single process. Appends of the
 * same turn of the event loop share a transaction.
 */
export class SqliteArchive implements SandboxArchive {
  readonly journal: JournalArchive;
  readonly #database: Database.Database;
  readonly #statements: SqliteStatements;
  readonly #reserve: DiskReserve;
  readonly #rows = new Map<string, Row>();
  #waiting: Append[] = [];
  #closed = false;

  private constructor(database: Database.Database, reserve: DiskReserve) {
    this.#database = database;
    this.journal = new SqliteJournal(database, { isFull: () => this.isFull, freeing: (work) => this.#freeing(work) });
    this.#reserve = reserve;
    this.#statements = prepareStatements(database);
    for (const { id, name, epoch } of this.#statements.sandboxes()) this.#rows.set(name, { id, epoch });
  }

  /** Opens or creates a file. @throws Error with code `SQLITE_BUSY` if another process has it open */
  static async open(file: string, { durability = 'normal', mostPages }: SqliteOptions = {}): Promise<SqliteArchive> {
    const { default: Libsql } = await import('libsql');
    const database = new Libsql(file, { timeout: 0 });
    try {
      const released = lockAndMigrate(database, file, durability);
      if (mostPages !== undefined) database.pragma(`max_page_count = ${mostPages}`);
      const reserve = await DiskReserve.beside(file, released);
      // The reserve must be larger than the WAL.
      const pagesOfLog = Math.max(16, Math.min(defaultLogPages, Math.floor(reserve.bytes / pageBytes / 2)));
      database.pragma(`wal_autocheckpoint = ${pagesOfLog}`);
      return new SqliteArchive(database, reserve);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** Returns the problems that SQLite detects in the file: damaged pages, and missing or wrong index entries. */
  findDamage(): string[] {
    try {
      const rows = this.#database.prepare('PRAGMA integrity_check').raw().all();
      return rows.map((row) => String(Array.isArray(row) ? row[0] : row)).filter((text) => text !== 'ok');
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  }

  async names(): Promise<ArchivedSandbox[]> {
    this.#flush();
    return this.#statements.sandboxes().map(({ id: _id, epoch: _epoch, ...known }) => known);
  }

  async read(sandbox: string): Promise<StoredRecord[]> {
    return (await this.readPages(sandbox)).flatMap((page) => page.records());
  }

  async readPages(sandbox: string): Promise<SerializedPage[]> {
    this.#flush();
    const row = this.#rows.get(sandbox);
    if (row === undefined) return [];
    try {
      return await this.#read(row);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new DataFolderError(
        `What ${this.#database.name} holds of sandbox "${sandbox}" is damaged (${why}); put a copy of the file there, or choose another folder`,
        error,
      );
    }
  }

  async #read(row: Row): Promise<SerializedPage[]> {
    const pages: SerializedPage[] = [];
    let limit = 64;
    for (const { rows, ...collection } of this.#statements.collections(row.id)) {
      for (let at = 0; at < rows.length; ) {
        let page: RecordPage;
        try {
          page = this.#statements.page(rows.slice(at, at + limit));
        } catch (error) {
          if (limit === 1) throw error;
          // Together, the records can exceed SQLite's maximum length.
          limit = Math.ceil(limit / 4);
          continue;
        }
        pages.push(new SerializedPage(collection, page.keys, page.values));
        at += limit;
        if (page.values.length < turnLength / 2) limit = Math.min(maxPage, limit * 2);
        else if (page.values.length > turnLength) limit = Math.ceil(limit / 4);
        await nextTurn();
      }
    }
    return pages;
  }

  append(sandbox: string, epoch: number, changes: readonly ArchiveChange[]): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw new Error('The archive is closed');
      // Serialized immediately.
      this.#waiting.push({ sandbox, epoch, steps: changes.map(serializeChange), resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#flush());
    });
  }

  async drop(sandbox: string): Promise<void> {
    this.#flush();
    const row = this.#rows.get(sandbox);
    if (row === undefined) return await this.journal.forget(sandbox);
    try {
      this.#freeing(() => {
        this.#statements.clear(row.id);
        this.#statements.forget(row.id);
      });
    } catch (error) {
      throw new NotArchivedError(`the deletion of sandbox "${sandbox}"`, error);
    }
    this.#rows.delete(sandbox);
    await this.journal.forget(sandbox);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#flush();
    this.#closed = true;
    // The connection closes only when its statements are freed, so it releases its lock here. A single file remains.
    try {
      this.#database.pragma('journal_mode = DELETE');
      this.#database.pragma('locking_mode = NORMAL');
      this.#statements.sandboxes();
    } catch {
      // On a full disk, the WAL remains until the next start.
    } finally {
      this.#database.close();
    }
  }

  /** Writes all waiting appends in one transaction. */
  #flush(): void {
    if (this.#waiting.length === 0) return;
    const appends = this.#waiting.filter((append) => !this.#refuseStale(append));
    this.#waiting = [];
    const entered = new Map<string, Row>();
    try {
      if (this.isFull) throw new DiskFullError();
      this.#inTransaction(() => {
        for (const append of appends) this.#write(append, entered);
      });
      for (const [name, row] of entered) this.#rows.set(name, row);
    } catch (error) {
      for (const append of appends) this.#writeAlone(append, error);
      return;
    }
    for (const { resolve } of appends) resolve();
  }

  /** Writes a single append. On a full disk, only deletions are written, using the reserve. */
  #writeAlone(append: Append, why: unknown): void {
    try {
      if (!isDiskFull(why) || !this.#frees(append)) throw why;
      this.#freeing(() => {
        const before = this.#usedPages;
        this.#write(append, new Map());
        if (this.#usedPages > before + pageGrowthOfDeletion) throw new DiskFullError();
      });
      append.resolve();
    } catch (error) {
      append.reject(error);
    }
  }

  /** True if the reserve was used and there is still too little space, so that only deletions are written. */
  get isFull(): boolean {
    return this.#reserve.isMissing && this.#number('freelist_count') * pageBytes < this.#reserve.bytes;
  }

  /** Frees the space that is reserved for deletions. */
  useReserve(): void {
    this.#reserve.give();
  }

  get #usedPages(): number {
    return this.#number('page_count') - this.#number('freelist_count');
  }

  #number(pragma: string): number {
    const [row] = this.#database.prepare(`PRAGMA ${pragma}`).raw().all();
    return Array.isArray(row) ? Number(row[0]) : 0;
  }

  /** Returns whether an append can free space by deleting records of a stored sandbox. */
  #frees({ sandbox, epoch, steps }: Append): boolean {
    const isStored = this.#rows.get(sandbox)?.epoch === epoch;
    return isStored && steps.some(({ kind }) => kind === 'delete' || kind === 'clear');
  }

  #freeing(work: () => void): void {
    try {
      this.#inTransaction(work);
    } catch (error) {
      if (!isDiskFull(error) || error instanceof DiskFullError) throw error;
      this.#reserve.give();
      // Restarts the WAL in its allocated space.
      this.#database.pragma('wal_checkpoint(RESTART)');
      this.#inTransaction(work);
    }
  }

  #refuseStale({ sandbox, epoch, reject }: Append): boolean {
    const current = this.#rows.get(sandbox)?.epoch ?? epoch;
    if (epoch >= current) return false;
    reject(new StaleEpochError(sandbox, epoch, current));
    return true;
  }

  /** @param entered rows to remember after the commit */
  #write({ sandbox, epoch, steps }: Append, entered: Map<string, Row>): void {
    const row = this.#rowOf(sandbox, epoch, entered);
    for (const step of steps) {
      if (step.kind === 'put') this.#statements.put(row.id, step);
      else if (step.kind === 'delete') this.#statements.delete(row.id, step);
      else if (step.kind === 'clear') this.#statements.clear(row.id);
      else this.#statements.metadata(row.id, step.metadata);
    }
  }

  #rowOf(sandbox: string, epoch: number, entered: Map<string, Row>): Row {
    const row = entered.get(sandbox) ?? this.#rows.get(sandbox);
    if (row?.epoch === epoch) return row;
    const current = { id: this.#statements.enter(sandbox, epoch), epoch };
    entered.set(sandbox, current);
    return current;
  }

  #inTransaction(work: () => void): void {
    this.#statements.begin();
    try {
      work();
      this.#statements.commit();
    } catch (error) {
      // If the disk is full, SQLite has already rolled back.
      if (this.#database.inTransaction) this.#statements.rollback();
      throw error;
    }
  }
}

/** Number of pages that a deletion can add to record itself. */
const pageGrowthOfDeletion = 1;
