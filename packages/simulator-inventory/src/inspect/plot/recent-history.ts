import type { ForecastInspection } from '../../actions/forecast-inspection.js';

/** Intervals of history that are shown at least, where there are as many: a quarter of days, two years of weeks, four of months. */
const atLeast: Record<ForecastInspection['frequency'], number> = { D: 84, W: 104, M: 48 };

/** The part of the history to look at: a season or more, and three times what is forecast. */
export function recentHistory({ history, frequency, horizon }: ForecastInspection): ForecastInspection['history'] {
  return history.slice(-Math.max(3 * horizon, atLeast[frequency]));
}
