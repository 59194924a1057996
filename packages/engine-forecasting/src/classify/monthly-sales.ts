import { countDaysInMonth, toDayNumber, toIntervalIndex } from '../calendar.js';
import { type SaleRecord, toSeries } from '../to-series.js';

/** A first month known for fewer days than this says nothing about months. */
const enoughDays = 10;

/** Calendar months of a history, oldest first. */
export interface MonthlySales {
  /** Interval number of the first month; its remainder by 12 is the month of the year, 0 is January. */
  first: number;
  /** Mean quantity per day of each month, so that months of different length compare. */
  perDay: number[];
}

/** Sales per day of the complete months. The first one counts from the first sale, if ten days or more are left. */
export function sumMonthlySales(sales: readonly SaleRecord[], currentDate: string): MonthlySales {
  const { start, values } = toSeries(sales, { frequency: 'M', currentDate });
  const first = toIntervalIndex(start, 'M');
  const perDay = values.map((value, position) => value / countDaysInMonth(first + position));
  if (perDay.length === 0) return { first, perDay };
  const firstSale = sales.reduce((earliest, { date }) => (date < earliest ? date : earliest), currentDate);
  const days = toDayNumber(start) + countDaysInMonth(first) - toDayNumber(firstSale);
  if (days < enoughDays) return { first: first + 1, perDay: perDay.slice(1) };
  perDay[0] = (values[0] ?? 0) / days;
  return { first, perDay };
}
