import type { DemandStep, PlacedPoint } from './demand-window.js';
import { computeStepSpread, isScarceDemand } from './step-spread.js';

/** Correlation of errors by the estimated level: the variance of a mean of 67 intervals (alpha = 0.03, Brown 1963). */
const levelCorrelation = 0.015;

/** Distribution of the demand of a whole window, by its first three moments. */
export interface CumulativeDemand {
  mean: number;
  standardDeviation: number;
  /** Third standardized moment, not negative. */
  skewness: number;
  /** Share of the window, 0 to 1, in which demand reaches down to none at all. */
  scarce: number;
}

/**
 * Adds up the steps of a window: means and variances of single steps, and twice the covariance of every two of them,
 *
 * Cov(e_i, e_j) = growth * (distance of the earlier one) + 0.015 sd_i sd_j.
 *
 * In a random walk, the variance of single steps grows by the variance of the level's change. The drift up to the
 * earlier step is also part of the later one: Cov(e_i, e_j) = v_min(i,j) - v_1 (Harvey 1989, section 4.6; Graves 1999
 * and Hyndman et al. 2008, chapter 6 for the lead-time demand). A share w of an interval has w times its mean, variance
 * and third moment, as of independent parts.
 *
 * @param growth - Increase of the variance per interval, see {@link computeVarianceGrowth}.
 */
export function computeCumulativeDemand(steps: readonly DemandStep[], growth: number): CumulativeDemand {
  let [mean, variance, third, length, scarce] = [0, 0, 0, 0, 0];
  let deviations = 0;
  let drifted = 0;
  for (const step of steps) {
    const { share, distance } = step;
    const spread = computeStepSpread(step);
    const deviation = share * Math.sqrt(spread.variance);
    mean += share * step.mean;
    variance += share * spread.variance;
    third += share * spread.third;
    // With every earlier step, and among the parts of a step that stands for several intervals.
    const parts = Math.max(0, share - 1) * share;
    variance += 2 * growth * share * drifted + growth * distance * parts;
    variance += levelCorrelation * (2 * deviation * deviations + parts * spread.variance);
    deviations += deviation;
    drifted += share * distance;
    length += share;
    if (isScarceDemand(step)) scarce += share;
  }
  const standardDeviation = Math.sqrt(variance);
  return {
    mean,
    standardDeviation,
    skewness: variance > 0 ? third / variance / standardDeviation : 0,
    scarce: length > 0 ? scarce / length : 0,
  };
}

/** Slope of the straight line through the variances of all forecast steps, per interval. Not negative. */
export function computeVarianceGrowth(points: readonly PlacedPoint[]): number {
  const variances = points.map((point) => computeStepSpread(point).variance);
  const count = Math.max(1, points.length);
  const centre = points.reduce((sum, { start }) => sum + start / count, 0);
  let products = 0;
  let squares = 0;
  points.forEach(({ start }, position) => {
    products += (start - centre) * (variances[position] ?? 0);
    squares += (start - centre) ** 2;
  });
  return squares > 0 ? Math.max(0, products / squares) : 0;
}
