/**
 * Computes the natural logarithm of the gamma function for arguments above 0, by recurrence up to 10 and by Stirling's
 * series from there.
 */
export function logGamma(value: number): number {
  let x = value;
  let shift = 0;
  while (x < 10) {
    shift += Math.log(x);
    x += 1;
  }
  const inverse = 1 / (x * x);
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / x;
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series - shift;
}
