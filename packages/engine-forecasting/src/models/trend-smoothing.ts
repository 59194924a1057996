/** Parameters of exponential smoothing with a slope. With `beta` 0 and a start slope of 0 it is simple smoothing. */
export interface TrendParameters {
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
  state.level = level;
  state.slope = slope;
  return squares;
}

/** The parameters of a grid with the smallest squared one-step error before `end`, the first of equal ones. */
export function findBestTrend(
  values: Float64Array,
  end: number,
  grid: readonly TrendParameters[],
  start: TrendState,
): TrendParameters {
  let best = grid[0] ?? { alpha: 0.1, beta: 0, damping: 1 };
  let least = Number.POSITIVE_INFINITY;
  for (const parameters of grid) {
    const squares = runTrend(values, 0, end, parameters, { ...start });
    if (squares < least) {
      least = squares;
      best = parameters;
    }
  }
  return best;
}

/** Computes the state known at each origin, by one run through the values. */
export function computeTrendStates(
  values: Float64Array,
  origins: readonly number[],
  parameters: TrendParameters,
  start: TrendState,
): TrendState[] {
  const state = { ...start };
  let reached = 0;
  return origins.map((origin) => {
    runTrend(values, reached, origin, parameters, state);
    reached = origin;
    return { ...state };
  });
}

/** Estimates a start level: the mean of the first ten values before `end`. */
export function estimateStartLevel(values: Float64Array, end: number): TrendState {
  const length = Math.min(10, end);
  let level = 0;
  for (let index = 0; index < length; index += 1) level += (values[index] ?? 0) / length;
  return { level, slope: 0 };
}

/** The start line: the line through the means of the first and the second half of the first 20 values before `end`. */
export function estimateStartLine(values: Float64Array, end: number): TrendState {
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
