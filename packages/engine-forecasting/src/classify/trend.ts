import type { Sale } from '../to-series.js';
import { toSeries } from '../to-series.js';
import { mannKendall } from './mann-kendall.js';
import { monthlySales } from './monthly-sales.js';

export type Trend = 'Positive' | 'Negative' | 'None';

/** Two-sided test at 5 %. */
const critical = 1.96;
/** Fewer complete months are too few for a test; weeks are counted then. */
const monthsNeeded = 12;
const weeksNeeded = 8;

/**
 * Direction of the sales by the Mann-Kendall test at 5 %: on complete months (sales per day), on complete weeks when
 * there are less than twelve months, none below eight weeks. Seasonal sales are compared among equal months only
 * (seasonal Kendall test), so that a season is not taken for a trend.
 */
export function trend(sales: readonly Sale[], currentDate: string, isSeasonal: boolean): Trend {
  const { perDay } = monthlySales(sales, currentDate);
  if (perDay.length >= monthsNeeded) return direction(mannKendall(perDay, isSeasonal ? 12 : 1));
  const weeks = toSeries(sales, { frequency: 'W', currentDate }).values;
  return weeks.length >= weeksNeeded ? direction(mannKendall(weeks, 1)) : 'None';
}

function direction(z: number): Trend {
  if (z > critical) return 'Positive';
  return z < -critical ? 'Negative' : 'None';
}
