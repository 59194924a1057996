import { splitModes } from './split-modes.js';
import {
  computeMedianBetween,
  countValues,
  createValueCounts,
  findPlace,
  getValue,
  type ValueCounts,
} from './value-counts.js';

const reachShare = 0.85;

/** One habit among numbers. */
export interface ValueMode {
  /** How many values lie around it. */
  n: number;
  median: number;
  /** Median absolute deviation (MAD) from the median. */
  mad: number;
  /** The deviation that 85 % of the values do not exceed. With coarse clocks, the MAD can be 0. */
  reach: number;
}

/** A stored summary of the values of one group. Zeros (no break, no overtime) are counted separately. */
export interface NumericSummary {
  /** The number of values, including zeros. */
  n: number;
  zeros: number;
  /** The habits of the non-zero values, in ascending order. Empty if there are none. */
  modes: ValueMode[];
}

/** Summarizes the finite values of a group. Habits closer than ten times `options.floor` are merged. */
export function summarize(values: Float64Array, options: { floor: number }): NumericSummary {
  const known = values.filter((value) => Number.isFinite(value) && value !== 0);
  let zeros = 0;
  for (const value of values) if (value === 0) zeros += 1;
  return summarizeCounts(countValues(known), zeros, options);
}

/** Summarizes a group by its counted non-zero values and the number of zeros, like `summarize`. */
export function summarizeCounts(counts: ValueCounts, zeros: number, options: { floor: number }): NumericSummary {
  const total = counts.ends[counts.values.length] ?? 0;
  if (total === 0) return { n: zeros, zeros, modes: [] };
  const modes = splitModes(counts, 10 * options.floor).map(([from, to]) => modeBetween(counts, from, to));
  return { n: total + zeros, zeros, modes };
}

function modeBetween(counts: ValueCounts, from: number, to: number): ValueMode {
  const median = computeMedianBetween(counts, from, to);
  const deviations: { size: number; count: number }[] = [];
  for (let place = findPlace(counts, from); (counts.ends[place] ?? to) < to; place += 1) {
    const size = Math.abs((counts.values[place] ?? 0) - median);
    deviations.push({ size, count: (counts.ends[place + 1] ?? 0) - (counts.ends[place] ?? 0) });
  }
  deviations.sort((a, b) => a.size - b.size);
  const sizes = createValueCounts(
    Float64Array.from(deviations, ({ size }) => size),
    deviations.map(({ count }) => count),
  );
  const n = to - from;
  return {
    n,
    median,
    mad: computeMedianBetween(sizes, 0, n),
    reach: getValue(sizes, Math.floor(reachShare * (n - 1))),
  };
}

export function computeMedian(sorted: ArrayLike<number>): number {
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (sorted[middle - 1] ?? 0) / 2 + upper / 2;
}
