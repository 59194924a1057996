import { splitModes } from './split-modes.js';

const reachShare = 0.85;
/** Points that stand for the values of two groups when they are merged. */
const mostPoints = 1000;

/** One habit within numbers. */
export interface Mode {
  /** How many values lie around it. */
  n: number;
  median: number;
  /** Median absolute deviation (MAD) from the median. */
  mad: number;
  /** Deviation that 85 % of the values stay within: on coarse clocks the MAD is 0 although some values differ. */
  reach: number;
}

/** What is kept of the values of one group. Zeros (no break, no overtime) are counted apart from the amounts. */
export interface NumericSummary {
  /** Number of values, zeros included. */
  n: number;
  zeros: number;
  /** Habits of the values that are not zero, smallest first; empty without such values. */
  modes: Mode[];
}

/**
 * Summary of a group of values; values that are not finite are left out.
 *
 * @param options.floor - Least MAD that means something, in the unit of the values; habits closer than ten times that are one.
 */
export function summarize(values: Float64Array, options: { floor: number }): NumericSummary {
  const known = values.filter((value) => Number.isFinite(value) && value !== 0).sort();
  let zeros = 0;
  for (const value of values) if (value === 0) zeros += 1;
  const modes: Mode[] = [];
  if (known.length > 0) {
    for (const [from, to] of splitModes(known, 10 * options.floor)) {
      const part = known.subarray(from, to);
      const median = medianOf(part);
      const deviations = part.map((value) => Math.abs(value - median)).sort();
      const reach = deviations[Math.floor(reachShare * (part.length - 1))] ?? 0;
      modes.push({ n: part.length, median, mad: medianOf(deviations), reach });
    }
  }
  return { n: known.length + zeros, zeros, modes };
}

/**
 * Summary of two groups together. Each habit is taken as five weighted points that have its median and MAD, so the
 * result is exact for equal habits and close for others; the values themselves are not needed any more.
 */
export function mergeSummaries(a: NumericSummary, b: NumericSummary, options: { floor: number }): NumericSummary {
  const all = [...a.modes, ...b.modes];
  const total = all.reduce((sum, { n }) => sum + n, 0);
  const points = all.flatMap((mode) => pointsOf(mode, Math.min(1, mostPoints / total)));
  const { modes } = summarize(Float64Array.from(points), options);
  const amounts = a.n - a.zeros + (b.n - b.zeros);
  const scale = amounts / Math.max(1, points.length);
  return {
    n: a.n + b.n,
    zeros: a.zeros + b.zeros,
    modes: modes.map((mode) => ({ ...mode, n: mode.n * scale })),
  };
}

/** Median of sorted values. */
export function medianOf(sorted: ArrayLike<number>): number {
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (sorted[middle - 1] ?? 0) / 2 + upper / 2;
}

/** Points around a habit, `perValue` for each value: 20 % on the median, 60 % at a MAD from it, 20 % at its reach. */
function pointsOf({ n, median, mad, reach }: Mode, perValue: number): number[] {
  const steps = [0, -mad, mad, -reach, reach, -mad, mad, -mad, mad, 0];
  return Array.from({ length: Math.max(1, Math.round(n * perValue)) }, (_, index) => {
    const value = median + (steps[index % steps.length] ?? 0);
    // A point at zero would be taken for a missing amount.
    return value === 0 ? median : value;
  });
}
