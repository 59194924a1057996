import { createLevelFit, type ForecastModel } from './model.js';

/** Continues from the last value with the average change per interval of the whole history (random walk with drift). */
export const driftModel: ForecastModel = {
  name: 'drift',
  prior: { regular: 0.4, intermittent: 0.4 },
  fit({ values }, origins) {
    if ((origins[0] ?? 0) < 2) return undefined;
    const first = values[0] ?? 0;
    return origins.map((origin) => {
      const last = values[origin - 1] ?? 0;
      return createLevelFit(last, { slope: (last - first) / (origin - 1) });
    });
  },
};
