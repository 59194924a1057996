import { createLevelFit, type ForecastModel } from './model.js';

/**
 * Creates a model in which every interval repeats the one a season (`period` intervals) ago. The trend is the mean of
 * the last season.
 */
export function createSeasonalNaive(period: number): ForecastModel {
  return {
    name: `seasonal-naive-${period}`,
    prior: { regular: 0.4, intermittent: 0.4, ...(period === 7 ? { short: { more: 12, until: 30 } } : {}) },
    fit({ values }, origins) {
      if ((origins[0] ?? 0) < period) return undefined;
      return origins.map((origin) => {
        let level = 0;
        for (let index = origin - period; index < origin; index += 1) level += values[index] ?? 0;
        level /= period;
        const season: number[] = [];
        for (let index = origin - period; index < origin; index += 1) season.push((values[index] ?? 0) - level);
        return createLevelFit(level, { season });
      });
    },
  };
}
