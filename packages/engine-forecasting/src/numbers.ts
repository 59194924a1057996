const steps = 1e6;
/** Largest magnitude of a result. Squares and sums of such results are finite. */
export const maxMagnitude = 1e100;

/** Returns a number for JSON: six decimals, never -0, finite up to 10^100. Not-a-number becomes 0. */
export function round(value: number): number {
  if (Number.isNaN(value)) return 0;
  if (Math.abs(value) > maxMagnitude) return value > 0 ? maxMagnitude : -maxMagnitude;
  const scaled = value * steps;
  if (Math.abs(scaled) >= Number.MAX_SAFE_INTEGER) return value;
  return Math.round(scaled) / steps + 0;
}

/** Computes the arithmetic mean. Returns 0 for an empty list. */
export function mean(values: readonly number[]): number {
  if (values.length === 0) return 0;
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Returns the first item with the lowest cost, or `otherwise` if no cost is finite. */
export function findLeast<Item>(items: readonly Item[], costOf: (item: Item) => number, otherwise: Item): Item {
  let best = otherwise;
  let least = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const cost = costOf(item);
    if (cost < least) {
      least = cost;
      best = item;
    }
  }
  return best;
}
