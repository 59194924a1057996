import { createLevelFit, type ForecastModel } from './model.js';
import { estimateSeasonStart, rotateSeason, type SeasonStart } from './season-start.js';
import { type SeasonalParameters, seasonalGrid } from './seasonal-grid.js';

/** Level, slope and season while they are smoothed. */
interface State extends SeasonStart {
  slope: number;
}

/**
 * Additive seasonal exponential smoothing, ETS(A,Ad,A) (Winters 1960; Hyndman et al. 2008).
 * Uses the parameters of a grid with the smallest squared one-step error.
 */
export function createAdditiveSeasonal(period: number): ForecastModel {
  return {
    name: `additive-seasonal-${period}`,
    fit({ values }, origins) {
      const end = origins[0] ?? 0;
      if (end < 2 * period) return undefined;
      const start = estimateSeasonStart(values, end, period, false);
      const scratch = new Float64Array(period);
      const fresh = (): State => {
        scratch.set(start.season);
        return { level: start.level, slope: 0, season: scratch };
      };
      let best = seasonalGrid[0];
      let least = Number.POSITIVE_INFINITY;
      for (const parameters of seasonalGrid) {
        const squares = run(values, 0, end, parameters, fresh());
        if (squares < least) {
          least = squares;
          best = parameters;
        }
      }
      const state = fresh();
      let reached = 0;
      return origins.map((origin) => {
        run(values, reached, origin, best, state);
        reached = origin;
        // The mean of the season belongs to the level, so that the season sums to 0.
        let offset = 0;
        for (const value of state.season) offset += value / period;
        return createLevelFit(state.level + offset, {
          slope: state.slope,
          damping: best.damping,
          season: rotateSeason(state.season, origin).map((value) => value - offset),
        });
      });
    },
  };
}

/** Smooths values[from] to values[to - 1] into `state` and gives the sum of the squared one-step errors. */
function run(values: Float64Array, from: number, to: number, parameters: SeasonalParameters, state: State): number {
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
  state.level = level;
  state.slope = slope;
  return squares;
}
