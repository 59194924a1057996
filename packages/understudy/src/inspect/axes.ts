/** The range of values that a plot shows, and the round values on its axis, ascending. */
export interface ValueAxis {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** Creates an axis for all values. It starts at 0 unless that compresses the values into the upper half. */
export function createValueAxis(values: readonly number[], tickCount: number): ValueAxis {
  const [least, most] = values.length === 0 ? [0, 0] : [Math.min(...values), Math.max(...values)];
  const from = least > 0 && least <= most / 2 ? 0 : least;
  const to = most > from ? most : from + (Math.abs(from) || 1);
  const step = roundStep((to - from) / tickCount);
  const first = Math.floor(from / step);
  const last = Math.max(first + 1, Math.ceil(to / step));
  // 0.30000000000000004 is 0.3.
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
  return { low: ticks[0] ?? 0, high: ticks.at(-1) ?? 1, ticks };
}

/** Returns the nearest of 1, 2 or 5 times a power of ten, by ratio. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const share = rough / power;
  return power * (share >= Math.sqrt(50) ? 10 : share >= Math.sqrt(10) ? 5 : share >= Math.sqrt(2) ? 2 : 1);
}

const plain = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 5 });
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 4 });

/** Formats a readable number: at most five digits, with thousands separators, abbreviated from a million. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  if (size > 0 && (size < 1e-4 || size >= 1e15)) return value.toExponential(2);
  // -0 and values that round to it would show a sign.
  return (size >= 1e6 ? short : plain).format(value === 0 ? 0 : value);
}
