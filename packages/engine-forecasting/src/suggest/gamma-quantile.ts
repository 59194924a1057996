import { logGamma } from '../log-gamma.js';

/** Beyond this many terms the series and the fraction have long converged. */
const terms = 2000;

/**
 * Finds the x that a gamma distributed number of scale 1 exceeds with probability `tail`, to twelve digits, by
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

/** Regularized upper incomplete gamma function Q(a, x): by its series up to a + 1, by its continued fraction beyond. */
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
