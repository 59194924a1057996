const steps = 1e6;
/** Largest magnitude of a result. Squares and sums of such results are finite. */
export const largest = 1e100;

/**
 * A number for a JSON result: six decimals, never -0, always finite, with a magnitude up to 10^100. Magnitudes above
 * 2^53 / 10^6 have no six decimals in a double and do not change. Not-a-number becomes 0.
 */
export function round(value: number): number {
  if (Number.isNaN(value)) return 0;
  if (Math.abs(value) > largest) return value > 0 ? largest : -largest;
  const scaled = value * steps;
  if (Math.abs(scaled) >= Number.MAX_SAFE_INTEGER) return value;
  return Math.round(scaled) / steps + 0;
}
