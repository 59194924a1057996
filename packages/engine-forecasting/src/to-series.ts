import { type Frequency, toIntervalDate, toIntervalIndex } from './calendar.js';
import { round } from './numbers.js';

/** A sale, or a return if the quantity is negative. */
export interface SaleRecord {
  /** Day of departure, YYYY-MM-DD. */
  date: string;
  /** Units sold; negative for units that came back. */
  quantity: number;
  /** Sales price of one unit; 0 when unknown. */
  unitPrice: number;
  /** Purchase cost of one unit; 0 when unknown. */
  unitCost: number;
}

/** Sales summed per interval, without gaps. */
export interface SalesSeries {
  frequency: Frequency;
  /** First day of the first interval, which is `currentInterval` if there is no complete interval yet. */
  start: string;
  /** First day of each complete interval, ascending. */
  dates: string[];
  /** Net quantity sold in each complete interval; 0 if nothing was sold. */
  values: number[];
  /** The interval that contains the current date, and the quantity sold in it up to and including that date. */
  currentInterval: { date: string; soldSoFar: number };
}

/**
 * Sums sales per interval, from the interval of the first sale to the last complete one before the interval that
 * contains `currentDate`. Intervals without a sale count as 0, including those after the last sale. Sales after
 * `currentDate` are hidden (`inventory.gap.zero-fill`, `inventory.gap.freeze-date-edges`). The order of the sales does
 * not matter.
 *
 * A return is subtracted from the interval of its own date, because records do not name the original sale. An interval
 * with more returns than sales is negative, here and in the history that results show: returns on later days cancel out
 * over time, and raising them to 0 would count them as sold. Models learn from these net sales. Models with logarithms
 * or ratios use 0 for negative intervals, or are skipped. Forecasts and their intervals are never negative.
 *
 * @throws RangeError if a date does not exist.
 */
export function toSeries(
  sales: readonly SaleRecord[],
  options: { frequency: Frequency; currentDate: string },
): SalesSeries {
  const { frequency, currentDate } = options;
  const current = toIntervalIndex(currentDate, frequency);
  let first = current;
  let soldSoFar = 0;
  const sums = new Map<number, number>();
  for (const sale of sales) {
    // Dates in a fixed-width format can be compared as strings.
    if (sale.date > currentDate) continue;
    const index = toIntervalIndex(sale.date, frequency);
    if (index < first) first = index;
    if (index === current) soldSoFar += sale.quantity;
    else sums.set(index, (sums.get(index) ?? 0) + sale.quantity);
  }
  const dates: string[] = [];
  const values: number[] = [];
  for (let index = first; index < current; index += 1) {
    dates.push(toIntervalDate(index, frequency));
    values.push(round(sums.get(index) ?? 0));
  }
  return {
    frequency,
    start: toIntervalDate(first, frequency),
    dates,
    values,
    currentInterval: { date: toIntervalDate(current, frequency), soldSoFar: round(soldSoFar) },
  };
}

/** One interval of the sales history. */
interface HistoricalPoint {
  date: string;
  quantity: number;
}

/** Returns the history: one item per complete interval, 0 without sales (`inventory.result-item.historical`). */
export function toHistoricalData(series: SalesSeries): HistoricalPoint[] {
  return series.dates.map((date, position) => ({ date, quantity: series.values[position] ?? 0 }));
}
