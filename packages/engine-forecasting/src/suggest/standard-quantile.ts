import { normalQuantile } from '../normal-quantile.js';
import { gammaQuantile } from './gamma-quantile.js';

/** Below this skewness the approximation by Wilson and Hilferty is exact to five digits. */
const nearlyNormal = 0.05;

/**
 * Quantile of a distribution with mean 0, standard deviation 1 and this skewness: Pearson's type III, that is a shifted
 * gamma distribution, which is the normal one at skewness 0. Gamma distributed lead-time demand is the textbook case
 * (Burgin 1975; Silver, Pyke and Peterson 1998, section 7.7; Axsäter 2006, section 5.2).
 *
 * @param probability - Strictly between 0 and 1.
 * @param skewness - Not negative.
 * @throws RangeError when `probability` is not strictly between 0 and 1.
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
