// Measures sandboxes in a data folder: their memory use in a server, and their activation time.
import { rm } from 'node:fs/promises';
import { DataFolder } from '@understudy/persistence';
import { type RunningSimulators, startSimulators } from 'api-understudy';
import { temporaryFolder } from '../../gate.ts';
import { heapBytes } from './heap-bytes.ts';

interface Activations {
  /** Processor time and real time, in milliseconds. */
  readonly p50: readonly [processor: number, real: number];
  readonly p99: readonly [processor: number, real: number];
  readonly count: number;
  /** Number of responses other than 200. */
  readonly errors: number;
}

interface StoredSandboxes {
  readonly sandboxes: number;
  /** Heap bytes of each stored sandbox. */
  readonly bytes: number;
  readonly activations: Activations;
  /** The activation time of one sandbox with this many records of 250 bytes. */
  readonly large: {
    readonly records: number;
    readonly processor: number;
    readonly real: number;
    readonly isError: boolean;
  };
}

const template = 'template';
const activated = 1000;
const records = 50_000;
const atOnce = 1000;

/** @param count number of stored sandboxes */
export async function measureStoredSandboxes(count: number): Promise<StoredSandboxes> {
  const data = temporaryFolder('understudy-stored');
  const start = () =>
    startSimulators({ data, apis: ['inventory'], seed: 'empty', maxAwake: 100, maxSandboxes: count + 2 });
  try {
    const first = await start();
    await first.control.sandboxes.create(template);
    await first.close();
    const empty = await start();
    const before = heapBytes();
    await empty.close();
    await copyTemplate(data, count);
    const simulators = await start();
    try {
      const bytes = (heapBytes() - before) / count;
      // The first one is not counted, because the server compiles its code.
      await activate(simulators, template);
      const large = await activate(simulators, 'large');
      const activations = await activateSome(simulators, count);
      return { sandboxes: count, bytes, activations, large: { records, ...large } };
    } finally {
      await simulators.close();
    }
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}

/** Copies a stored sandbox, because creating thousands of sandboxes takes minutes. One copy has many more records. */
async function copyTemplate(data: string, count: number): Promise<void> {
  const folder = await DataFolder.open(data);
  try {
    const { archive } = folder;
    const stored = (await archive.read(template)).map((record) => ({ kind: 'put', ...record }) as const);
    const found = (await archive.names()).find(({ name }) => name === template);
    if (found === undefined) throw new Error('The template was not stored');
    const { name: _name, ...metadata } = found;
    const copy = [...stored, { kind: 'metadata', metadata } as const];
    for (let made = 0; made < count; made += atOnce) {
      const names = Array.from({ length: Math.min(atOnce, count - made) }, (_each, index) => `stored-${made + index}`);
      await Promise.all(names.map((name) => archive.append(name, 0, copy)));
    }
    const orders = Array.from({ length: records }, (_each, index) => createOrder(index));
    await archive.append('large', 0, [...copy, ...orders]);
  } finally {
    await folder.close();
  }
}

/** Creates an order record. The keys do not follow the creation order. */
function createOrder(index: number) {
  const key = `order-${(index * 7919) % records}`;
  const customer = { id: `c-${index % 500}`, name: `Customer ${index % 500}`, email: `c-${index % 500}@example.com` };
  const lines = [1, 2].map((quantity) => ({ sku: `sku-${index % 90}`, quantity, price: 9.5 }));
  const value = { id: key, status: 'open', customer, lines, total: index * 1.25, note: 'Leave at the door, please' };
  return { kind: 'put', partition: 'inventory/demo-client/main', collection: 'orders', key, value } as const;
}

async function activateSome(simulators: RunningSimulators, count: number): Promise<Activations> {
  const all: { processor: number; real: number; isError: boolean }[] = [];
  const step = Math.max(1, Math.floor(count / activated));
  // Sequential, so that waiting in a queue is not measured.
  for (let index = 0; index < count; index += step) all.push(await activate(simulators, `stored-${index}`));
  const quantile = (share: number) => {
    const of = (kind: 'processor' | 'real') =>
      all.map((one) => one[kind]).sort((one, other) => one - other)[Math.ceil(all.length * share) - 1] ?? Number.NaN;
    return [of('processor'), of('real')] as const;
  };
  const errors = all.filter(({ isError }) => isError).length;
  return { p50: quantile(0.5), p99: quantile(0.99), count: all.length, errors };
}

/** Sends the first request to a sandbox. @returns the time in milliseconds, and whether the request failed */
async function activate({ url, fetch }: RunningSimulators, name: string) {
  const [begun, before] = [performance.now(), process.cpuUsage()];
  const response = await fetch(`${url}/~${name}/_sim/clock`);
  await response.text();
  const { user, system } = process.cpuUsage(before);
  return { processor: (user + system) / 1000, real: performance.now() - begun, isError: response.status !== 200 };
}
