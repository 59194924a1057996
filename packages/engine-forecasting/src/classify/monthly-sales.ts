import { daysInMonth, intervalIndex } from '../calendar.js';
import { type Sale, toSeries } from '../to-series.js';

/** Complete calendar months of a history, oldest first. */
export interface MonthlySales {
  /** Interval number of the first month; its remainder by 12 is the month of the year, 0 is January. */
  first: number;
  /** Mean quantity per day of each month, so that months of different length compare. */
  perDay: number[];
}

/** Sales per day of the complete months from the first sale to the month before the current date. */
export function monthlySales(sales: readonly Sale[], currentDate: string): MonthlySales {
  const { start, values } = toSeries(sales, { frequency: 'M', currentDate });
  const first = intervalIndex(start, 'M');
  return { first, perDay: values.map((value, position) => value / daysInMonth(first + position)) };
}
