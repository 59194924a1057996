import {
  computeMedianBetween,
  countValues,
  createValueCounts,
  findPlace,
  getValue,
  sumDeviationsBetween,
  type ValueCounts,
} from './value-counts.js';

const reachShare = 0.85;

/** One habit among numbers. */
export interface ValueMode {
  /** Number of values around this habit. */
  n: number;
  median: number;
  /** Median absolute deviation (MAD) from the median. */
  mad: number;
  /** The deviation that 85 % of the values do not exceed. If clocks are coarse, the MAD can be 0. */
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

/** Like `summarize`, for counted non-zero values and a number of zeros. */
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

/** Minimum share and number of values that form a habit. Rarer values are outliers. */
const leastShare = 0.08;
const leastCount = 5;
/** Maximum share of the absolute deviations that may remain with two, three and four habits. */
const largestRest = [0.35, 0.2, 0.14];
const mostModes = 4;

/** A group of values by positions [from, to), with the sum of its absolute deviations from the median. */
interface Part {
  from: number;
  to: number;
  cost: number;
}

/** Splits values into up to four groups with habits at least `floor` apart, by k-medians in one dimension. */
function splitModes(counts: ValueCounts, floor: number): [from: number, to: number][] {
  const total = counts.ends[counts.values.length] ?? 0;
  const least = Math.max(leastCount, leastShare * total);
  const part = (from: number, to: number): Part => ({ from, to, cost: sumDeviationsBetween(counts, from, to) });
  let accepted: Part[] = [part(0, total)];
  let parts = accepted;
  let whole = accepted[0]?.cost ?? 0;
  let step = 0;
  while (parts.length < mostModes) {
    const next = halveOne(parts, (from, to) => bestCut(counts, [from, to], least, floor), part);
    if (next === undefined) break;
    parts = next;
    step += 1;
    const rest = parts.reduce((sum, { cost }) => sum + cost, 0);
    if (rest <= (largestRest[step - 1] ?? 0) * whole) {
      // Further habits must explain the remaining deviations.
      accepted = parts;
      whole = rest;
      step = 0;
    }
  }
  return accepted.map(({ from, to }) => [from, to]);
}

/** Splits the group whose halves reduce the deviations most. */
function halveOne(
  parts: readonly Part[],
  cutOf: (from: number, to: number) => number | undefined,
  part: (from: number, to: number) => Part,
): Part[] | undefined {
  let best: Part[] | undefined;
  let most = 0;
  for (const [index, { from, to, cost }] of parts.entries()) {
    const at = cutOf(from, to);
    if (at === undefined) continue;
    const halves = [part(from, at), part(at, to)];
    const saved = cost - halves.reduce((sum, half) => sum + half.cost, 0);
    if (saved <= most) continue;
    most = saved;
    best = [...parts.slice(0, index), ...halves, ...parts.slice(index + 1)];
  }
  return best;
}

/** Finds where to split a group in two. Returns undefined if it does not have two habits far enough apart. */
function bestCut(counts: ValueCounts, [from, to]: [number, number], least: number, floor: number): number | undefined {
  if (to - from < 2 * least || getValue(counts, to - 1) - getValue(counts, from) < floor) return undefined;
  let best: number | undefined;
  let cost = Number.POSITIVE_INFINITY;
  // Equal values stay in one group.
  for (let place = findPlace(counts, from) + 1; place < counts.values.length; place += 1) {
    const at = counts.ends[place] ?? 0;
    if (at < from + least) continue;
    if (at > to - least) break;
    const halves = sumDeviationsBetween(counts, from, at) + sumDeviationsBetween(counts, at, to);
    if (halves < cost) {
      cost = halves;
      best = at;
    }
  }
  if (best === undefined) return undefined;
  const distance = getValue(counts, Math.floor((best + to) / 2)) - getValue(counts, Math.floor((from + best) / 2));
  return distance > floor ? best : undefined;
}
