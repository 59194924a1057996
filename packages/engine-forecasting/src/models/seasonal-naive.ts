import { mean } from '../mean.js';
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
    fit({ values }) {
      if (values.length < period) return undefined;
      const lastSeason = values.slice(-period);
      const level = mean(lastSeason);
      return levelFit(level, { season: lastSeason.map((value) => value - level) });
    },
  };
}
