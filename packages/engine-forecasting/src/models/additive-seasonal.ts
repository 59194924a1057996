import { levelFit, type Model } from './model.js';

const alphas = [0.02, 0.1, 0.3];
const gammas = [0.02, 0.1, 0.3];

/**
 * Additive seasonal exponential smoothing (Holt-Winters without slope): a level and one deviation per position of the
 * season, both smoothed. It starts from the first two seasons; parameters are those of a grid with the smallest
 * squared one-step error.
 *
 * @param period - Season length in intervals.
 */
export function additiveSeasonal(period: number): Model {
  return {
    name: `additive-seasonal-${period}`,
    fit({ values }) {
      const count = values.length;
      if (count < 2 * period) return undefined;
      const start = startingState(values, period);
      let best = levelFit(start.level);
      let leastSquares = Number.POSITIVE_INFINITY;
      const season = new Float64Array(period);
      for (const alpha of alphas) {
        for (const gamma of gammas) {
          let level = start.level;
          season.set(start.season);
          let squares = 0;
          let position = 0;
          for (let index = 0; index < count; index += 1) {
            const seasonal = season[position] ?? 0;
            const error = (values[index] ?? 0) - level - seasonal;
            squares += error * error;
            level += alpha * error;
            season[position] = seasonal + gamma * error;
            position += 1;
            if (position === period) position = 0;
          }
          if (squares < leastSquares) {
            leastSquares = squares;
            best = levelFit(level, { season: turn(season, count % period) });
          }
        }
      }
      return centred(best.level, best.season);
    },
  };
}

function startingState(values: readonly number[], period: number): { level: number; season: Float64Array } {
  let level = 0;
  for (let index = 0; index < 2 * period; index += 1) level += (values[index] ?? 0) / (2 * period);
  const season = new Float64Array(period);
  for (let position = 0; position < period; position += 1) {
    season[position] = ((values[position] ?? 0) + (values[position + period] ?? 0)) / 2 - level;
  }
  return { level, season };
}

/** The season from the position that the next interval has. */
function turn(season: Float64Array, next: number): number[] {
  return [...season.subarray(next), ...season.subarray(0, next)];
}

/** Moves the mean of the season into the level, so that the season sums to 0. */
function centred(level: number, season: number[]) {
  let offset = 0;
  for (const value of season) offset += value / season.length;
  return levelFit(level + offset, { season: season.map((value) => value - offset) });
}
