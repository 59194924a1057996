const steps = 1e6;
/** Magnitudes beyond this are cut off, so that squares and sums of results stay finite. */
export const largest = 1e100;

/**
 * A number fit for a JSON result: six decimals, never -0, always finite, at most 10^100 in magnitude. Magnitudes above
 * 2^53 / 10^6 have no six decimals in a double and pass unchanged; not-a-number becomes 0.
 */
export function round(value: number): number {
  if (Number.isNaN(value)) return 0;
  if (Math.abs(value) > largest) return value > 0 ? largest : -largest;
  const scaled = value * steps;
  if (Math.abs(scaled) >= Number.MAX_SAFE_INTEGER) return value;
  return Math.round(scaled) / steps + 0;
}
