import { round } from './round.js';
import type { BacktestPlan } from './select.js';

/** Share of the sales that an interval shall hold. */
const coverage = 0.8;
/** Below this many errors a tail quantile says nothing: the interval then comes from their root mean square. */
const enough = 20;
/** 90 % point of the standard normal distribution. */
const normalWidth = 1.2816;
/** Successive errors are alike: this many compared intervals count as one independent error. */
const alike = 8;

/** Offsets from a forecast to the limits of its interval, one entry per step. */
export interface ErrorIntervals {
  /** Never above 0. */
  lower: number[];
  /** Never below 0. */
  upper: number[];
}

/**
 * Empirical 80 % intervals per step (`inventory.gap.decomposition`) from the errors of a backtest.
 *
 * - Errors are scaled by their spread at each step. The square of the spread grows along a straight line as in a random
 * walk. In these units, the interval covers their 10 % to their 90 % quantile. Below 20 errors it uses their root mean
 * square.
 * - If an interval often has no sales, the lower limit is 0. It is also 0 if it would be between 0 and the smallest
 * sale of the history. Sales cannot be below 0, so the upper limit is the 80 % quantile.
 * - The interval is wider after a short backtest, because the choice of the model is uncertain too.
 *
 * @param ahead - The forecast that the intervals are for, one value per step.
 * @param leastSale - The smallest positive value of the history, 0 without one.
 */
export function computeErrorIntervals(
  plan: BacktestPlan,
  predicted: Float64Array,
  ahead: readonly number[],
  leastSale: number,
): ErrorIntervals {
  const errors = predicted.map((value, point) => (plan.actual[point] ?? 0) - Math.max(0, value));
  const spread = spreadPerStep(plan.steps, errors);
  const sorted = errors.map((error, point) => error / (spread(plan.steps[point] ?? 1) || 1)).sort();
  const isKnown = errors.length >= enough;
  const tenth = isKnown ? Math.min(0, quantile(sorted, (1 - coverage) / 2)) : -normalWidth;
  const eightieth = isKnown ? Math.max(0, quantile(sorted, coverage)) : normalWidth;
  const ninetieth = isKnown ? Math.max(0, quantile(sorted, (1 + coverage) / 2)) : normalWidth;
  const isScarce = oftenNothing(plan, predicted);
  const independent = Math.max(1, plan.compared / alike);
  const shortness = Math.min(1, ahead.length / plan.compared) ** 2;
  const widening = Math.sqrt((1 + 1 / independent) * (1 + (4 * shortness) / independent));
  const intervals: ErrorIntervals = { lower: [], upper: [] };
  ahead.forEach((forecast, position) => {
    const size = spread(position + 1) * widening;
    const startsAtNothing = isScarce || forecast + tenth * size < leastSale;
    // Twice as far as 0, where every forecast ends: this is true for a later, somewhat higher forecast as well.
    intervals.lower.push(round(startsAtNothing ? -2 * forecast - leastSale : tenth * size));
    intervals.upper.push(round((startsAtNothing ? eightieth : ninetieth) * size));
  });
  return intervals;
}

/** True if more than 10 % of the intervals with a considerable forecast sell nothing. Closed weekdays do not count. */
function oftenNothing({ actual }: BacktestPlan, predicted: Float64Array): boolean {
  let mean = 0;
  for (const value of predicted) mean += Math.max(0, value) / predicted.length;
  let points = 0;
  let nothing = 0;
  predicted.forEach((value, point) => {
    if (!(value >= mean / 2)) return;
    points += 1;
    if (!((actual[point] ?? 0) > 0)) nothing += 1;
  });
  return nothing > ((1 - coverage) / 2) * points;
}

/** Returns the root of the straight line through the squared errors over the steps; it never falls. */
function spreadPerStep(steps: readonly number[], errors: Float64Array): (step: number) => number {
  const count = Math.max(1, errors.length);
  let meanStep = 0;
  let meanSquare = 0;
  errors.forEach((error, point) => {
    meanStep += (steps[point] ?? 1) / count;
    meanSquare += error ** 2 / count;
  });
  let products = 0;
  let squares = 0;
  errors.forEach((error, point) => {
    const distance = (steps[point] ?? 1) - meanStep;
    products += distance * (error ** 2 - meanSquare);
    squares += distance ** 2;
  });
  // A line that starts above 0 keeps the first steps from intervals without width.
  const steepest = (0.9 * meanSquare) / meanStep;
  const growth = Math.min(steepest, squares > 0 ? Math.max(0, products / squares) : 0);
  return (step) => Math.sqrt(Math.max(0, meanSquare + growth * (step - meanStep)));
}

/** Quantile of sorted values, linear between order statistics. */
function quantile(sorted: Float64Array, share: number): number {
  const place = Math.min(Math.max(share * sorted.length - 0.5, 0), sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] ?? 0;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? low;
  return low + (high - low) * (place - below);
}
