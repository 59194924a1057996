import { addDays } from '../calendar.js';
import { mean } from '../numbers.js';
import { type SaleRecord, toSeries } from '../to-series.js';
import type { MonthlySales, YearlySeason } from './yearly-season.js';

export type TrendDirection = 'Positive' | 'Negative' | 'None';

/** Two-sided test at 2 %. With the corrections below, it finds a trend in fewer than 5 % of series without one. */
const critical = 2.3263;
/** A slope of this many standard errors is beyond doubt, even with the minimum of eight values. */
const criticalSlope = 4;
/** If a smaller share of weeks has sales, most weeks are ties, so months are counted. */
const denseWeeks = 0.5;
const weeksNeeded = 8;

/**
 * Detects the direction of the sales by the Mann-Kendall test at 2 %. It uses complete weeks, or complete months if
 * fewer than half of the weeks have sales, and removes any season. Returns `None` for fewer than eight weeks or months.
 *
 * Correlated neighbors show spurious trends. So the variance of the score is multiplied by (1 + r) / (1 - r) if r is
 * positive, where r is the correlation of neighbors around the line (after Hamed and Rao 1998; Yue and Wang 2004). Once
 * every value is higher than the one before, the score cannot increase, and steady growth would fail a test with a
 * large variance. So a slope of four standard errors, with the same corrections, is a trend as well.
 */
export function detectTrend(
  sales: readonly SaleRecord[],
  currentDate: string,
  months: MonthlySales,
  season: YearlySeason | undefined,
): TrendDirection {
  // The first week is complete only if the first sale is on its Monday.
  const weeks = toSeries(sales, { frequency: 'W', currentDate });
  const dates = weeks.dates.slice(1);
  const perDay = weeks.values.slice(1).map((value) => value / 7);
  const dense = perDay.filter((value) => value > 0).length >= denseWeeks * perDay.length;
  const values = dense ? perDay : months.perDay;
  if (values.length < weeksNeeded) return 'None';
  if (season === undefined) return direction(values, 1);
  const adjusted = values.map((value, position) =>
    season.adjust(value, dense ? monthOfWeek(dates[position] ?? currentDate) : (months.first + position) % 12),
  );
  // A season estimated from the same values makes the years dependent. In simulations of two to seven years of
  // independent months, the variance is 2.28, 1.56, 1.33, 1.22, 1.18, 1.13 times that of Mann and Kendall.
  const years = months.perDay.length / 12;
  return direction(adjusted, 1 + 5.3 / (years * years));
}

/** Returns the month (0 = January) that contains the middle of a week. */
function monthOfWeek(monday: string): number {
  return Number(addDays(monday, 3).slice(5, 7)) - 1;
}

function direction(values: readonly number[], inflation: number): TrendDirection {
  const { score, variance } = runMannKendallTest(values);
  if (score === 0 || variance <= 0) return 'None';
  const line = lineThrough(values);
  const correlation = neighbourCorrelation(line, values.length);
  const corrections = (inflation * (1 + correlation)) / (1 - correlation);
  const z = (Math.abs(score) - 1) / Math.sqrt(variance * corrections);
  const slope = (line.slopeErrors * Math.sign(score)) / Math.sqrt(corrections);
  if (z <= critical && slope <= criticalSlope) return 'None';
  return score > 0 ? 'Positive' : 'Negative';
}

/**
 * Fits a straight line to values. Returns the residuals, the sum of their squares, and the slope in standard errors.
 */
function lineThrough(values: readonly number[]) {
  const n = values.length;
  const centre = (n - 1) / 2;
  const average = mean(values);
  let cross = 0;
  let squares = 0;
  values.forEach((value, index) => {
    cross += (index - centre) * (value - average);
    squares += (index - centre) ** 2;
  });
  const rest = values.map((value, index) => value - average - (cross / squares) * (index - centre));
  const power = mean(rest.map((value) => value * value)) * n;
  const slopeErrors = cross / Math.sqrt((squares * power) / (n - 2));
  // Rounding leaves small residuals around a perfect line.
  const exact = power <= 1e-18 * average * average * n;
  return exact ? { rest, power: 0, slopeErrors: Math.sign(cross) * Number.MAX_VALUE } : { rest, power, slopeErrors };
}

/** Computes the correlation of neighbours around the line, from 0 to 0.9, corrected for the bias of short series. */
function neighbourCorrelation({ power, rest }: ReturnType<typeof lineThrough>, n: number): number {
  if (power === 0) return 0;
  const lagged = rest.slice(1).reduce((sum, value, index) => sum + value * (rest[index] ?? 0), 0);
  // The expected value of the ratio is r - (2 + 4 r) / n (Marriott and Pope 1954, for a fitted line).
  return Math.min(0.9, Math.max(0, (n * (lagged / power) + 2) / (n - 4)));
}

/**
 * The Mann-Kendall test for a trend. S is the number of pairs with a higher later value minus the number of pairs with
 * a lower one. Its variance without a trend has the tie term: Var S = (n(n-1)(2n+5) - sum over ties t(t-1)(2t+5)) / 18
 * (Mann 1945, Kendall 1975).
 */
function runMannKendallTest(values: readonly number[]): { score: number; variance: number } {
  let score = 0;
  values.forEach((later, index) => {
    for (let earlier = 0; earlier < index; earlier += 1) score += Math.sign(later - (values[earlier] ?? 0));
  });
  const ties = new Map<number, number>();
  for (const value of values) ties.set(value, (ties.get(value) ?? 0) + 1);
  let sum = term(values.length);
  for (const size of ties.values()) sum -= term(size);
  return { score, variance: sum / 18 };
}

function term(size: number): number {
  return size * (size - 1) * (2 * size + 5);
}
