import { isIntermittent } from './is-intermittent.js';
import { createLevelFit, type ForecastModel } from './model.js';

const alphas = [0.03, 0.06, 0.1, 0.15, 0.2];

/**
 * Croston's method with the correction of Syntetos and Boylan. It smooths size z and distance p of demands at each
 * demand. The forecast is (1 - alpha / 2) * z / p (Croston 1972; Syntetos and Boylan 2005). Uses the alpha of a grid
 * with the smallest squared one-step error. For intermittent sales only.
 */
export const crostonSba: ForecastModel = {
  name: 'croston-sba',
  prior: { regular: 1, intermittent: 6 },
  fit({ values }, origins) {
    const end = origins[0] ?? 0;
    if (!isIntermittent(values, end)) return undefined;
    const run = (alpha: number, at: readonly number[]) => {
      let size = 0;
      let distance = 0;
      let since = 0;
      let level = 0;
      let squares = 0;
      let index = 0;
      const levels = at.map((origin) => {
        for (; index < origin; index += 1) {
          const value = values[index] ?? 0;
          const error = value - level;
          // Before the first demand there is no forecast to be wrong.
          if (distance > 0) squares += error * error;
          since += 1;
          if (value > 0) {
            size = distance === 0 ? value : size + alpha * (value - size);
            distance = distance === 0 ? since : distance + alpha * (since - distance);
            since = 0;
            level = ((1 - alpha / 2) * size) / distance;
          }
        }
        return level;
      });
      return { squares, levels };
    };
    let best = alphas[0] ?? 0.1;
    let least = Number.POSITIVE_INFINITY;
    for (const alpha of alphas) {
      const { squares } = run(alpha, [end]);
      if (squares < least) {
        least = squares;
        best = alpha;
      }
    }
    return run(best, origins).levels.map((level) => createLevelFit(level));
  },
};
