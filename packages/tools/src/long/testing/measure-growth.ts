// Compares the cost of calls at one size and at a hundred times that size. Each size has its own server in this
// process, and the servers take turns: they share compiled code, garbage collection and the machine, so only the number
// of items differs. Measures processor time, because it does not include other work.
import type { Growing, Thing } from './growing.ts';
import { heapBytes } from './heap-bytes.ts';

interface GrowthOfCall {
  readonly what: string;
  /** Microseconds of processor time by size, the median of rounds. */
  readonly costs: readonly { readonly size: number; readonly cost: number }[];
}

interface Growth {
  readonly calls: readonly GrowthOfCall[];
  /** Heap bytes per item, in the last half of the largest size and in the quarter before that half. */
  readonly bytes: readonly [number, number];
}

/** Counted rounds, and warm-up rounds before them. */
const rounds = 35;
const warmUps = 10;
/** Number of consecutive calls at one size. It is small, because a call can add items. */
export const inARow = 3;

/** Measures the calls at each size, and the memory. */
export async function measureGrowth({ sizes, make }: Thing): Promise<Growth> {
  const grown: { size: number; growing: Growing }[] = [];
  try {
    let bytes: Growth['bytes'] = [Number.NaN, Number.NaN];
    for (const size of sizes) {
      const growing = await make(size);
      grown.push({ size, growing });
      if (size === sizes.at(-1)) bytes = await growthOfMemory(growing, size);
      else await growing.growTo(size);
    }
    const calls: GrowthOfCall[] = [];
    for (const what of Object.keys(grown[0]?.growing.calls ?? {})) calls.push(await compare(what, grown));
    return { calls, bytes };
  } finally {
    for (const { growing } of grown) await growing.close();
  }
}

/**
 * Compares the memory growth in the last half with the quarter before, because maps double their capacity once in each.
 */
async function growthOfMemory(growing: Growing, size: number): Promise<Growth['bytes']> {
  const [quarter, half] = [Math.ceil(size / 4), Math.ceil(size / 2)];
  const heap: number[] = [];
  for (const reached of [quarter, half, size]) {
    await growing.growTo(reached);
    heap.push(heapBytes());
  }
  const [little = Number.NaN, more = Number.NaN, all = Number.NaN] = heap;
  return [(all - more) / (size - half), (more - little) / (half - quarter)];
}

async function compare(
  what: string,
  grown: readonly { readonly size: number; readonly growing: Growing }[],
): Promise<GrowthOfCall> {
  const measured = grown.map(({ size }): { size: number; costs: number[] } => ({ size, costs: [] }));
  for (let round = 0; round < warmUps + rounds; round += 1) {
    for (const turn of grown.keys()) {
      // Each round starts with a different size, and every second round runs in reverse order, so that garbage
      // collection affects all sizes equally.
      const step = round % 2 === 0 ? turn : grown.length - turn;
      const index = (step + round) % grown.length;
      const cost = await costOf(grown[index]?.growing, what);
      if (round >= warmUps) measured[index]?.costs.push(cost);
    }
  }
  return { what, costs: measured.map(({ size, costs }) => ({ size, cost: median(costs) })) };
}

/** Returns the processor time of a call in microseconds. */
async function costOf(growing: Growing | undefined, what: string): Promise<number> {
  const call = growing?.calls[what];
  if (call === undefined) throw new Error(`There is no call "${what}" at every size`);
  const before = process.cpuUsage();
  for (let done = 0; done < inARow; done += 1) await call();
  const { user, system } = process.cpuUsage(before);
  await growing?.takeBack?.();
  return (user + system) / inARow;
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}
