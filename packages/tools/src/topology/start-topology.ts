// Several servers on one database behind a plain proxy, each as a process of its own: what tests and trials of that use, and
// `npm run topology` for people.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { startPostgres, type TestPostgres } from '@understudy/persistence/testing';
import { freePort } from '@understudy/server/testing';
import { root } from '../steps.mjs';
import { Part } from './part.ts';

export interface TopologyOptions {
  readonly servers: number;
  readonly workers: number;
  /** Port of the proxy; a free one when absent. */
  readonly port?: number;
  /** Address of a database that is there already; without it one is started, and goes with the topology. */
  readonly data?: string;
  /** For `understudy start`, besides ports and data. */
  readonly serverArguments?: readonly string[];
  /** For Node, before the program: of the servers alone. */
  readonly nodeOptions?: readonly string[];
  /** Whether the database keeps what a failing machine would lose. Default false. */
  readonly isDurable?: boolean;
}

export interface Topology {
  /** Address of the proxy. */
  readonly url: string;
  readonly database: string;
  /** Undefined where the database was there already. */
  readonly postgres: TestPostgres | undefined;
  readonly proxy: Part;
  /** Each announces the address that `addresses` has in its place. */
  readonly servers: readonly Part[];
  readonly addresses: readonly string[];
  readonly workers: readonly Part[];
  /** What any of them has written to standard error. */
  complaints(): string;
  /** Ends all of it in order: servers and workers give back what they have, the proxy follows, the database is last. */
  close(): Promise<void>;
}

const cli = join(root, 'packages', 'understudy', 'bin', 'understudy.js');
const roundRobin = join(import.meta.dirname, 'round-robin.mjs');

/**
 * Starts everything; resolves when the proxy listens and every server is ready.
 *
 * @throws Error with what a part has said when it does not start
 */
export async function startTopology(options: TopologyOptions): Promise<Topology> {
  const { servers: count, serverArguments = [], nodeOptions = [], isDurable = false } = options;
  const postgres = options.data === undefined ? await startPostgres({ isDurable }) : undefined;
  const database = options.data ?? (await postgres?.newDatabase()) ?? '';
  const [proxyPort = '', ...ports] = await freePorts(count + 1);
  const port = options.port === undefined || options.port === 0 ? proxyPort : String(options.port);
  // Also webhooks to inboxes come in by the proxy, unless their server knows that it is meant.
  const publicUrl = `http://127.0.0.1:${port}`;
  const addresses = ports.map((port) => `http://127.0.0.1:${port}`);
  const servers = ports.map((port, index) => {
    const args = [
      cli,
      'start',
      '--json',
      '--port',
      port,
      '--data',
      database,
      '--public-url',
      publicUrl,
      ...serverArguments,
    ];
    // The database shows by this name whose connection it is.
    return new Part(`server ${index + 1}`, [...nodeOptions, ...args], { PGAPPNAME: addresses[index] });
  });
  const workers = Array.from({ length: options.workers }, (_each, index) => {
    const args = [cli, 'work', '--json', '--data', database, '--concurrency', '1'];
    return new Part(`worker ${index + 1}`, args, { PGAPPNAME: `worker ${index + 1}` });
  });
  const proxy = new Part('proxy', [roundRobin, port, ...addresses]);
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

/** Whether the built command line has workers. */
export function hasWorkers(): boolean {
  return spawnSync(process.execPath, [cli, 'work', '--help'], { encoding: 'utf8' }).stdout.includes('--concurrency');
}

async function freePorts(count: number): Promise<string[]> {
  const ports = new Set<string>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}
