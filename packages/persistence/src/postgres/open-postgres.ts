import { setRealTimeAlarm } from '@understudy/kernel';
import type { Client, ClientBase, ClientConfig, Pool } from 'pg';
import { DataFolderError } from '../data-folder-error.js';
import { defaultLease } from './lease.js';
import { migratePostgres } from './postgres-schema.js';
import { isTransientError, type RunSql, type Sql, SqlText } from './sql.js';

/** Milliseconds to wait for a row that another connection has locked. Our own transactions take milliseconds. */
const lockTimeoutMs = 1000;

/** Options of the connections to a database. */
interface ConnectionOptions {
  /** Maximum number of connections. Default 8. */
  readonly connections?: number;
  /** Milliseconds to wait for a statement's response before the connection is closed. Default 30 s. */
  readonly statementTimeout?: number;
}

/** Milliseconds within which a database must respond to a statement that does no work. */
const responseTimeoutMs = 1000;

/** Milliseconds to wait before replacing a broken listening connection. */
const betweenConnects = 500;

type Driver = { readonly Client: typeof Client; readonly Pool: typeof Pool };

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
  // A migration has no time limit.
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

/** @param config limits of the connections; `max` is their number */
function openSql(driver: Driver, config: ClientConfig & { readonly max: number }): Sql {
  const pool = new driver.Pool({ ...config, connectionTimeoutMillis: 2 * responseTimeoutMs, idleTimeoutMillis: 0 });
  const clients = new Set<ClientBase & Pick<Client, 'end'>>();
  const closing: (() => void)[] = [];
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    // Any statement in progress is rejected as well.
    client.on('error', () => undefined);
    clients.add(client as unknown as Client);
  });
  pool.on('remove', (client) => clients.delete(client as unknown as Client));
  return {
    run: runOn(pool),
    async begin(work) {
      const client = await pool.connect();
      try {
        // If this statement gets no response, nothing has been changed.
        await client.query(Object.assign({ text: 'BEGIN' }, { query_timeout: responseTimeoutMs }));
        const result = await work(runOn(client));
        await client.query('COMMIT');
        client.release();
        return result;
      } catch (error) {
        const isBroken = isTransientError(error) || (await client.query('ROLLBACK').then(isTransientError, () => true));
        client.release(isBroken);
        throw error;
      }
    },
    async listen(channel, onMessage) {
      let stop = () => {};
      closing.push(() => stop());
      const connect = async () => {
        const client = new driver.Client(config);
        client.on('error', () => undefined);
        client.on('notification', ({ payload = '' }) => onMessage(payload));
        await client.connect();
        client.on('end', () => reconnectSoon());
        stop = () => {
          client.removeAllListeners('end');
          void client.end();
        };
        await client.query(`LISTEN ${channel}`);
      };
      const reconnectSoon = () => {
        stop = setRealTimeAlarm(betweenConnects, () => connect().catch(reconnectSoon));
      };
      await connect();
      return () => stop();
    },
    async end() {
      for (const stop of closing) stop();
      const cancel = setRealTimeAlarm(responseTimeoutMs, () => {
        for (const client of clients) void client.end();
      });
      await pool.end().finally(cancel);
    },
  };
}

/** Prepared statement names by SQL text. There are only a few. */
const names = new Map<string, string>();

function runOn(target: Pick<ClientBase, 'query'>): RunSql {
  return async <Rows>(strings: TemplateStringsArray, ...inserted: readonly unknown[]) => {
    const values: unknown[] = [];
    const parts = inserted.map((value, index) => {
      const before = strings[index] ?? '';
      if (value instanceof SqlText) return `${before}${value.text}`;
      values.push(value);
      return `${before}$${values.length}`;
    });
    const text = [...parts, strings.at(-1)].join('');
    if (values.length === 0) return (await target.query(text)).rows as Rows;
    const name = names.get(text) ?? `understudy_${names.size}`;
    names.set(text, name);
    return (await target.query({ name, text, values })).rows as Rows;
  };
}
