import { UnavailableError } from '@understudy/kernel/serving';
import type { Sql, TransactionSql } from 'postgres';

/** Matches the error codes of a lost connection. */
const broken = /^(CONNECTION_|ECONN|EPIPE|ETIMEDOUT|08|57P0|25P03)/;

/**
 * Runs a transaction. The client's own `begin` would send a rollback over a broken connection and crash the process
 * (postgres 3.4.9, issue 1208).
 */
export async function runInTransaction<Result>(
  sql: Sql,
  work: (transaction: TransactionSql) => Promise<Result>,
): Promise<Result> {
  const outcome = await sql.begin(async (transaction) => {
    try {
      return { result: await work(transaction) };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      // The client rejects the transaction itself.
      if (broken.test(code)) await new Promise<never>(() => undefined);
      throw error;
    }
  });
  return outcome.result;
}

/** Matches the error codes of a lost connection, or of a server that is starting, stopping or full. */
const passing = /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ETIMEDOUT|08|25P03|57P0|53300)/;

/** Returns whether the database is temporarily unavailable. */
export function isTransientError(error: unknown): boolean {
  return passing.test(error instanceof Error && 'code' in error ? String(error.code) : '');
}

/** Converts a temporary database error to an {@link UnavailableError}. */
export function toUnavailable(error: unknown): unknown {
  if (!isTransientError(error)) return error;
  return new UnavailableError('The database is unreachable at the moment', { cause: error });
}
