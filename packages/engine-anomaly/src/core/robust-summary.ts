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

/** One habit within numbers. */
export interface ValueMode {
  /** How many values lie around it. */
  n: number;
  median: number;
  /** Median absolute deviation (MAD) from the median. */
  mad: number;
  /** Deviation that 85 % of the values stay within: on coarse clocks the MAD is 0 although some values differ. */
  reach: number;
}

/** Stored summary of the values of one group. Zeros (no break, no overtime) are separate from the amounts. */
export interface NumericSummary {
  /** Number of values, zeros included. */
  n: number;
  zeros: number;
  /** Habits of the values that are not zero, smallest first; empty without such values. */
  modes: ValueMode[];
}

/** Summary of the finite values of a group. Habits closer than ten times `options.floor` are one habit. */
export function summarize(values: Float64Array, options: { floor: number }): NumericSummary {
  const known = values.filter((value) => Number.isFinite(value) && value !== 0);
  let zeros = 0;
  for (const value of values) if (value === 0) zeros += 1;
  return summarizeCounts(countValues(known), zeros, options);
}

/** Summary of a group of counted non-zero values and the number of zeros. `options.floor` as for `summarize`. */
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
