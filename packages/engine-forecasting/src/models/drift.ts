import { levelFit, type Model } from './model.js';

/** The last value, moving on by the average change per interval of the whole history (random walk with drift). */
export const drift: Model = {
  name: 'drift',
  fit({ values }) {
    if (values.length < 2) return undefined;
    const first = values[0] ?? 0;
    const last = values[values.length - 1] ?? 0;
    return levelFit(last, { slope: (last - first) / (values.length - 1) });
  },
};
