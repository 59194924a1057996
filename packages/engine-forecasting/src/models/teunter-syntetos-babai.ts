import { isIntermittent } from './is-intermittent.js';
import { createLevelFit, type ForecastModel } from './model.js';

const sizeGains = [0.05, 0.15];
const chanceGains = [0.01, 0.03, 0.08, 0.2];

/**
 * The method of Teunter, Syntetos and Babai (2011). It smooths the probability of a demand in every interval, so the
 * forecast fades for a dead product, and its size only at a demand. The forecast is their product. Uses the gains of a
 * grid with the smallest squared one-step error. For intermittent sales only.
 */
export const teunterSyntetosBabai: ForecastModel = {
  name: 'teunter-syntetos-babai',
  prior: { regular: 1, intermittent: 6 },
  fit({ values }, origins) {
    const end = origins[0] ?? 0;
    if (!isIntermittent(values, end)) return undefined;
    // Share and mean size of the demands before the first origin, at most the first 60 values, are the start.
    const head = Math.min(end, 60);
    let demands = 0;
    let startSize = 0;
    for (let index = 0; index < head; index += 1) {
      const value = values[index] ?? 0;
      if (value > 0) {
        demands += 1;
        startSize += (value - startSize) / demands;
      }
    }
    const run = (sizeGain: number, chanceGain: number, at: readonly number[]) => {
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
    let best: readonly [number, number] = [0.1, 0.1];
    let least = Number.POSITIVE_INFINITY;
    for (const sizeGain of sizeGains) {
      for (const chanceGain of chanceGains) {
        const { squares } = run(sizeGain, chanceGain, [end]);
        if (squares < least) {
          least = squares;
          best = [sizeGain, chanceGain];
        }
      }
    }
    return run(...best, origins).levels.map((level) => createLevelFit(level));
  },
};
