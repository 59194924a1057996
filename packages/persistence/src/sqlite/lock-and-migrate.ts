import type Database from 'libsql';
import { DiskReserve, isDiskFull } from '../disk-reserve.js';
import type { CommitDurability } from './commit-durability.js';
import { migrateSqlite } from './sqlite-schema.js';

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
