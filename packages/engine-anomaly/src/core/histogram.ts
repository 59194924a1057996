import { type ValueCounts, valueCounts } from './value-counts.js';

/**
 * How often numbers occurred, in bins of equal width. It is what a model keeps of the numbers of a group: counts add up,
 * so that numbers which come in week by week give the same histogram as all of them at once.
 */
export interface Histogram {
  /** Width of a bin, in the unit of the numbers; bin k holds what is nearest to k times the width. */
  width: number;
  /** Numbers that are exactly 0; the bin 0 is never used. */
  zeros: number;
  /** Bins in use and their counts in turn: bin, count, bin, count, ... with ascending bins. */
  bins: number[];
}

/** Bins from which on a group is kept in wider ones. */
const mostBins = 256;

/** How many numbers a histogram holds. */
export function sizeOf({ zeros, bins }: Histogram): number {
  let size = zeros;
  for (let index = 1; index < bins.length; index += 2) size += bins[index] ?? 0;
  return size;
}

/**
 * A histogram with further numbers in it; the one given is not changed. Where more than 256 bins are in use, twice as
 * wide ones take their places.
 *
 * @param earlier - What the numbers are added to, or the width of the bins of a new histogram.
 */
export function addToHistogram(earlier: Histogram | number, numbers: Iterable<number>): Histogram {
  let { width, zeros, bins } = typeof earlier === 'number' ? { width: earlier, zeros: 0, bins: [] } : earlier;
  const counts = new Map<number, number>();
  for (let index = 0; index < bins.length; index += 2) counts.set(bins[index] ?? 0, bins[index + 1] ?? 0);
  for (const number of numbers) {
    if (number === 0) zeros += 1;
    else if (Number.isFinite(number)) increase(counts, binOf(number / width), 1);
  }
  let current = counts;
  while (current.size > mostBins) {
    width *= 2;
    const wider = new Map<number, number>();
    for (const [bin, count] of current) increase(wider, binOf(bin / 2), count);
    current = wider;
  }
  bins = [...current].sort(([a], [b]) => a - b).flat();
  return { width, zeros, bins };
}

/** The numbers of a histogram that are not 0, as their bins give them. */
export function countsOfHistogram({ width, bins }: Histogram): ValueCounts {
  const values = new Float64Array(bins.length / 2);
  const counts = new Float64Array(bins.length / 2);
  for (let index = 0; index < values.length; index += 1) {
    values[index] = (bins[2 * index] ?? 0) * width;
    counts[index] = bins[2 * index + 1] ?? 0;
  }
  return valueCounts(values, counts);
}

/** Nearest bin, but for 0 the next one to it. */
function binOf(quotient: number): number {
  return Math.sign(quotient) * Math.max(1, Math.round(Math.abs(quotient)));
}

function increase(counts: Map<number, number>, bin: number, by: number): void {
  counts.set(bin, (counts.get(bin) ?? 0) + by);
}
