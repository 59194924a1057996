import type { Sql } from 'postgres';
import { migrate } from './postgres-schema.js';

/**
 * Connects to a database and brings it to the latest schema.
 *
 * @param url `postgres://user:password@host:port/database`
 * @throws Error that says why, without the password, when it cannot be reached or was written by a newer version
 */
export async function openPostgres(url: string): Promise<Sql> {
  const { default: postgres } = await import('postgres');
  const sql = postgres(url, { max: 8, connect_timeout: 10, onnotice: () => undefined });
  try {
    await migrate(sql);
    return sql;
  } catch (error) {
    await sql.end({ timeout: 0 });
    const { host } = new URL(url);
    throw new Error(
      `The database at ${host} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}
