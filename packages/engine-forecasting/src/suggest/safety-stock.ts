import type { CumulativeDemand } from './cumulative-demand.js';
import { standardQuantile } from './standard-quantile.js';

/**
 * Stock to hold beyond the mean demand of a window so that a share `serviceLevel` of such windows ends without a stock-out:
 * the quantile of the demand less its mean, k * standard deviation (Silver, Pyke and Peterson 1998, section 7.7). Exactly 0 at
 * a service level of one half and below.
 *
 * Scarce demand comes in whole units, and P(demand <= n) is what a continuous distribution has below n + 1/2: the continuity
 * correction takes half a `unit` off.
 *
 * @param unit - The smallest quantity traded, 1 or less.
 * @throws RangeError when `serviceLevel` is not strictly between 0 and 1.
 */
export function safetyStockFor(serviceLevel: number, demand: CumulativeDemand, unit: number): number {
  const k = standardQuantile(serviceLevel, demand.skewness);
  if (serviceLevel <= 0.5) return 0;
  return Math.max(0, k * demand.standardDeviation - (unit / 2) * demand.scarce);
}
