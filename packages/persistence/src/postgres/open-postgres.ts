import { DataFolderError } from '../data-folder-error.js';
import { defaultLease } from './lease.js';
import { openSql } from './open-sql.js';
import { migratePostgres } from './postgres-schema.js';
import type { Sql } from './sql.js';

/** Milliseconds to wait for a row that another connection has locked. Our own transactions take milliseconds. */
const lockTimeoutMs = 1000;

/** Options of the connections to a database. */
export interface ConnectionOptions {
  /** Maximum number of connections. Default 8. */
  readonly connections?: number;
  /** Milliseconds after which a statement without a response ends with its connection. Default 30 s. */
  readonly statementTimeout?: number;
}

/**
 * Connects to a database and migrates it.
 * @throws DataFolderError if the password is missing, or the database is unreachable or has a newer version
 */
export async function openPostgres(
  url: string,
  { connections = 8, statementTimeout = 30_000 }: ConnectionOptions = {},
): Promise<Sql> {
  const { default: driver } = await import('pg').catch((error: unknown) => {
    throw new DataFolderError('A database requires its client, which is not installed: npm install pg@8.23.1', error);
  });
  const config = {
    connectionString: url,
    keepAlive: true,
    // A paused process loses its locks with its lease.
    idle_in_transaction_session_timeout: defaultLease.length,
  };
  // A migration takes as long as it needs.
  const migrating = openSql(driver, { ...config, max: 1 });
  try {
    await migratePostgres(migrating);
  } catch (error) {
    const { host } = new URL(url);
    const why = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error);
    throw new DataFolderError(`Cannot use the database at ${host}: ${why}`, error);
  } finally {
    await migrating.end();
  }
  return openSql(driver, { ...config, max: connections, query_timeout: statementTimeout, lock_timeout: lockTimeoutMs });
}
