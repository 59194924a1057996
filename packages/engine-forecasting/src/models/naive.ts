import { createLevelFit, type ForecastModel } from './model.js';

/** Weeks of history from which on other models have enough to learn from: two and a half years. */
const enough = 130;

/** Repeats the last value (random walk), for weekly series of up to 129 weeks, whose seasons are often noise. */
export const naiveModel: ForecastModel = {
  name: 'naive',
  prior: { regular: 0, intermittent: 0.4, short: { more: 16, until: enough } },
  fit({ values }, origins) {
    if (values.length >= enough) return undefined;
    return origins.map((origin) => createLevelFit(values[origin - 1] ?? 0));
  },
};
