import { findLeast } from '../numbers.js';
import { createLevelFit, type ForecastModel } from './model.js';

/** Average distance between demands above which sales are intermittent (Syntetos, Boylan and Croston 2005). */
const distanceCut = 1.32;

/** Returns whether the values before `end` have demand in fewer than one of 1.32 intervals. False without demand. */
export function isIntermittent(values: Float64Array, end: number): boolean {
  let demands = 0;
  for (let index = 0; index < end; index += 1) if ((values[index] ?? 0) > 0) demands += 1;
  return demands > 0 && end / demands > distanceCut;
}

/**
 * Croston's method with the correction of Syntetos and Boylan, for intermittent sales only. It smooths size z and
 * distance p of demands at each demand, with the gain of a grid with the smallest squared one-step error. The forecast
 * is (1 - alpha / 2) * z / p (Croston 1972; Syntetos and Boylan 2005).
 */
export const crostonSba: ForecastModel = {
  name: 'croston-sba',
  prior: { regular: 1, intermittent: 12 },
  fit({ values }, origins) {
    const end = origins[0] ?? 0;
    if (!isIntermittent(values, end)) return undefined;
    const alpha = findLeast([0.03, 0.06, 0.1, 0.15, 0.2], (each) => smooth(values, each, [end]).squares, 0.03);
    return smooth(values, alpha, origins).levels.map((level) => createLevelFit(level));
  },
};

/** Smooths the values up to each origin. Returns the sum of the squared one-step errors, and the level at each origin. */
function smooth(values: Float64Array, alpha: number, origins: readonly number[]) {
  let size = 0;
  let distance = 0;
  let since = 0;
  let level = 0;
  let squares = 0;
  let index = 0;
  const levels = origins.map((origin) => {
    for (; index < origin; index += 1) {
      const value = values[index] ?? 0;
      // Before the first demand, there is no forecast and no error.
      if (distance > 0) squares += (value - level) ** 2;
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
}
