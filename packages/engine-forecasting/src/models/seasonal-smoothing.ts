import { findLeast } from '../find-least.js';
import { createLevelFit, type ForecastModel } from './model.js';

interface SeasonalParameters {
  alpha: number;
  /** Share of alpha that the slope takes; 0 without a slope. */
  beta: number;
  gamma: number;
  damping: number;
}

/** Without a slope and with a damped one. */
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

/** Seasons that the start of a seasonal smoothing is taken from at most. */
const startSeasons = 4;
/** Level and factors stay above this share of the first level, or of 1: what is divided by is never 0. */
const floor = 1e-6;

interface State {
  level: number;
  slope: number;
  /** Deviation from the level per position, or factor around 1; positions count from the first value. */
  season: Float64Array;
  /** The level of a multiplicative smoothing is never lower. */
  lowest: number;
}

/**
 * Seasonal exponential smoothing with the parameters of a grid with the smallest squared one-step error. The additive
 * form is ETS(A,Ad,A) (Winters 1960; Hyndman et al. 2008). The multiplicative form (Winters 1960) is
 * value = (level + slope) * factor and needs sales in every interval. Both need two seasons.
 */
export function createSeasonalSmoothing(form: 'additive' | 'multiplicative', period: number): ForecastModel {
  const isMultiplicative = form === 'multiplicative';
  const run = isMultiplicative ? runMultiplicative : runAdditive;
  return {
    name: `${form}-seasonal-${period}`,
    fit({ values }, origins) {
      const end = origins[0] ?? 0;
      if (end < 2 * period) return undefined;
      if (isMultiplicative && !values.subarray(0, origins.at(-1)).every((value) => value > 0)) return undefined;
      const start = estimateStart(values, end, period, isMultiplicative);
      const season = new Float64Array(period);
      const fresh = (): State => {
        season.set(start.season);
        return { level: start.level, slope: 0, season, lowest: floor * start.level };
      };
      const best = findLeast(grid, (parameters) => run(values, 0, end, parameters, fresh()), slowest);
      const { damping } = best;
      const state = fresh();
      let reached = 0;
      return origins.map((origin) => {
        run(values, reached, origin, best, state);
        reached = origin;
        // The mean of the season belongs to the level, so that the deviations or shares of the season sum to 0.
        let mean = 0;
        for (const value of season) mean += value / period;
        const { level, slope } = state;
        const next = rotateSeason(season, origin);
        if (!isMultiplicative) {
          return createLevelFit(level + mean, { slope, damping, season: next.map((value) => value - mean) });
        }
        const shares = next.map((factor) => factor / mean - 1);
        return { ...createLevelFit(level * mean, { slope: slope * mean, damping, season: shares }), form };
      });
    },
  };
}

/** Start values from the first two to four whole seasons: the mean of the first one, and the mean deviations. */
function estimateStart(values: Float64Array, end: number, period: number, multiplicative: boolean) {
  const seasons = Math.min(startSeasons, Math.floor(end / period));
  const season = new Float64Array(period);
  let level = 0;
  for (let number = 0; number < seasons; number += 1) {
    let mean = 0;
    for (let position = 0; position < period; position += 1) mean += (values[number * period + position] ?? 0) / period;
    if (number === 0) level = mean;
    for (let position = 0; position < period; position += 1) {
      const value = values[number * period + position] ?? 0;
      season[position] = (season[position] ?? 0) + (multiplicative ? value / mean : value - mean) / seasons;
    }
  }
  return { level, season };
}

/** Smooths values[from] to values[to - 1] into `state` and gives the sum of the squared one-step errors. */
function runAdditive(values: Float64Array, from: number, to: number, parameters: SeasonalParameters, state: State) {
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

function runMultiplicative(
  values: Float64Array,
  from: number,
  to: number,
  parameters: SeasonalParameters,
  state: State,
) {
  const { alpha, beta, gamma, damping } = parameters;
  const { season, lowest } = state;
  let { level, slope } = state;
  const slopeGain = alpha * beta;
  let position = from % season.length;
  let squares = 0;
  for (let index = from; index < to; index += 1) {
    const fading = damping * slope;
    const base = Math.max(lowest, level + fading);
    const factor = season[position] ?? 1;
    const error = (values[index] ?? 0) - base * factor;
    squares += error * error;
    level = Math.max(lowest, base + (alpha * error) / factor);
    slope = fading + (slopeGain * error) / factor;
    season[position] = Math.max(floor, factor + (gamma * error) / base);
    position += 1;
    if (position === season.length) position = 0;
  }
  Object.assign(state, { level, slope });
  return squares;
}

/** The season as the next interval sees it, when `known` values have passed. */
export function rotateSeason(season: Float64Array, known: number): number[] {
  const next = known % season.length;
  return [...season.subarray(next), ...season.subarray(0, next)];
}
