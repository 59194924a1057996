import { round } from './numbers.js';
import type { BacktestPlan } from './select.js';

/** Share of the sales that an interval should contain. */
const coverage = 0.8;
/** Minimum number of errors for a tail quantile. With fewer, the interval is based on their root mean square. */
const enough = 20;
/** 90 % point of the standard normal distribution. */
const normalWidth = 1.2816;
/** Errors can grow with a power of the forecast: in proportion (1), as in counts (0.5), or not at all (0). */
const powers = [1, 0.5, 0] as const;
/** If the log-likelihoods differ by less than this, errors count as proportional. */
const doubt = 2;
/** Forecasts below this share of the mean forecast have errors as if they were that large. */
const smallest = 0.2;
/** Minimum degrees of freedom. With fewer, a few similar errors would give unbounded intervals. */
const leastFreedom = 2.5;
/** Correction for the choice of a model: the backtest errors of the winner are smaller than its future errors. */
const choiceCost = 4;

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
 * - Errors are scaled by a power of the forecast (0, 1/2 or 1, whichever is most likely: a variance as a power of the
 * mean, Tweedie 1984) and by their spread at each step. The square of the spread grows along a straight line as in a
 * random walk.
 * - In these units, the interval covers their 10 % to their 90 % quantile, wider if few errors are independent, because
 * successive errors are alike. Below 20 errors it uses their root mean square and Student's distribution.
 * - If an interval often has no sales, the lower limit is 0. It is also 0 if it would be between 0 and the smallest
 * sale of the history. Sales cannot be below 0, so the upper limit is the 80 % quantile. For whole pieces, it is the
 * number of pieces with a share nearest to 80 %.
 * - If the backtest is short compared with the horizon, the interval is wider: see `shortBacktestWidening`.
 *
 * @param ahead - The forecast to which the intervals belong, one value per step.
 * @param grain - The smallest positive value of the history, 0 without one, and whether all values are whole.
 */
export function computeErrorIntervals(
  plan: BacktestPlan,
  predicted: Float64Array,
  ahead: readonly number[],
  grain: { leastSale: number; whole: boolean },
): ErrorIntervals {
  const unit = errorUnit(plan, predicted);
  const errors = Float64Array.from(predicted, (value, point) => {
    const forecast = Math.max(0, value);
    return ((plan.actual[point] ?? 0) - forecast) / unit(forecast);
  });
  const sporadic = oftenNothing(plan, predicted);
  const spread = spreadPerStep(plan.steps, errors);
  const independent = independentErrors(plan, errors);
  let ninetieth = normalWidth * studentWidening(independent);
  let eightieth = ninetieth;
  let tenth = -ninetieth;
  const sorted = errors.map((error, point) => error / (spread(plan.steps[point] ?? 1) || 1)).sort();
  const shareBelow = (bound: number) => (sorted.findLastIndex((error) => error < bound) + 1) / sorted.length;
  if (errors.length >= enough) {
    tenth = Math.min(0, quantile(sorted, (1 - coverage) / 2, independent));
    eightieth = Math.max(0, quantile(sorted, coverage, independent));
    ninetieth = Math.max(0, quantile(sorted, (1 + coverage) / 2, independent));
  }
  const widening = shortBacktestWidening(plan.compared, ahead.length, independent);
  const intervals: ErrorIntervals = { lower: [], upper: [] };
  ahead.forEach((forecast, position) => {
    const size = unit(forecast) * spread(position + 1) * widening;
    if (sporadic || forecast + tenth * size < grain.leastSale) {
      const quantile80 = forecast + eightieth * size;
      const upper =
        grain.whole && size > 0
          ? nearestPiece(quantile80, (pieces) => shareBelow((pieces - forecast) / size))
          : quantile80;
      // Far below 0, at which forecasts are cut, so that the lower limit is also 0 for a later, somewhat higher
      // forecast.
      intervals.lower.push(round(-2 * forecast - grain.leastSale));
      intervals.upper.push(round(Math.max(0, upper - forecast)));
    } else {
      intervals.lower.push(round(tenth * size));
      intervals.upper.push(round(ninetieth * size));
    }
  });
  return intervals;
}

/** Returns the whole number at a quantile, or the one below if its share is nearer to the wanted one. */
function nearestPiece(quantile: number, shareBelow: (pieces: number) => number): number {
  const pieces = Math.round(quantile);
  const excess = shareBelow(pieces + 0.5) - coverage;
  const lack = coverage - shareBelow(pieces - 0.5);
  return pieces > 0 && lack < excess ? pieces - 1 : pieces;
}

