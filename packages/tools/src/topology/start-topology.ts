// Several servers on one database behind a simple proxy, each in its own process. For gates, trials and `npm run
// topology`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { startPostgres } from '@understudy/persistence/testing';
import { findFreePort } from '@understudy/server/testing';
import { ManagedProcess } from '../managed-process.ts';
import { root } from '../steps.mjs';

export interface TopologyOptions {
  readonly servers: number;
  readonly workers: number;
  /** Port of the proxy. Default: a free one. */
  readonly port?: number;
  /** URL of an existing database, or a data folder. Default: a temporary database. */
  readonly data?: string;
  /** More options of `understudy start`. */
  readonly serverArguments?: readonly string[];
  readonly nodeOptions?: readonly string[];
  /** True if commits wait for the disk. Default false. */
  readonly isDurable?: boolean;
}

export type Topology = Awaited<ReturnType<typeof startTopology>>;

const cli = join(root, 'packages', 'understudy', 'bin', 'understudy.js');
const roundRobin = join(import.meta.dirname, 'round-robin.mjs');

/**
 * Starts everything and waits until all processes are ready.
 *
 * @returns `url`: the proxy's URL. `postgres`: the temporary database. `addresses`: the URLs of the servers, in
 *   order. `complaints`: the standard error of all processes. `close`: stops servers and workers, then the proxy, then
 *   the database
 * @throws Error with the output of the process that fails to start
 */
export async function startTopology(options: TopologyOptions) {
  const { servers: count, serverArguments = [], nodeOptions = [], isDurable = false } = options;
  const postgres = options.data === undefined ? await startPostgres({ isDurable }) : undefined;
  const database = options.data ?? (await postgres?.newDatabase()) ?? '';
  const [proxyPort = '', ...ports] = await freePorts(count + 1);
  const port = options.port === undefined || options.port === 0 ? proxyPort : String(options.port);
  const publicUrl = `http://127.0.0.1:${port}`;
  const addresses = ports.map((port) => `http://127.0.0.1:${port}`);
  const servers = ports.map((port, index) => {
    const args = ['--json', '--port', port, '--data', database, '--public-url', publicUrl, ...serverArguments];
    // The name by which the database identifies the connection.
    const env = { PGAPPNAME: addresses[index] };
    return new ManagedProcess(`server ${index + 1}`, [...nodeOptions, cli, 'start', ...args], { env });
  });
  const workers = Array.from({ length: options.workers }, (_each, index) => {
    const args = [cli, 'start', '--worker', '--json', '--data', database, '--concurrency', '1'];
    const name = `worker ${index + 1}`;
    return new ManagedProcess(name, args, { env: { PGAPPNAME: name } });
  });
  const proxy = new ManagedProcess('proxy', [roundRobin, port, ...addresses]);
  const close = async () => {
    await Promise.all([...servers, ...workers].map((part) => part.end('SIGTERM')));
    await proxy.end('SIGTERM');
    await postgres?.close();
  };
  try {
    await Promise.all([...servers, ...workers].map((part) => part.start()));
    const { url }: { url: string } = JSON.parse(await proxy.start());
    const complaints = () => [proxy, ...servers, ...workers].map((part) => part.complaints).join('');
    return { url, database, postgres, proxy, servers, addresses, workers, complaints, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns whether the built command line supports workers. */
export function hasWorkers(): boolean {
  return spawnSync(process.execPath, [cli, 'start', '--help', '--all'], { encoding: 'utf8' }).stdout.includes(
    '--concurrency',
  );
}

async function freePorts(count: number): Promise<string[]> {
  const ports = new Set<string>();
  while (ports.size < count) ports.add(await findFreePort());
  return [...ports];
}
