// Measures one, two and three servers on one database on this machine, and the cost of sandboxes asleep and awake:
// the figures of docs/scaling.md. Needs an idle machine; prints a table.
import { setTimeout as sleep } from 'node:timers/promises';
import { call, callJson, type Seen } from '../clients/call.ts';
import { expectStatus } from '../clients/inventory-client.ts';
import { GateFailed, inParallel, temporaryFolder } from '../gate.ts';
import { processorTime } from '../processor-time.ts';
import { startTopology, type Topology } from '../topology/start-topology.ts';
import { sleepers } from './sleepers.ts';

interface ScalingOptions {
  /** Seconds of each measurement. */
  readonly seconds: number;
  /** Sandboxes asleep and awake. */
  readonly asleep: number;
  readonly awake: number;
}

const sandboxes = 60;
const clients = 24;

type Kind = 'read' | 'write';

interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly shares: Shares;
}

/** @returns a table in Markdown @throws GateFailed when a request fails */
export async function scalingTrial({ seconds, ...sleeping }: ScalingOptions): Promise<string> {
  const rows = await oneServer(seconds);
  for (const servers of [1, 2, 3]) {
    const topology = await startTopology({ servers, workers: 0, isDurable: true, serverArguments: quietServer });
    try {
      const names = await fill(topology);
      for (const kind of ['read', 'write'] as const) {
        const through = await measure(topology, { kind, seconds, base: (name) => `${topology.url}/~${name}`, names });
        rows.push(row(`${servers}, by the proxy`, kind, through));
        if (servers !== 3) continue;
        const owners = await ownersOf(topology);
        const owner = (name: string) => owners.get(name) ?? '';
        const another = (name: string) => topology.addresses.find((address) => address !== owner(name)) ?? '';
        const direct = await measure(topology, { kind, seconds, base: (name) => `${owner(name)}/~${name}`, names });
        const handedOn = await measure(topology, { kind, seconds, base: (name) => `${another(name)}/~${name}`, names });
        rows.push(row('3, to the owner', kind, direct), row('3, to another one', kind, handedOn));
      }
    } finally {
      await topology.close();
    }
  }
  const head =
    '| servers | requests | a second | p50 ms | p99 ms | servers µs | PostgreSQL µs | proxy µs | client µs |';
  return ['', head, '|---|---|---|---|---|---|---|---|---|', ...rows, '', ...(await sleepers(sleeping))].join('\n');
}

/** Measures a server with a data folder, without a proxy. */
async function oneServer(seconds: number): Promise<string[]> {
  const data = temporaryFolder('scaling');
  const topology = await startTopology({ servers: 1, workers: 0, data, serverArguments: quietServer });
  try {
    const names = await fill(topology);
    const [address = ''] = topology.addresses;
    const rows: string[] = [];
    for (const kind of ['read', 'write'] as const) {
      const measured = await measure(topology, { kind, seconds, base: (name) => `${address}/~${name}`, names });
      rows.push(row('1 with a data folder', kind, measured));
    }
    return rows;
  } finally {
    await topology.close();
  }
}

/** Keeps the journal short and the output empty. */
const quietServer = ['inventory', '--seed', 'empty', '--clock', 'manual', '--max-journal-entries', '100'];

async function fill({ url }: Topology): Promise<string[]> {
  const names = Array.from({ length: sandboxes }, (_each, index) => `box-${index}`);
  await inParallel(names, 4, async (name) => {
    expectStatus(201, await callJson('POST', `${url}/_sim/sandboxes`, { name, clock: 'manual' }));
  });
  return names;
}

/** Returns the address of the server of each sandbox. */
async function ownersOf({ postgres, database }: Topology): Promise<ReadonlyMap<string, string>> {
  const rows = await postgres?.run(
    database,
    'SELECT s.name, p.address FROM understudy.sandboxes s JOIN understudy.processes p ON p.id = s.process',
  );
  return new Map(rows?.map(({ name, address }) => [String(name), String(address)]));
}

interface Load {
  readonly kind: Kind;
  readonly seconds: number;
  readonly base: (name: string) => string;
  readonly names: readonly string[];
}

async function measure(topology: Topology, { kind, seconds, base, names }: Load): Promise<Measured> {
  const send = (name: string): Promise<Seen> =>
    kind === 'read'
      ? call('GET', `${base(name)}/io/health_check`)
      : callJson('POST', `${base(name)}/_sim/inbox/log`, { text: 'x'.repeat(1000) });
  const times: number[] = [];
  let until = 0;
  const lane = async (_each: unknown, client: number) => {
    for (let turn = client; performance.now() < until; turn += clients) {
      const begun = performance.now();
      const { status, broken, text } = await send(names[turn % names.length] ?? '');
      if (status === undefined || status >= 300)
        throw new GateFailed(`A request returned ${broken ?? status}: ${text}`);
      times.push(performance.now() - begun);
    }
  };
  const run = async (milliseconds: number) => {
    until = performance.now() + milliseconds;
    await inParallel(Array.from({ length: clients }), clients, lane);
  };
  // Servers compile their code in the first seconds.
  await run(4000);
  await sleep(200);
  times.length = 0;
  const shares = await sharesOver(
    topology,
    () => run(seconds * 1000),
    () => times.length,
  );
  times.sort((one, other) => one - other);
  const quantile = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0;
  return { perSecond: times.length / seconds, p50: quantile(0.5), p99: quantile(0.99), shares };
}

function row(what: string, kind: Kind, { perSecond, p50, p99, shares }: Measured): string {
  const { servers, database, proxy, client } = shares;
  const processor = [servers, database, proxy, client].map((each) => each.toFixed(0));
  return `| ${[what, kind, perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1), ...processor].join(' | ')} |`;
}

// Processor time of each part of a topology, which Linux reports per process.

/** Microseconds of processor time for each request, by part. */
interface Shares {
  readonly servers: number;
  readonly database: number;
  readonly proxy: number;
  readonly client: number;
}

/** @param count requests that `work` has sent, asked after it */
async function sharesOver(topology: Topology, work: () => Promise<void>, count: () => number): Promise<Shares> {
  const backends = await backendsOf(topology);
  const look = (): Shares => ({
    servers: sum(topology.servers.map(({ pid }) => pid)),
    database: sum(backends),
    proxy: sum([topology.proxy.pid]),
    client: process.cpuUsage().user + process.cpuUsage().system,
  });
  const before = look();
  await work();
  const after = look();
  const requests = Math.max(1, count());
  const each = (part: keyof Shares) => (after[part] - before[part]) / requests;
  return { servers: each('servers'), database: each('database'), proxy: each('proxy'), client: each('client') };
}

/** Processes of the database: one per connection, and its background writers. */
async function backendsOf({ postgres, database }: Topology): Promise<number[]> {
  const rows = (await postgres?.run(database, 'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()')) ?? [];
  return rows.map(({ pid }) => Number(pid));
}

function sum(pids: readonly (number | undefined)[]): number {
  return pids.reduce<number>((all, pid) => all + (pid === undefined ? 0 : usedBy(pid)), 0);
}

/** Microseconds. 0 for a process that has exited. */
function usedBy(pid: number): number {
  try {
    return processorTime(pid);
  } catch {
    return 0;
  }
}
