import { createLevelFit, type ForecastModel } from './model.js';
import { estimateSeasonStart, rotateSeason, type SeasonStart } from './season-start.js';
import { type SeasonalParameters, seasonalGrid } from './seasonal-grid.js';

interface State extends SeasonStart {
  slope: number;
}

/** Level and factors stay above this share of the first level, or of 1: what is divided by is never 0. */
const floor = 1e-6;

/**
 * Multiplicative seasonal exponential smoothing (Winters 1960), value = (level + slope) * factor.
 * Needs two seasons and sales in every interval. The parameters are those of a grid with the smallest error.
 */
export function createMultiplicativeSeasonal(period: number): ForecastModel {
  return {
    name: `multiplicative-seasonal-${period}`,
    fit({ values }, origins) {
      const end = origins[0] ?? 0;
      if (end < 2 * period) return undefined;
      for (let index = 0; index < (origins.at(-1) ?? end); index += 1) {
        if (!((values[index] ?? 0) > 0)) return undefined;
      }
      const start = estimateSeasonStart(values, end, period, true);
      const scratch = new Float64Array(period);
      const fresh = (): State => {
        scratch.set(start.season);
        return { level: start.level, slope: 0, season: scratch };
      };
      let best = seasonalGrid[0];
      let least = Number.POSITIVE_INFINITY;
      for (const parameters of seasonalGrid) {
        const squares = run(values, 0, end, parameters, fresh(), floor * start.level);
        if (squares < least) {
          least = squares;
          best = parameters;
        }
      }
      const state = fresh();
      let reached = 0;
      return origins.map((origin) => {
        run(values, reached, origin, best, state, floor * start.level);
        reached = origin;
        // The mean factor belongs to the level, so that the shares of the season sum to 0.
        let mean = 0;
        for (const factor of state.season) mean += factor / period;
        return {
          ...createLevelFit(state.level * mean, {
            slope: state.slope * mean,
            damping: best.damping,
            season: rotateSeason(state.season, origin).map((factor) => factor / mean - 1),
          }),
          form: 'multiplicative',
        };
      });
    },
  };
}

/** Smooths values[from] to values[to - 1] into `state` and gives the sum of the squared one-step errors. */
function run(
  values: Float64Array,
  from: number,
  to: number,
  parameters: SeasonalParameters,
  state: State,
  lowest: number,
): number {
  const { alpha, beta, gamma, damping } = parameters;
  const { season } = state;
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
  state.level = level;
  state.slope = slope;
  return squares;
}
