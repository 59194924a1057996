/**
 * Computes the natural logarithm of the gamma function above 0: by recurrence up to 10, and by Stirling's series above.
 */
function logGamma(value: number): number {
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

/**
 * Computes a quantile of the standard normal distribution. Half the square of a normal number is gamma distributed.
 * @throws RangeError outside of (0, 1).
 */
export function normalQuantile(probability: number): number {
  if (!(probability > 0 && probability < 1)) {
    throw new RangeError(`${probability} is not a probability strictly between 0 and 1.`);
  }
  const distance = Math.abs(probability - 0.5);
  if (distance === 0) return 0;
  const size = Math.sqrt(2 * gammaQuantile(1 - 2 * distance, 0.5));
  return probability < 0.5 ? -size : size;
}

/** Maximum number of terms. The series and the fraction converge much earlier. */
const terms = 2000;

/**
 * Computes the x that a gamma-distributed number of scale 1 exceeds with probability `tail`: twelve digits, by
 * bisection.
 */
export function gammaQuantile(tail: number, shape: number): number {
  let low = 0;
  let high = Math.max(1, shape);
  while (upperShare(shape, high) > tail) high *= 2;
  for (let round = 0; round < 200 && high - low > 1e-15 * high; round += 1) {
    const middle = (low + high) / 2;
    if (upperShare(shape, middle) > tail) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * Regularized upper incomplete gamma function Q(a, x): by its series up to a + 1, and by its continued fraction above.
 */
function upperShare(a: number, x: number): number {
  if (x <= 0) return 1;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; n < terms && term > 1e-17 * sum; n += 1) {
      term *= x / (a + n);
      sum += term;
    }
    return 1 - front * sum;
  }
  // Lentz's method.
  let b = x + 1 - a;
  let c = Number.POSITIVE_INFINITY;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < terms; n += 1) {
    const top = -n * (n - a);
    b += 2;
    d = 1 / (top * d + b);
    c = b + top / c;
    fraction *= c * d;
    if (Math.abs(c * d - 1) < 1e-16) break;
  }
  return front * fraction;
}

/** Computes the probability that an F distributed number with these degrees of freedom exceeds `f`. */
export function computeFTailProbability(f: number, between: number, within: number): number {
  if (f <= 0) return 1;
  return regularizedBeta(within / (within + between * f), within / 2, between / 2);
}

/** Regularized incomplete beta function I_x(a, b), by its continued fraction (Lentz's method). */
function regularizedBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges fast below the mean. Above the mean, its mirror image does.
  if (x > (a + 1) / (a + b + 2)) return 1 - regularizedBeta(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x)) / a;
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 200; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d);
    c = 1 + even / c;
    fraction *= c * d;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d);
    c = 1 + odd / c;
    const change = c * d;
    fraction *= change;
    if (Math.abs(change - 1) < 1e-14) break;
  }
  return front * fraction;
}
