import { levelFit, type Model } from './model.js';

const alphas = [0.05, 0.1, 0.3, 0.6];
const betas = [0.02, 0.1, 0.3];
const dampings = [0.9, 0.98];

/**
 * Holt's linear trend with damping: level and slope are smoothed, the slope fades by `damping` per step. Parameters
 * are those of a grid with the smallest squared one-step error.
 */
export const dampedTrend: Model = {
  name: 'damped-trend',
  fit({ values }) {
    if (values.length < 6) return undefined;
    // The line through the means of the first and second half of the first values gives the start.
    const head = Math.min(values.length, 20);
    const half = Math.floor(head / 2);
    let early = 0;
    let late = 0;
    for (let position = 0; position < half; position += 1) {
      early += (values[position] ?? 0) / half;
      late += (values[position + half] ?? 0) / half;
    }
    const startSlope = (late - early) / half;
    const startLevel = early - (startSlope * (half + 1)) / 2;
    let best = levelFit(startLevel);
    let leastSquares = Number.POSITIVE_INFINITY;
    for (const damping of dampings) {
      for (const alpha of alphas) {
        for (const beta of betas) {
          let level = startLevel;
          let slope = startSlope;
          let squares = 0;
          for (const value of values) {
            const predicted = level + damping * slope;
            const error = value - predicted;
            squares += error * error;
            level = predicted + alpha * error;
            slope = damping * slope + alpha * beta * error;
          }
          if (squares < leastSquares) {
            leastSquares = squares;
            best = levelFit(level, { slope, damping });
          }
        }
      }
    }
    return best;
  },
};
