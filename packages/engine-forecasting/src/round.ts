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
