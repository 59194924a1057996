import { createLevelFit, type ForecastModel } from './model.js';
import { computeSeasonIndices } from './season-indices.js';
import { rotateSeason } from './seasonal-smoothing.js';
import { smoothLevel } from './trend-smoothing.js';

/**
 * The Theta method (Assimakopoulos and Nikolopoulos 2000): the mean of the straight line through the history and of
 * simple smoothing of the history with doubled distance from that line. It equals simple smoothing that drifts by half
 * the slope of the line (Hyndman and Billah 2003), which is how it is computed. If the season is significant, values
 * are seasonally adjusted first.
 *
 * @param period - Season length in intervals, 1 without a season.
 */
export function createThetaModel(period: number): ForecastModel {
  return {
    name: period > 1 ? `theta-${period}` : 'theta',
    fit({ values }, origins) {
      const end = origins[0] ?? 0;
      const last = origins.at(-1) ?? end;
      if (end < 4) return undefined;
      const indices = computeSeasonIndices(values, end, period);
      const adjusted = new Float64Array(last);
      let position = 0;
      for (let index = 0; index < last; index += 1) {
        const value = values[index] ?? 0;
        const share = indices?.season[position] ?? 0;
        adjusted[index] = indices?.form === 'multiplicative' ? value / (1 + share) : value - share;
        position += 1;
        if (position === period) position = 0;
      }
      const { alpha, states } = smoothLevel(adjusted, origins, [0.03, 0.06, 0.1, 0.2, 0.3, 0.5, 0.8]);
      const slopes = slopesAt(adjusted, origins);
      return states.map(({ level }, place) => {
        const drift = (slopes[place] ?? 0) / 2;
        const origin = origins[place] ?? end;
        // Smoothing lags behind a drift; (1 - (1 - alpha)^n) / alpha intervals of it are made up for.
        const lag = (1 - (1 - alpha) ** origin) / alpha;
        const curve = createLevelFit(level + drift * (lag - 1), {
          slope: drift,
          season: indices === undefined ? [] : rotateSeason(indices.season, origin),
        });
        return indices === undefined ? curve : { ...curve, form: indices.form };
      });
    },
  };
}

/** Slope of the least-squares line through the values before each origin, by running sums. */
function slopesAt(values: Float64Array, origins: readonly number[]): number[] {
  let sum = 0;
  let moment = 0;
  let index = 0;
  return origins.map((origin) => {
    for (; index < origin; index += 1) {
      const value = values[index] ?? 0;
      sum += value;
      moment += index * value;
    }
    return (12 * (moment - (sum * (origin - 1)) / 2)) / (origin * (origin * origin - 1));
  });
}
