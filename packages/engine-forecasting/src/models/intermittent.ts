import { findLeast } from '../find-least.js';
import { createLevelFit, type ForecastModel } from './model.js';

/** Average distance between demands from which on sales are intermittent (Syntetos, Boylan and Croston 2005). */
const distanceCut = 1.32;

/** Returns whether the values before `end` have demand in fewer than one of 1.32 intervals. False without demand. */
export function isIntermittent(values: Float64Array, end: number): boolean {
  let demands = 0;
  for (let index = 0; index < end; index += 1) if ((values[index] ?? 0) > 0) demands += 1;
  return demands > 0 && end / demands > distanceCut;
}

/** Smooths the values up to each origin: the sum of the squared one-step errors, and the level at each origin. */
type Smoothing<Gains> = (gains: Gains, at: readonly number[]) => { squares: number; levels: number[] };

/** A model for intermittent sales only, with the gains of a grid with the smallest squared one-step error. */
function createIntermittentModel<Gains>(
  name: string,
  grid: readonly Gains[],
  otherwise: Gains,
  smoothing: (values: Float64Array, end: number) => Smoothing<Gains>,
): ForecastModel {
  return {
    name,
    prior: { regular: 1, intermittent: 6 },
    fit({ values }, origins) {
      const end = origins[0] ?? 0;
      if (!isIntermittent(values, end)) return undefined;
      const run = smoothing(values, end);
      const best = findLeast(grid, (gains) => run(gains, [end]).squares, otherwise);
      return run(best, origins).levels.map((level) => createLevelFit(level));
    },
  };
}

/**
 * Croston's method with the correction of Syntetos and Boylan. It smooths size z and distance p of demands at each
 * demand. The forecast is (1 - alpha / 2) * z / p (Croston 1972; Syntetos and Boylan 2005).
 */
export const crostonSba = createIntermittentModel(
  'croston-sba',
  [0.03, 0.06, 0.1, 0.15, 0.2],
  0.03,
  (values) => (alpha, at) => {
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
  },
);

/**
 * The method of Teunter, Syntetos and Babai (2011). It smooths the probability of a demand in every interval, so the
 * forecast fades for a dead product, and its size only at a demand. The forecast is their product.
 */
export const teunterSyntetosBabai = createIntermittentModel(
  'teunter-syntetos-babai',
  [0.05, 0.15].flatMap((sizeGain) => [0.01, 0.03, 0.08, 0.2].map((chanceGain) => ({ sizeGain, chanceGain }))),
  { sizeGain: 0.1, chanceGain: 0.1 },
  (values, end) => {
    // Share and mean size of the demands before the first origin, at most the first 60 values, are the start.
    const head = Math.min(end, 60);
    let demands = 0;
    let startSize = 0;
    for (const value of values.subarray(0, head)) {
      if (value > 0) {
        demands += 1;
        startSize += (value - startSize) / demands;
      }
    }
    return ({ sizeGain, chanceGain }, at) => {
      let size = startSize;
      let chance = demands / head;
      let squares = 0;
      let index = 0;
      const levels = at.map((origin) => {
        for (; index < origin; index += 1) {
          const value = values[index] ?? 0;
          const error = value - chance * size;
          squares += error * error;
          chance += chanceGain * ((value > 0 ? 1 : 0) - chance);
          if (value > 0) size += sizeGain * (value - size);
        }
        return chance * size;
      });
      return { squares, levels };
    };
  },
);
