import { findLeast } from '../numbers.js';
import { createLevelFit, type ForecastModel } from './model.js';

/** Parameters of exponential smoothing with a slope. With `beta` 0 and a start slope of 0 it is simple smoothing. */
interface TrendParameters {
  alpha: number;
  beta: number;
  damping: number;
}

/** Level and slope before the first value or after the last one seen. */
interface TrendState {
  level: number;
  slope: number;
}

/**
 * Runs Holt's smoothing in error-correction form (ETS(A,Ad,N), Hyndman et al. 2008) and updates `state`.
 * @returns the sum of the squared one-step errors.
 */
function runTrend(
  values: Float64Array,
  from: number,
  to: number,
  { alpha, beta, damping }: TrendParameters,
  state: TrendState,
): number {
  let { level, slope } = state;
  const slopeGain = alpha * beta;
  let squares = 0;
  for (let index = from; index < to; index += 1) {
    const fading = damping * slope;
    const error = (values[index] ?? 0) - level - fading;
    squares += error * error;
    level += fading + alpha * error;
    slope = fading + slopeGain * error;
  }
  Object.assign(state, { level, slope });
  return squares;
}

/** Smooths the values up to each origin with the parameters of a grid with the smallest squared one-step error. */
function smoothTrend(
  values: Float64Array,
  origins: readonly number[],
  grid: readonly TrendParameters[],
  start: TrendState,
) {
  const end = origins[0] ?? 0;
  const otherwise = grid[0] ?? { alpha: 0.1, beta: 0, damping: 1 };
  const best = findLeast(grid, (parameters) => runTrend(values, 0, end, parameters, { ...start }), otherwise);
  const state = { ...start };
  let reached = 0;
  const states = origins.map((origin) => {
    runTrend(values, reached, origin, best, state);
    reached = origin;
    return { ...state };
  });
  return { alpha: best.alpha, damping: best.damping, states };
}

/**
 * Simple exponential smoothing (Brown 1959) starting at the mean of the first ten values, with the best of the given
 * alphas.
 */
export function smoothLevel(values: Float64Array, origins: readonly number[], alphas: readonly number[]) {
  const length = Math.min(10, origins[0] ?? 0);
  let level = 0;
  for (let index = 0; index < length; index += 1) level += (values[index] ?? 0) / length;
  const grid = alphas.map((alpha) => ({ alpha, beta: 0, damping: 1 }));
  return smoothTrend(values, origins, grid, { level, slope: 0 });
}

export const simpleExponentialSmoothing: ForecastModel = {
  name: 'simple-exponential-smoothing',
  prior: { regular: 2, intermittent: 2 },
  fit({ values }, origins) {
    if ((origins[0] ?? 0) < 2) return undefined;
    const { states } = smoothLevel(values, origins, [0.01, 0.03, 0.06, 0.1, 0.2, 0.3, 0.5, 0.8]);
    return states.map(({ level }) => createLevelFit(level));
  },
};

const dampedGrid: readonly TrendParameters[] = [0.9, 0.98].flatMap((damping) =>
  [0.05, 0.1, 0.2, 0.4, 0.7].flatMap((alpha) => [0.02, 0.1, 0.3].map((beta) => ({ alpha, beta, damping }))),
);

/** Holt's linear trend with damping (Gardner and McKenzie 1985). */
export const dampedTrend: ForecastModel = {
  name: 'damped-trend',
  prior: { regular: 3, intermittent: 0.3 },
  fit({ values }, origins) {
    const end = origins[0] ?? 0;
    if (end < 6) return undefined;
    const { damping, states } = smoothTrend(values, origins, dampedGrid, estimateStartLine(values, end));
    return states.map(({ level, slope }) => createLevelFit(level, { slope, damping }));
  },
};

/** The line through the means of the first and the second half of the first 20 values before `end`. */
function estimateStartLine(values: Float64Array, end: number): TrendState {
  const half = Math.floor(Math.min(end, 20) / 2);
  let early = 0;
  let late = 0;
  for (let index = 0; index < half; index += 1) {
    early += (values[index] ?? 0) / half;
    late += (values[index + half] ?? 0) / half;
  }
  const slope = (late - early) / half;
  return { level: early - (slope * (half + 1)) / 2, slope };
}
