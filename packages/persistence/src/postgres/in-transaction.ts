import type { Sql, TransactionSql } from 'postgres';

/** Codes of errors after which there is no connection any more, of the client and of the server. */
const broken = /^(CONNECTION_|ECONN|EPIPE|ETIMEDOUT|08|57P0|25P03)/;

/**
 * Does its work in one transaction, like `begin` of the client, which must not be used directly: when the connection
 * breaks, it would send a rollback over the broken connection and end the process (postgres 3.4.9, its issue 1208).
 *
 * @throws Error of the work, or of the connection; nothing was stored, as far as can be known
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
