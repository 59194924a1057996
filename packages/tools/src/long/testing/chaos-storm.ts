// Kills, stops or restarts one process after another while clients work.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '@understudy/fuzzing';
import type { ManagedProcess } from '../../managed-process.ts';
import type { Topology } from '../../topology/start-topology.ts';

type Blow =
  | 'kill a server'
  | 'kill two servers'
  | 'kill a worker'
  | 'restart PostgreSQL'
  | 'stop a server'
  | 'upgrade a server';

/** A disruption. `at`: milliseconds since this process started. */
export interface Struck {
  readonly blow: Blow;
  readonly at: number;
}

export interface StormOptions {
  readonly random: SeededRandom;
  /** Milliseconds between two disruptions. */
  readonly every: number;
  /** How long a server is suspended, in milliseconds. */
  readonly standstill: number;
  readonly only?: Blow;
}

/** @returns the disruptions, once all processes run again */
export async function storm(
  topology: Topology,
  isOver: () => boolean,
  { random, every, standstill, only }: StormOptions,
): Promise<Struck[]> {
  const done: Struck[] = [];
  const repairs: Promise<unknown>[] = [];
  const busy = new Set<ManagedProcess>();
  const pick = (parts: readonly ManagedProcess[]) => {
    const free = parts.filter((part) => !busy.has(part) && part.pid !== undefined);
    return free[random.below(free.length)];
  };
  const blows: Record<Blow, () => Promise<unknown> | undefined> = {
    'kill a server': () => killed(pick(topology.servers)),
    'kill two servers': () => Promise.all([killed(pick(topology.servers)), killed(pick(topology.servers))]),
    'kill a worker': () => killed(pick(topology.workers)),
    'restart PostgreSQL': () => topology.postgres?.restart(),
    'stop a server': () => stopped(pick(topology.servers)),
    'upgrade a server': () => upgraded(pick(topology.servers)),
  };
  const killed = (part: ManagedProcess | undefined) =>
    part && whileBusy(part, async () => await part.end('SIGKILL').then(() => part.start()));
  const upgraded = (part: ManagedProcess | undefined) =>
    part && whileBusy(part, async () => await part.end('SIGTERM').then(() => part.start()));
  const stopped = (part: ManagedProcess | undefined) =>
    part &&
    whileBusy(part, async () => {
      part.signal('SIGSTOP');
      await sleep(standstill);
      part.signal('SIGCONT');
    });
  const whileBusy = async (part: ManagedProcess, work: () => Promise<unknown>) => {
    busy.add(part);
    await work().finally(() => busy.delete(part));
  };
  const all: readonly Blow[] = ['kill a server', 'stop a server', 'restart PostgreSQL', 'kill a worker'];
  const names = only === undefined ? all : [only];
  let order: Blow[] = [];
  await sleep(every / 2);
  while (!isOver()) {
    // All kinds take turns, so that even a short run contains each.
    if (order.length === 0) order = [...names].sort(() => random.next() - 0.5);
    const blow = order.shift() ?? 'kill a server';
    const at = performance.now();
    const repair = blows[blow]();
    if (repair !== undefined) {
      done.push({ blow, at });
      repair.catch(() => undefined);
      repairs.push(repair);
    }
    await sleep(every);
  }
  await Promise.all(repairs);
  return done;
}
