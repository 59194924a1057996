import { findLeast } from '../numbers.js';
import { createLevelFit, type ForecastModel } from './model.js';

interface SeasonalParameters {
  alpha: number;
  /** Smoothing of the slope as a share of alpha; 0 without a slope. */
  beta: number;
  gamma: number;
  damping: number;
}

/** Without a slope, and with a damped slope. */
const slopes = [
  { beta: 0, damping: 1 },
  { beta: 0.1, damping: 0.98 },
];
const slowest: SeasonalParameters = { alpha: 0.03, gamma: 0.02, beta: 0, damping: 1 };
const grid: readonly SeasonalParameters[] = [
  slowest,
  ...[0.03, 0.1, 0.25, 0.5].flatMap((alpha) =>
    [0.02, 0.08, 0.25].flatMap((gamma) => slopes.map((slope) => ({ alpha, gamma, ...slope }))),
  ),
];

/** Maximum number of seasons used to estimate the start values. */
const startSeasons = 4;

interface State {
  level: number;
  slope: number;
  /** Deviation from the level per position. Positions count from the first value. */
  season: Float64Array;
}

/**
 * Additive seasonal exponential smoothing with the parameters of a grid with the smallest squared one-step error:
 * ETS(A,Ad,A) (Winters 1960; Hyndman et al. 2008). It needs two seasons.
 */
export function createSeasonalSmoothing(period: number): ForecastModel {
  return {
    name: `additive-seasonal-${period}`,
    fit({ values }, origins) {
      const end = origins[0] ?? 0;
      if (end < 2 * period) return undefined;
      const start = estimateStart(values, end, period);
      const season = new Float64Array(period);
      const fresh = (): State => {
        season.set(start.season);
        return { level: start.level, slope: 0, season };
      };
      const best = findLeast(grid, (parameters) => smooth(values, 0, end, parameters, fresh()), slowest);
      const { damping } = best;
      const state = fresh();
      let reached = 0;
      return origins.map((origin) => {
        smooth(values, reached, origin, best, state);
        reached = origin;
        // The mean of the season belongs to the level, so that the deviations of the season sum to 0.
        let mean = 0;
        for (const value of season) mean += value / period;
        const { level, slope } = state;
        const next = rotateSeason(season, origin);
        return createLevelFit(level + mean, { slope, damping, season: next.map((value) => value - mean) });
      });
    },
  };
}

/** Start values from the first two to four whole seasons: the mean of the first one, and the mean deviations. */
function estimateStart(values: Float64Array, end: number, period: number) {
  const seasons = Math.min(startSeasons, Math.floor(end / period));
  const season = new Float64Array(period);
  let level = 0;
  for (let number = 0; number < seasons; number += 1) {
    let mean = 0;
    for (let position = 0; position < period; position += 1) mean += (values[number * period + position] ?? 0) / period;
    if (number === 0) level = mean;
    for (let position = 0; position < period; position += 1) {
      const value = values[number * period + position] ?? 0;
      season[position] = (season[position] ?? 0) + (value - mean) / seasons;
    }
  }
  return { level, season };
}

/** Smooths values[from] to values[to - 1] into `state`. Returns the sum of the squared one-step errors. */
function smooth(values: Float64Array, from: number, to: number, parameters: SeasonalParameters, state: State) {
  const { alpha, beta, gamma, damping } = parameters;
  const { season } = state;
  let { level, slope } = state;
  const slopeGain = alpha * beta;
  let position = from % season.length;
  let squares = 0;
  for (let index = from; index < to; index += 1) {
    const fading = damping * slope;
    const swing = season[position] ?? 0;
    const error = (values[index] ?? 0) - level - fading - swing;
    squares += error * error;
    level += fading + alpha * error;
    slope = fading + slopeGain * error;
    season[position] = swing + gamma * error;
    position += 1;
    if (position === season.length) position = 0;
  }
  Object.assign(state, { level, slope });
  return squares;
}

/** Rotates the season so that it starts with the interval after `known` values. */
export function rotateSeason(season: Float64Array, known: number): number[] {
  const next = known % season.length;
  return [...season.subarray(next), ...season.subarray(0, next)];
}
