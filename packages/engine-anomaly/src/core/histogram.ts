import { createValueCounts, type ValueCounts } from './value-counts.js';

/** Counts of numbers in bins of equal width. Histograms of weekly batches add up to the histogram of all data. */
export interface Histogram {
  /** The initial width of the bins, in the unit of the numbers. */
  width: number;
  /** How often the width has been doubled. Bin k contains the numbers nearest to k times the current width. */
  doublings: number;
  /** How many numbers are exactly 0. Bin 0 is never used. */
  zeros: number;
  /** The used bins and their counts, alternating: bin, count, bin, count, ... in ascending order of bins. */
  bins: number[];
}

/** Maximum number of bins before the width is doubled. */
const mostBins = 256;

export function countHistogramValues({ zeros, bins }: Histogram): number {
  let size = zeros;
  for (let index = 1; index < bins.length; index += 2) size += bins[index] ?? 0;
  return size;
}

/** Returns a histogram with the numbers added. Doubles the width of the bins if there are more than 256. */
export function addToHistogram(earlier: Histogram | number, numbers: Float64Array): Histogram {
  const before = typeof earlier === 'number' ? { width: earlier, doublings: 0, zeros: 0, bins: [] } : earlier;
  let { doublings, zeros } = before;
  const added = new Float64Array(numbers.length);
  let count = 0;
  for (const number of numbers) {
    if (number === 0) zeros += 1;
    else if (Number.isFinite(number)) {
      let bin = binOf(number / before.width);
      // One step at a time, because rounding once does not always give the same bin as rounding twice.
      for (let doubling = 0; doubling < doublings; doubling += 1) bin = binOf(bin / 2);
      added[count] = bin;
      count += 1;
    }
  }
  let bins = merged(before.bins, added.subarray(0, count).sort());
  while (bins.length > 2 * mostBins) {
    bins = halved(bins);
    doublings += 1;
  }
  return { width: before.width, doublings, zeros, bins };
}

/** Merges counted bins with further ones, both ascending. */
function merged(bins: readonly number[], added: Float64Array): number[] {
  const result: number[] = [];
  let next = 0;
  for (let index = 0; index < bins.length; index += 2) {
    const bin = bins[index] ?? 0;
    for (; next < added.length && (added[next] ?? 0) < bin; next += 1) increase(result, added[next] ?? 0, 1);
    increase(result, bin, bins[index + 1] ?? 0);
  }
  for (; next < added.length; next += 1) increase(result, added[next] ?? 0, 1);
  return result;
}

/** Merges counted bins into bins of twice the width. */
function halved(bins: readonly number[]): number[] {
  const result: number[] = [];
  for (let index = 0; index < bins.length; index += 2) {
    increase(result, binOf((bins[index] ?? 0) / 2), bins[index + 1] ?? 0);
  }
  return result;
}

/** Returns the counts of the non-zero numbers of a histogram, by bin. */
export function toValueCounts({ width, doublings, bins }: Histogram): ValueCounts {
  const values = new Float64Array(bins.length / 2);
  const counts = new Float64Array(bins.length / 2);
  for (let index = 0; index < values.length; index += 1) {
    values[index] = (bins[2 * index] ?? 0) * width * 2 ** doublings;
    counts[index] = bins[2 * index + 1] ?? 0;
  }
  return createValueCounts(values, counts);
}

/** Returns the counts of the non-zero numbers of several histograms together, by bin. */
export function mergeValueCounts(histograms: readonly Histogram[]): ValueCounts {
  const [only] = histograms;
  if (only !== undefined && histograms.length === 1) return toValueCounts(only);
  const counts = new Map<number, number>();
  for (const { width, doublings, bins } of histograms) {
    for (let index = 0; index < bins.length; index += 2) {
      const value = (bins[index] ?? 0) * width * 2 ** doublings;
      counts.set(value, (counts.get(value) ?? 0) + (bins[index + 1] ?? 0));
    }
  }
  const values = Float64Array.from(counts.keys()).sort();
  return createValueCounts(
    values,
    Array.from(values, (value) => counts.get(value) ?? 0),
  );
}

/** Returns the nearest bin, or the adjacent one if the nearest is 0. */
function binOf(quotient: number): number {
  return Math.sign(quotient) * Math.max(1, Math.round(Math.abs(quotient)));
}

/** Increases the count of the last bin, or appends a new bin. */
function increase(bins: number[], bin: number, by: number): void {
  if (bins.at(-2) === bin) bins[bins.length - 1] = (bins.at(-1) ?? 0) + by;
  else bins.push(bin, by);
}
