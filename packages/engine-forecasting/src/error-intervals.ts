import type { BacktestError } from './backtest.js';
import { round } from './round.js';

const coverage = 0.95;
/** Below this many errors a tail quantile says nothing: the interval then comes from their root mean square. */
const enough = 20;
/** Errors that an empirical quantile is taken from at least, where there are that many. */
const poolSize = 60;
const normalWidth = 1.96;

/** What to add to a forecast for the lower and the upper end of its interval, one entry per step. */
export interface ErrorIntervals {
  /** Never above 0. */
  lower: number[];
  /** Never below 0. */
  upper: number[];
}

/**
 * Empirical 95 % intervals per step (`inventory.gap.decomposition`): the 2.5 % and 97.5 % quantiles of the backtest
 * errors of that step and its neighbours, never narrower than at an earlier step.
 */
export function errorIntervals(errors: readonly BacktestError[], horizon: number): ErrorIntervals {
  const intervals: ErrorIntervals = { lower: [], upper: [] };
  if (errors.length < enough) {
    const squares = errors.reduce((sum, { error }) => sum + error * error, 0);
    const width = round(normalWidth * Math.sqrt(squares / Math.max(1, errors.length)));
    for (let step = 1; step <= horizon; step += 1) {
      intervals.lower.push(round(-width));
      intervals.upper.push(width);
    }
    return intervals;
  }
  const ordered = [...errors].sort((a, b) => a.step - b.step);
  let lower = 0;
  let upper = 0;
  let centre = 0;
  let known = -1;
  for (let step = 1; step <= horizon; step += 1) {
    while (centre < ordered.length - 1 && (ordered[centre]?.step ?? 0) < step) centre += 1;
    const from = Math.max(0, Math.min(centre - poolSize / 2, ordered.length - poolSize));
    if (from !== known) {
      const pool = ordered.slice(from, from + poolSize).map(({ error }) => error);
      pool.sort((a, b) => a - b);
      lower = Math.min(lower, quantile(pool, (1 - coverage) / 2));
      upper = Math.max(upper, quantile(pool, (1 + coverage) / 2));
      known = from;
    }
    intervals.lower.push(round(lower));
    intervals.upper.push(round(upper));
  }
  return intervals;
}

/** Quantile of sorted values, linear between order statistics placed at (k - 1/2) / n. */
function quantile(sorted: readonly number[], share: number): number {
  const place = Math.min(Math.max(share * sorted.length - 0.5, 0), sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] ?? 0;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? low;
  return low + (high - low) * (place - below);
}
