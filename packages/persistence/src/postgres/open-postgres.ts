import type { Sql } from 'postgres';
import { DataFolderError } from '../data-folder-error.js';
import { defaultLease } from './lease.js';
import { migratePostgres } from './postgres-schema.js';

/**
 * Connects to a database and migrates it.
 * @throws DataFolderError if the password is missing, or the database is unreachable or has a newer version
 */
export async function openPostgres(url: string, connections = 8): Promise<Sql> {
  const { default: postgres } = await import('postgres').catch((error: unknown) => {
    throw new DataFolderError(
      'A database requires its client, which is not installed: npm install postgres@3.4.9',
      error,
    );
  });
  const sql = postgres(url, {
    max: connections,
    connect_timeout: 10,
    // Reconnects quickly to a restarted database, without constant retries.
    backoff: (attempts) => Math.min(0.05 * 2 ** attempts, 0.5),
    // A paused process loses its locks with its lease.
    connection: { idle_in_transaction_session_timeout: defaultLease.length },
    onnotice: () => undefined,
    // A restart during the type query of a connection crashes the process (postgres 3.4.9). The only array type is
    // declared here.
    fetch_types: false,
    types: { texts },
  });
  try {
    await migratePostgres(sql);
    return sql;
  } catch (error) {
    await sql.end({ timeout: 0 });
    const { host } = new URL(url);
    const why = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error);
    throw new DataFolderError(`Cannot use the database at ${host}: ${why}`, error);
  }
}

/** `text[]` with its fixed type id. */
const texts = {
  to: 1009,
  from: [],
  serialize: (values: readonly string[]) => `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join()}}`,
  parse: (text: string) => text,
};
