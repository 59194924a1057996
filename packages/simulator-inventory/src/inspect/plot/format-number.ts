const plain = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 5 });
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 4 });

/** Formats a readable number: at most five digits, with thousands separators, abbreviated from a million. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  if (size > 0 && (size < 1e-4 || size >= 1e15)) return value.toExponential(2);
  // -0 and values that round to it would show a sign.
  return (size >= 1e6 ? short : plain).format(value === 0 ? 0 : value);
}
