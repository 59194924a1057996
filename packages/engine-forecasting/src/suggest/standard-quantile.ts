import { normalQuantile } from '../normal-quantile.js';
import { gammaQuantile } from './gamma-quantile.js';

/** Below this skewness the approximation by Wilson and Hilferty is exact to five digits. */
const nearlyNormal = 0.05;

/**
 * Quantile of Pearson's type III distribution, a shifted gamma distribution, with mean 0 and standard deviation 1
 * (Burgin 1975; Silver, Pyke and Peterson 1998, section 7.7).
 */
export function standardQuantile(probability: number, skewness: number): number {
  const z = normalQuantile(probability);
  if (!(skewness > 0)) return z;
  if (skewness < nearlyNormal) {
    // Wilson and Hilferty: the cube root of a gamma distributed number is nearly normal.
    const sixth = skewness / 6;
    return ((1 + sixth * z - sixth * sixth) ** 3 - 1) / (3 * sixth);
  }
  const shape = 4 / (skewness * skewness);
  return (gammaQuantile(1 - probability, shape) - shape) / Math.sqrt(shape);
}
