import type { Series } from './to-series.js';

/** One interval of the sales history that a forecast rests on. */
export interface HistoricalPoint {
  date: string;
  quantity: number;
}

/** The history of a series as result items show it: one item per complete interval, 0 where nothing was sold (`inventory.result-item.historical`). */
export function historicalData(series: Series): HistoricalPoint[] {
  return series.dates.map((date, position) => ({ date, quantity: series.values[position] ?? 0 }));
}
