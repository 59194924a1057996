const plain = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 5 });
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 4 });

/** A number as people read it: five digits at most, thousands apart, from a million on in words of one letter. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  if (size > 0 && (size < 1e-4 || size >= 1e15)) return value.toExponential(2);
  // -0 and what rounds to it would show a sign.
  return (size >= 1e6 ? short : plain).format(value === 0 ? 0 : value);
}
