import { createLevelFit, type ForecastModel } from './model.js';

import { rotateSeason } from './seasonal-smoothing.js';
import { smoothLevel } from './trend-smoothing.js';

/** Two-sided 10 % point of the standard normal distribution. */
const critical = 1.645;

/**
 * Classical decomposition of the values before `end`: their difference from a centered moving average over one season,
 * averaged per position. If all values are positive, it is their ratio. Returns undefined if the season is not
 * significant at 10 % by the autocorrelation at its lag (the test of Assimakopoulos and Nikolopoulos 2000), or with
 * less than two seasons.
 */
function computeSeasonIndices(values: Float64Array, end: number, period: number) {
  if (period < 2 || end < 2 * period || !isSeasonal(values, end, period)) return undefined;
  let positive = true;
  for (let index = 0; index < end; index += 1) if (!((values[index] ?? 0) > 0)) positive = false;
  const sums = new Float64Array(period);
  const counts = new Float64Array(period);
  const half = Math.floor(period / 2);
  const even = period % 2 === 0;
  let window = 0;
  for (let index = 0; index < period; index += 1) window += values[index] ?? 0;
  for (let centre = half; centre + half < end; centre += 1) {
    // `window` is the sum of `period` values starting at centre - half. For an even season, both ends count half.
    const next = values[centre - half + period] ?? 0;
    const oldest = values[centre - half] ?? 0;
    const average = (even ? window + (next - oldest) / 2 : window) / period;
    const value = values[centre] ?? 0;
    const position = centre % period;
    sums[position] = (sums[position] ?? 0) + (positive ? value / average - 1 : value - average);
    counts[position] = (counts[position] ?? 0) + 1;
    window += next - oldest;
  }
  let mean = 0;
  for (let position = 0; position < period; position += 1) {
    sums[position] = (sums[position] ?? 0) / Math.max(1, counts[position] ?? 0);
    mean += (sums[position] ?? 0) / period;
  }
  const season = sums.map((value) => (positive ? (1 + value) / (1 + mean) - 1 : value - mean));
  const form: 'multiplicative' | 'additive' = positive ? 'multiplicative' : 'additive';
  return { form, season };
}

/** |r(period)| > 1.645 * sqrt((1 + 2 * sum of r(k)^2 for k < period) / n), where r is the autocorrelation. */
function isSeasonal(values: Float64Array, end: number, period: number): boolean {
  let mean = 0;
  for (let index = 0; index < end; index += 1) mean += (values[index] ?? 0) / end;
  const correlation = (lag: number) => {
    let sum = 0;
    for (let index = lag; index < end; index += 1) {
      sum += ((values[index] ?? 0) - mean) * ((values[index - lag] ?? 0) - mean);
    }
    return sum;
  };
  const variance = correlation(0);
  // A constant series varies only by rounding.
  if (!(variance > 1e-20 * mean * mean * end)) return false;
  let squares = 0;
  for (let lag = 1; lag < period; lag += 1) squares += (correlation(lag) / variance) ** 2;
  return Math.abs(correlation(period) / variance) > critical * Math.sqrt((1 + 2 * squares) / end);
}

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
        // Smoothing lags behind a drift by (1 - (1 - alpha)^n) / alpha intervals. This compensates for it.
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
