import type { Frequency } from '../calendar.js';
import { createLevelFit, type ForecastModel } from './model.js';

const windows: Record<Frequency, number> = { D: 28, W: 8, M: 6 };

/** The mean of the most recent intervals: 28 days, 8 weeks or 6 months. Fits any history, so there is always a forecast. */
export const recentMean: ForecastModel = {
  name: 'recent-mean',
  fit: ({ frequency, values }, origins) =>
    origins.map((origin) => {
      const first = Math.max(0, origin - windows[frequency]);
      let sum = 0;
      for (let index = first; index < origin; index += 1) sum += values[index] ?? 0;
      return createLevelFit(sum / Math.max(1, origin - first));
    }),
};
