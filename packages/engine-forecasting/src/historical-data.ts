import type { SalesSeries } from './to-series.js';

/** One interval of the sales history. */
export interface HistoricalPoint {
  date: string;
  quantity: number;
}

/** Returns the history: one item per complete interval, 0 without sales (`inventory.result-item.historical`). */
export function toHistoricalData(series: SalesSeries): HistoricalPoint[] {
  return series.dates.map((date, position) => ({ date, quantity: series.values[position] ?? 0 }));
}
