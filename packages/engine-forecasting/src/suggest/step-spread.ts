import type { DemandStep } from './demand-window.js';

/** Standard deviations of a normal distribution from its mean to its 90 % and to its 80 % quantile. */
const ninetieth = 1.2815515655446004;
const eightieth = 0.8416212335729143;
/** Demand that is 0 more than four times in five comes, for want of better knowledge, once in ten intervals. */
const rareness = 10;

/**
 * Spread of the demand of one interval, computed from the 80 % interval of its forecast
 * (`inventory.gap.decomposition`).
 *
 * An interval above 0 ranges from the 10 % to the 90 % quantile. Its whole width, upper - lower = 2 * 1.2816 standard
 * deviations, gives the variance, because the halves of a skewed distribution compensate each other. The difference of
 * the halves gives the skewness by the expansion of Cornish and Fisher (1938), from 0 up to the skewness of a gamma
 * distribution.
 *
 * An interval that starts at 0 has nothing below it, so its upper limit is the 80 % quantile: upper - mean = 0.8416
 * standard deviations. Such demand is scarce:
 *
 * - the variance is at least the mean, as in the Poisson distribution of single units (Axsäter 2006, section 5.1), and
 * at least the variance of one sale in ten intervals if more than four of five have none.
 * - the skewness is 2 CV - 1 / sd for a negative binomial distribution, or CV for a Poisson distribution.
 */
export function computeStepSpread({ mean, lower, upper }: Pick<DemandStep, 'mean' | 'lower' | 'upper'>) {
  if (!isScarceDemand({ mean, lower })) {
    const deviation = (upper - lower) / (2 * ninetieth);
    if (!(deviation > 0)) return { variance: 0, third: 0 };
    const bend = (ninetieth * ninetieth - 1) / 6;
    const skewness = (upper + lower - 2 * mean) / (2 * bend * deviation);
    const ofGamma = mean > 0 ? (2 * deviation) / mean : 0;
    return { variance: deviation ** 2, third: deviation ** 3 * Math.min(ofGamma, Math.max(0, skewness)) };
  }
  const seen = ((upper - mean) / eightieth) ** 2;
  const rare = upper > mean ? 0 : (rareness - 1) * mean * mean;
  const variance = Math.max(seen, rare, mean);
  return { variance, third: Math.max((variance * variance) / mean, (2 * variance * variance) / mean - variance) };
}

/** Whether an interval can have no demand. A lower limit below 0 belongs to a distribution without a cut at 0. */
export function isScarceDemand({ mean, lower }: Pick<DemandStep, 'mean' | 'lower'>): boolean {
  return lower === 0 && mean > 0;
}
