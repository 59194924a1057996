import { setImmediate as nextTurn } from 'node:timers/promises';
import { isObject } from '@understudy/contract';
import type { EntryRange, JournalArchive, StoredEntry } from '@understudy/kernel';
import { UnavailableError } from '@understudy/kernel/serving';
import type Database from 'libsql';

/** Number of entries to read per page, and to delete per event loop turn. */
const [onePage, deletedPerTurn] = [100, 500];

interface Disk {
  /** True if only deletions can be written. */
  isFull(): boolean;
  /** Runs a deletion in a transaction, which can use the space reserved for deletions. */
  freeing(work: () => void): void;
}

/** A {@link JournalArchive} in an SQLite file. */
export class SqliteJournal implements JournalArchive {
  readonly #database: Database.Database;
  readonly #disk: Disk;

  constructor(database: Database.Database, disk: Disk) {
    this.#database = database;
    this.#disk = disk;
  }

  async write(entries: readonly StoredEntry[]): Promise<void> {
    if (this.#disk.isFull()) throw new UnavailableError('The disk is full');
    const insert = this.#database.prepare(
      'INSERT OR IGNORE INTO journal (sandbox, seq, at, bytes, entry) VALUES (?, ?, ?, ?, ?)',
    );
    this.#database.transaction(() => {
      for (const { sandbox, seq, at, entry } of entries) insert.run(sandbox, seq, at, entry.length, entry);
    })();
  }

  async read(sandbox: string, { after, before, newestFirst }: EntryRange): Promise<StoredEntry[]> {
    return this.#database
      .prepare(
        `SELECT seq, entry FROM journal WHERE sandbox = ? AND seq > ? AND seq < ?
         ORDER BY seq ${newestFirst ? 'DESC' : 'ASC'} LIMIT ${onePage}`,
      )
      .all(sandbox, after, before) as StoredEntry[];
  }

  async bounds(sandbox: string): Promise<{ first: number; last: number }> {
    const range = 'SELECT coalesce(min(seq), 0) AS first, coalesce(max(seq), 0) AS last FROM journal WHERE sandbox = ?';
    return this.#database.prepare(range).get(sandbox) as { first: number; last: number };
  }

  async forget(sandbox: string): Promise<void> {
    await this.#delete('sandbox = ?', sandbox);
  }

  async prune(before: number, maxBytes: number): Promise<void> {
    const sums = 'SELECT at, sum(bytes) OVER (ORDER BY at DESC) AS sum FROM journal';
    const row = this.#database.prepare(`SELECT max(at) AS at FROM (${sums}) WHERE sum > ?`).get(maxBytes);
    const surplus = isObject(row) ? row.at : undefined;
    await this.#delete('at <= ?', Math.max(before - 1, typeof surplus === 'number' ? surplus : 0));
  }

  async #delete(condition: string, value: string | number): Promise<void> {
    const some = `SELECT rowid FROM journal WHERE ${condition} LIMIT ${deletedPerTurn}`;
    const remove = this.#database.prepare(`DELETE FROM journal WHERE rowid IN (${some})`);
    let changes = 0;
    do {
      if (!this.#database.open) return;
      this.#disk.freeing(() => {
        changes = remove.run(value).changes;
      });
      await nextTurn();
    } while (changes > 0);
  }
}
