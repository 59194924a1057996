import type Database from 'libsql';
import { DiskReserve, isDiskFull } from '../disk-reserve.js';
import type { CommitDurability } from './commit-durability.js';

/** Migrations in order. Released migrations never change. `user_version` is the number of the latest one applied. */
export const sqliteMigrations: readonly string[] = [
  `CREATE TABLE sandboxes (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     name TEXT NOT NULL UNIQUE,
     epoch INTEGER NOT NULL
   );
   CREATE TABLE records (
     sandbox INTEGER NOT NULL,
     partition TEXT NOT NULL,
     collection TEXT NOT NULL,
     key TEXT NOT NULL,
     value TEXT NOT NULL,
     PRIMARY KEY (sandbox, partition, collection, key)
   );`,
  // Metadata of inactive sandboxes.
  `ALTER TABLE sandboxes ADD COLUMN kept INTEGER NOT NULL DEFAULT 1;
   ALTER TABLE sandboxes ADD COLUMN time_to_live INTEGER NOT NULL DEFAULT ${Number.MAX_SAFE_INTEGER};
   ALTER TABLE sandboxes ADD COLUMN last_used INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE sandboxes ADD COLUMN wakes_at INTEGER DEFAULT 0;
   ALTER TABLE sandboxes ADD COLUMN summary TEXT NOT NULL DEFAULT 'null';`,
  // The index contains all columns that deletion by age and size reads.
  `CREATE TABLE journal (
     sandbox TEXT NOT NULL,
     seq INTEGER NOT NULL,
     at INTEGER NOT NULL,
     bytes INTEGER NOT NULL,
     entry TEXT NOT NULL,
     PRIMARY KEY (sandbox, seq)
   );
   CREATE INDEX journal_age ON journal (at, bytes);`,
];

/** Application id of the database files: "UStd". */
const applicationId = 0x55537464;

/** Migrates a file. @throws Error if it was written by a newer version or another program */
function migrateSqlite(database: Database.Database, file: string): void {
  const version = pragma(database, 'user_version');
  const mark = pragma(database, 'application_id');
  if (mark !== applicationId && (version !== 0 || mark !== 0 || hasTables(database))) {
    throw new Error(`${file} belongs to another program; choose another folder`);
  }
  if (version > sqliteMigrations.length) {
    throw new Error(
      `${file} was written by a newer version of Understudy (schema ${version}; this one reads up to ${sqliteMigrations.length}); use that version, or another folder`,
    );
  }
  const missing = sqliteMigrations.slice(version);
  if (missing.length === 0) return;
  const finish = `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${sqliteMigrations.length}`;
  // Uses a single transaction, so that a file never has a partial version.
  database.exec(['BEGIN IMMEDIATE', ...missing.map((step) => step.replace(/;\s*$/, '')), finish, 'COMMIT'].join(';\n'));
}

function hasTables(database: Database.Database): boolean {
  return database.prepare('SELECT name FROM sqlite_schema LIMIT 1').all().length > 0;
}

function pragma(database: Database.Database, name: string): number {
  const [row] = database.prepare(`PRAGMA ${name}`).raw().all();
  return Array.isArray(row) ? Number(row[0]) : 0;
}

/**
 * Locks and migrates a file. On a full disk, first deletes the reserve: the connection keeps its lock, so it cannot be
 * opened again.
 * @returns the size of the deleted reserve
 */
export function lockAndMigrate(
  database: Database.Database,
  file: string,
  durability: CommitDurability,
): number | undefined {
  const begin = () => {
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('journal_mode = WAL');
    database.pragma(`synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`);
    // The first write acquires the lock.
    database.exec('BEGIN IMMEDIATE; COMMIT');
    migrateSqlite(database, file);
  };
  try {
    begin();
    return undefined;
  } catch (error) {
    const released = isDiskFull(error) ? DiskReserve.release(file) : undefined;
    if (released === undefined) throw error;
    if (database.inTransaction) database.exec('ROLLBACK');
    begin();
    return released;
  }
}
