/** Ascending values with their counts. Positions count occurrences: 0 is the first occurrence of the smallest value. */
export interface ValueCounts {
  /** The distinct values, ascending. */
  values: Float64Array;
  /** The number of occurrences before each value, followed by the total. */
  ends: Float64Array;
  /** The sum of all occurrences before each value, followed by the total. */
  sums: Float64Array;
}

/** Creates the counts of distinct values in ascending order. */
export function createValueCounts(values: Float64Array, counts: ArrayLike<number>): ValueCounts {
  const ends = new Float64Array(values.length + 1);
  const sums = new Float64Array(values.length + 1);
  for (const [index, value] of values.entries()) {
    const count = counts[index] ?? 0;
    ends[index + 1] = (ends[index] ?? 0) + count;
    sums[index + 1] = (sums[index] ?? 0) + count * value;
  }
  return { values, ends, sums };
}

/** Counts values in any order. Sorts the given array. */
export function countValues(values: Float64Array): ValueCounts {
  values.sort();
  const counts: number[] = [];
  let different = 0;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0;
    if (index === 0 || value !== values[different - 1]) {
      values[different] = value;
      counts[different] = 0;
      different += 1;
    }
    counts[different - 1] = (counts[different - 1] ?? 0) + 1;
  }
  return createValueCounts(values.subarray(0, different), counts);
}

/** Finds the index in `values` of the occurrence at a position. */
export function findPlace({ ends, values }: ValueCounts, position: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle + 1] ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the value at a position, or 0 if there are no values. */
export function getValue(counts: ValueCounts, position: number): number {
  return counts.values[findPlace(counts, position)] ?? 0;
}

/** Computes the median of the occurrences from one position up to, but not including, another. */
export function computeMedianBetween(counts: ValueCounts, from: number, to: number): number {
  const middle = from + Math.floor((to - from) / 2);
  const upper = getValue(counts, middle);
  return (to - from) % 2 === 1 ? upper : getValue(counts, middle - 1) / 2 + upper / 2;
}

/** Sums the absolute deviations from the median for the occurrences from one position up to another. */
export function sumDeviationsBetween(counts: ValueCounts, from: number, to: number): number {
  const middle = from + Math.floor((to - from) / 2);
  const atMiddle = sumBefore(counts, middle);
  const lower = atMiddle - sumBefore(counts, from);
  const upper = sumBefore(counts, to) - atMiddle;
  return upper - lower - getValue(counts, middle) * (to - middle - (middle - from));
}

function sumBefore(counts: ValueCounts, position: number): number {
  const place = findPlace(counts, position);
  return (counts.sums[place] ?? 0) + (position - (counts.ends[place] ?? 0)) * (counts.values[place] ?? 0);
}
