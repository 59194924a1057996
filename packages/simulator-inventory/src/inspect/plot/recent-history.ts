import type { ForecastInspection } from '../../actions/forecast-inspection.js';

/** Minimum number of intervals of history: a quarter of days, two years of weeks, four years of months. */
const atLeast: Record<ForecastInspection['frequency'], number> = { D: 84, W: 104, M: 48 };

/** Selects the visible part of the history: at least a season, and three times the forecast. */
export function selectRecentHistory({
  history,
  frequency,
  horizon,
}: ForecastInspection): ForecastInspection['history'] {
  return history.slice(-Math.max(3 * horizon, atLeast[frequency]));
}