/**
 * Returns whether more than 10 % of the intervals with a considerable forecast have no sales. Closed weekdays do not
 * count.
 */
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

/** Returns the size of an error at a forecast, up to a constant: forecast^power, by the likelihood of normal errors. */
function errorUnit({ actual }: BacktestPlan, predicted: Float64Array): (forecast: number) => number {
  let mean = 0;
  for (const value of predicted) mean += Math.max(0, value) / predicted.length;
  if (!(mean > 0)) return () => 1;
  let best: number = powers[0];
  let least = Number.POSITIVE_INFINITY;
  for (const power of powers) {
    let squares = 0;
    let logarithms = 0;
    predicted.forEach((value, point) => {
      const share = Math.max(smallest, value / mean);
      const error = (actual[point] ?? 0) / mean - Math.max(0, value / mean);
      squares += error ** 2 / share ** (2 * power);
      logarithms += power * Math.log(share);
    });
    const unlikeliness = (predicted.length / 2) * Math.log(squares / predicted.length) + logarithms;
    if (unlikeliness < least - doubt) {
      least = unlikeliness;
      best = power;
    }
  }
  return best === 0 ? () => 1 : (forecast) => Math.max(smallest, forecast / mean) ** best;
}

/** Returns the square root of the straight line through the squared errors by step. It never decreases. */
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
  // The line starts above 0, so that the first steps do not get intervals of zero width.
  const steepest = (0.9 * meanSquare) / meanStep;
  const growth = Math.min(steepest, squares > 0 ? Math.max(0, products / squares) : 0);
  return (step) => Math.sqrt(Math.max(0, meanSquare + growth * (step - meanStep)));
}

/** Student's interval for a further value relative to the normal one, at 90 % (Fisher and Cornish 1960). */
function studentWidening(independent: number): number {
  const freedom = Math.max(leastFreedom, independent - 2);
  const z = normalWidth;
  const student = 1 + (z ** 2 + 1) / (4 * freedom) + (5 * z ** 4 + 16 * z ** 2 + 3) / (96 * freedom ** 2);
  return student * Math.sqrt(1 + 1 / freedom);
}

/**
 * Computes the factor that widens intervals after few comparisons. Then the choice of the model and its parameters is
 * uncertain too. The factor is the root of `1 + s² (4 / compared + 4 / independent)`. `s` is the share of the horizon in
 * the compared period.
 */
function shortBacktestWidening(compared: number, horizon: number, independent: number): number {
  const shortness = Math.min(1, horizon / compared) ** 2;
  return Math.sqrt(1 + shortness * choiceCost * (1 / compared + 1 / independent));
}

/**
 * Number of independent errors: the intervals that were compared, divided by 1 + 2 * (r1 + r2 + ...) with the
 * autocorrelations of their mean errors, up to the horizon and the first that is not positive (Bayley and Hammersley
 * 1946; Geyer 1992).
 */
function independentErrors({ origins, steps }: BacktestPlan, errors: Float64Array): number {
  const first = origins[0] ?? 0;
  const sums: number[] = [];
  const counts: number[] = [];
  let place = -1;
  let horizon = 1;
  errors.forEach((error, point) => {
    const step = steps[point] ?? 1;
    if (step === 1) place += 1;
    horizon = Math.max(horizon, step);
    const target = (origins[place] ?? first) - first + step - 1;
    sums[target] = (sums[target] ?? 0) + error;
    counts[target] = (counts[target] ?? 0) + 1;
  });
  // If origins are farther apart than the horizon, some intervals have no forecast.
  const means = Array.from(sums, (sum, target) => (sum ?? 0) / Math.max(1, counts[target] ?? 0));
  const compared = means.length;
  const product = (lag: number) => {
    let sum = 0;
    for (let index = lag; index < compared; index += 1) sum += (means[index] ?? 0) * (means[index - lag] ?? 0);
    return sum;
  };
  const variance = product(0);
  if (!(variance > 0)) return Math.max(2, compared);
  let alike = 1;
  for (let lag = 1; lag < Math.min(horizon, compared); lag += 1) {
    const correlation = product(lag) / variance;
    if (correlation <= 0) break;
    alike += 2 * correlation;
  }
  return Math.max(2, compared / alike);
}

/**
 * Quantile of sorted values, linear between order statistics (Weibull 1939). Of similar values, only `independent` ones
 * count.
 */
function quantile(sorted: Float64Array, share: number, independent: number): number {
  const known = (share * (independent + 1) - 0.5) / independent;
  const place = Math.min(Math.max(known * sorted.length - 0.5, 0), sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] ?? 0;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? low;
  return low + (high - low) * (place - below);
}
