// Thousands of sandboxes, most of them asleep: their memory and database size, and how long waking takes.

import { call, callJson } from '../clients/call.ts';
import { expectStatus } from '../clients/inventory-client.ts';
import { inParallel } from '../gate.ts';
import { residentBytes } from '../processor-time.ts';
import { startTopology, type Topology } from '../topology/start-topology.ts';

const wakings = 1000;

/** @returns lines with the results */
export async function sleepers({ asleep, awake }: { asleep: number; awake: number }): Promise<string[]> {
  const topology = await startTopology({
    servers: 1,
    workers: 0,
    isDurable: true,
    serverArguments: [
      'inventory',
      '--seed',
      'empty',
      '--max-awake',
      String(awake),
      '--max-sandboxes',
      String(asleep + awake + 1),
    ],
  });
  try {
    const { url } = topology;
    const begun = { memory: memoryOf(topology), bytes: await bytesOf(topology) };
    const names = Array.from({ length: asleep + awake }, (_each, index) => `box-${index}`);
    const make = (name: string) => callJson('POST', `${url}/_sim/sandboxes`, { name, clock: 'manual' });
    const started = performance.now();
    await inParallel(names.slice(0, awake), 4, async (name) => expectStatus(201, await make(name)));
    const memory = memoryOf(topology);
    await inParallel(names.slice(awake), 4, async (name) => expectStatus(201, await make(name)));
    const seconds = (performance.now() - started) / 1000;
    const all = { memory: memoryOf(topology), bytes: await bytesOf(topology) };
    const times: number[] = [];
    // One after another, so that queueing is not measured. The first ones have slept longest.
    for (const name of names.slice(0, Math.min(wakings, asleep))) {
      const asked = performance.now();
      expectStatus(200, await call('GET', `${url}/~${name}/_sim/clock`));
      times.push(performance.now() - asked);
    }
    times.sort((one, other) => one - other);
    const quantile = (share: number) => (times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(1);
    const kibibytes = (bytes: number, count: number) => (bytes / 1024 / count).toFixed(1);
    return [
      `${awake} sandboxes awake: ${kibibytes(memory - begun.memory, awake)} KiB each, resident memory ${toMebi(memory)} MiB`,
      `${asleep} more, asleep: ${kibibytes(all.memory - memory, asleep)} KiB each in memory, ${kibibytes(all.bytes - begun.bytes, asleep + awake)} KiB each in the database; ${(names.length / seconds).toFixed(0)} made a second`,
      `waking one of them, including the response: p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms (${times.length} wakings)`,
    ];
  } finally {
    await topology.close();
  }
}

/** Resident bytes of the server. */
function memoryOf({ servers: [server] }: Topology): number {
  return residentBytes(server?.pid ?? 0);
}

function toMebi(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0);
}

async function bytesOf({ postgres, database }: Topology): Promise<number> {
  const rows = await postgres?.run(database, 'SELECT pg_database_size(current_database()) AS bytes');
  return Number(rows?.[0]?.['bytes'] ?? 0);
}
