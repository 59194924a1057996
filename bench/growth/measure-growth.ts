// What calls cost at one size of what is stored and at a hundred times as much. Sizes are compared with each other, in
// processor time of this process, so that neither the machine nor what else it does has a share in the figures.
import type { Growing } from './growing.ts';

/** What one call costs at each size. */
export interface GrowthOfCall {
  readonly what: string;
  /** Microseconds of processor time by size, the median of rounds. */
  readonly costs: readonly { readonly size: number; readonly cost: number }[];
}

/** What is stored, and the memory that each of it takes. */
export interface Growth {
  readonly calls: readonly GrowthOfCall[];
  /** Bytes of the heap for each of what grows, between the middle size and the last one, and between the first two. */
  readonly bytes: readonly [number, number];
}

const rounds = 15;
/** Times that a call is measured in vain first. */
const warmUps = 6;
/** Milliseconds of processor time that a round takes at least: what the system counts by is coarse. */
const roundTime = 15;

/** @param sizes in the place of those that the thing itself has */
export async function measureGrowth(growing: Growing, sizes = growing.sizes): Promise<Growth> {
  const costs = new Map<string, { size: number; cost: number }[]>();
  const heap: { size: number; bytes: number }[] = [];
  for (const size of sizes) {
    await growing.growTo(size);
    heap.push({ size, bytes: heapBytes() });
    for (const [what, call] of Object.entries(growing.calls)) {
      // Neither the first size nor the first call after a long growth, which lets compiled code go, pays for the compiler.
      for (let turn = 0; turn < warmUps; turn += 1) await costOf(call);
      costs.set(what, [...(costs.get(what) ?? []), { size, cost: await costOf(call) }]);
    }
  }
  const slope = (from: number) => {
    const [less, more] = [heap.at(from), heap.at(from + 1)];
    return less === undefined || more === undefined ? Number.NaN : (more.bytes - less.bytes) / (more.size - less.size);
  };
  return {
    calls: [...costs].map(([what, measured]) => ({ what, costs: measured })),
    bytes: [slope(-2), slope(-3)],
  };
}

/** Microseconds of processor time of a call, the median of rounds. */
async function costOf(call: () => Promise<unknown>): Promise<number> {
  const measured: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    let spent = 0;
    let calls = 0;
    while (spent < roundTime * 1000) {
      await call();
      calls += 1;
      const { user, system } = process.cpuUsage(before);
      spent = user + system;
    }
    measured.push(spent / calls);
  }
  return measured.sort((left, right) => left - right)[Math.floor(rounds / 2)] ?? Number.NaN;
}

function heapBytes(): number {
  if (globalThis.gc === undefined) throw new Error('The growth of memory is measured with --expose-gc');
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
