// What goes wrong while clients work: every so often one of the parts is killed, stopped or started again.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Part } from '../topology/part.ts';
import type { Topology } from '../topology/start-topology.ts';

type Blow = 'kill a server' | 'kill a worker' | 'restart PostgreSQL' | 'stop a server';

/** A blow and its instant, in milliseconds of this process. */
export interface Struck {
  readonly blow: Blow;
  readonly at: number;
}

export interface StormOptions {
  readonly chance: () => number;
  /** Milliseconds from one blow to the next, and for which a server stands still. */
  readonly every: number;
  readonly standstill: number;
  readonly only?: Blow;
}

/** @returns what was done, once all parts run again */
export async function storm(
  topology: Topology,
  isOver: () => boolean,
  { chance, every, standstill, only }: StormOptions,
): Promise<Struck[]> {
  const done: Struck[] = [];
  const repairs: Promise<unknown>[] = [];
  const busy = new Set<Part>();
  const pick = (parts: readonly Part[]) => {
    const free = parts.filter((part) => !busy.has(part) && part.pid !== undefined);
    return free[Math.floor(chance() * free.length)];
  };
  const blows: Record<Blow, () => Promise<unknown> | undefined> = {
    'kill a server': () => killed(pick(topology.servers)),
    'kill a worker': () => killed(pick(topology.workers)),
    'restart PostgreSQL': () => topology.postgres?.restart(),
    'stop a server': () => stopped(pick(topology.servers)),
  };
  const killed = (part: Part | undefined) =>
    part && whileBusy(part, async () => await part.end('SIGKILL').then(() => part.start()));
  const stopped = (part: Part | undefined) =>
    part &&
    whileBusy(part, async () => {
      part.signal('SIGSTOP');
      await sleep(standstill);
      part.signal('SIGCONT');
    });
  const whileBusy = async (part: Part, work: () => Promise<unknown>) => {
    busy.add(part);
    await work().finally(() => busy.delete(part));
  };
  const names: readonly Blow[] = ['kill a server', 'stop a server', 'restart PostgreSQL', 'kill a worker'];
  let order: Blow[] = [];
  await sleep(every / 2);
  while (!isOver()) {
    // Each in turn, in a random order: a short run has all of them, too.
    if (order.length === 0) order = names.filter((name) => (only ?? name) === name).sort(() => chance() - 0.5);
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
