import { countDaysInMonth, toDayNumber, toIntervalIndex } from '../calendar.js';
import { computeFTailProbability } from '../distributions.js';
import { mean } from '../numbers.js';
import { type SaleRecord, toSeries } from '../to-series.js';

/** A first month with fewer known days than this is not used. */
const enoughDays = 10;

/** Calendar months of a history, oldest first. */
export interface MonthlySales {
  /** Interval number of the first month. Modulo 12, it is the month of the year (0 = January). */
  first: number;
  /** Mean quantity per day of each month, so that months of different lengths are comparable. */
  perDay: number[];
}

/**
 * Computes the sales per day of complete months. The first month starts with the first sale and needs at least ten
 * days.
 */
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

/** Significance level of both tests. One flat history in a hundred gets a season by chance. */
const significance = 0.005;
/** Each month of the year must occur at least this often. */
const yearsNeeded = 2;
/** The trend line must stay above this share of the average for sales to be used as ratios to it. */
const lowestLevel = 0.2;

/** A significant yearly pattern. */
export interface YearlySeason {
  /** Sales of January to December as multiples of the average month, free of the trend. */
  indices: number[];
  /** Standard error of each index. */
  errors: number[];
  /** Removes the season from the sales per day in a month of the year (0 = January). */
  adjust: (perDay: number, month: number) => number;
}

/**
 * Detects the yearly pattern of monthly sales. Undefined if there is none (`inventory.gap.seasonalities-values`). The
 * trend is the mean change from year to year, which has no season. A month's index is the mean ratio of its sales to
 * the trend line, or the mean difference if that fits better. The pattern is significant at 0.5 % if the twelve months
 * differ (one-way analysis of variance, one degree of freedom for the trend) or one of them is exceptional (t test,
 * Bonferroni's correction).
 */
export function detectYearlySeason({ first, perDay }: MonthlySales): YearlySeason | undefined {
  if (perDay.length < 12 * yearsNeeded) return undefined;
  const slope = mean(perDay.slice(12).map((value, index) => value - (perDay[index] ?? 0))) / 12;
  const centre = (perDay.length - 1) / 2;
  const lines = perDay.map((_, index) => slope * (index - centre));
  const untrended = perDay.map((value, index) => value - (lines[index] ?? 0));
  const average = mean(byMonth(untrended, first).map(mean));
  if (!(average > 0)) return undefined;

  const levels = lines.map((line) => average + line);
  const differences = analyse(untrended, first);
  const ratios =
    Math.min(...levels) >= lowestLevel * average
      ? analyse(
          perDay.map((value, index) => (average * value) / (levels[index] ?? average)),
          first,
        )
      : differences;
  const asRatios = ratios.within < differences.within;
  const { means, within, between } = asRatios ? ratios : differences;
  // Rounding leaves small differences between equal values.
  if (between <= 1e-9 * average * average) return undefined;
  const freedom = perDay.length - 12 - 1;
  const variance = Math.max(within / freedom, 1e-12 * average * average);
  const counts = byMonth(perDay, first).map(({ length }) => length);
  const errors = counts.map((count) => Math.sqrt((variance / count) * (11 / 12)) / average);
  const grand = mean(means);
  const indices = means.map((value) => value / grand);
  const furthest = Math.max(...indices.map((index, month) => Math.abs(index - 1) / (errors[month] ?? 1)));
  const monthsDiffer = computeFTailProbability(between / 11 / variance, 11, freedom) < significance;
  const oneStandsOut = computeFTailProbability(furthest ** 2, 1, freedom) < significance / 12;
  if (!monthsDiffer && !oneStandsOut) return undefined;

  const adjust = (value: number, month: number): number => {
    const index = indices[month] ?? 1;
    return asRatios && index > lowestLevel ? value / index : value - (index - 1) * average;
  };
  return { indices, errors, adjust };
}

/** Groups values by month of the year, from January to December. `first` is the month of the first value. */
function byMonth(values: readonly number[], first: number): number[][] {
  return Array.from({ length: 12 }, (_, month) => values.filter((__, index) => (first + index) % 12 === month));
}

/** Runs a one-way analysis of variance over the months of the year. Returns their means and the sums of squares. */
function analyse(values: readonly number[], first: number): { means: number[]; within: number; between: number } {
  const groups = byMonth(values, first);
  const means = groups.map(mean);
  const grand = mean(means);
  let within = 0;
  let between = 0;
  groups.forEach((group, month) => {
    const centre = means[month] ?? 0;
    between += group.length * (centre - grand) ** 2;
    for (const value of group) within += (value - centre) ** 2;
  });
  return { means, within, between };
}
