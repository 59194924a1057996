import { UnavailableError } from '@understudy/kernel/serving';
import type { Sql, TransactionSql } from 'postgres';

/** Codes of errors after which there is no connection any more, of the client and of the server. */
const broken = /^(CONNECTION_|ECONN|EPIPE|ETIMEDOUT|08|57P0|25P03)/;

/**
 * Runs a transaction. The client's own `begin` would send a rollback over a broken connection and crash the process
 * (postgres 3.4.9, issue 1208).
 */
export async function inTransaction<Result>(
  sql: Sql,
  work: (transaction: TransactionSql) => Promise<Result>,
): Promise<Result> {
  const outcome = await sql.begin(async (transaction) => {
    try {
      return { result: await work(transaction) };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      // The client rejects the transaction itself, as soon as it has noticed the end of the connection.
      if (broken.test(code)) await new Promise<never>(() => undefined);
      throw error;
    }
  });
  return outcome.result;
}

/** Codes of the client and of the server for a connection that is gone, or a server that starts, stops or is full. */
const passing = /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ETIMEDOUT|08|25P03|57P0|53300)/;

/** Whether the database, or the connection to it, is gone for a moment. */
export function isPassing(error: unknown): boolean {
  return passing.test(error instanceof Error && 'code' in error ? String(error.code) : '');
}

/** An error of the database in a form that tells whether to try again; any other error as it is. */
export function toUnavailable(error: unknown): unknown {
  if (!isPassing(error)) return error;
  return new UnavailableError('The database cannot be reached at the moment', { cause: error });
}
