import { levelFit, type Model } from './model.js';

/**
 * Every interval repeats the one a season ago. The trend is the mean of the last season, the season the deviation
 * from it.
 *
 * @param period - Season length in intervals: 7 days, 364 days (52 whole weeks, so weekdays match), 52 weeks, 12 months.
 */
export function seasonalNaive(period: number): Model {
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
        return levelFit(level, { season });
      });
    },
  };
}
