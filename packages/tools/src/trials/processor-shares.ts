// Which part of a topology uses how much of the processor, as Linux tells it by process.

import { processorTime } from '../bench/processor-time.ts';
import type { Topology } from '../topology/start-topology.ts';

/** Microseconds of processor time for each request, by part. */
export interface Shares {
  readonly servers: number;
  readonly database: number;
  readonly proxy: number;
  readonly client: number;
}

/** @param count requests that `work` has sent, asked after it */
export async function sharesOver(topology: Topology, work: () => Promise<void>, count: () => number): Promise<Shares> {
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

/** Processes of the database: one for each connection, and those that write beside them. */
async function backendsOf({ postgres, database }: Topology): Promise<number[]> {
  const rows = (await postgres?.run(database, 'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()')) ?? [];
  return rows.map(({ pid }) => Number(pid));
}

function sum(pids: readonly (number | undefined)[]): number {
  return pids.reduce<number>((all, pid) => all + (pid === undefined ? 0 : usedBy(pid)), 0);
}

/** Microseconds; 0 for a process that has ended. */
function usedBy(pid: number): number {
  try {
    return processorTime(pid);
  } catch {
    return 0;
  }
}
