import { mean } from '../mean.js';
import { levelFit, type Model } from './model.js';

const alphas = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8];
const startLength = 10;

/**
 * Simple exponential smoothing: level += alpha * (value - level), from the mean of the first ten values. Alpha is the
 * one of a grid with the smallest squared one-step error.
 */
export const simpleExponentialSmoothing: Model = {
  name: 'simple-exponential-smoothing',
  fit({ values }) {
    if (values.length < 2) return undefined;
    const start = mean(values.slice(0, startLength));
    let best = { level: start, squares: Number.POSITIVE_INFINITY };
    for (const alpha of alphas) {
      let level = start;
      let squares = 0;
      for (const value of values) {
        const error = value - level;
        squares += error * error;
        level += alpha * error;
      }
      if (squares < best.squares) best = { level, squares };
    }
    return levelFit(best.level);
  },
};
