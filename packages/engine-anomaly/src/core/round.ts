/** Rounds to `digits` decimals. Leaves numbers unchanged if they are too large for decimals, and turns -0 into 0. */
export function round(value: number, digits: number): number {
  const factor = 10 ** digits;
  const scaled = value * factor;
  return Number.isSafeInteger(Math.trunc(scaled)) ? Math.round(scaled) / factor + 0 : value;
}
