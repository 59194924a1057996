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
