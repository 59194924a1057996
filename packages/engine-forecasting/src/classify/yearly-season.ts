import { countDaysInMonth, toDayNumber, toIntervalIndex } from '../calendar.js';
import { computeFTailProbability } from '../distributions.js';
import { mean } from '../numbers.js';
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

/** Significance level of both tests. One flat history in a hundred gets a season by chance. */
const significance = 0.005;
/** Every month of the year has to be seen this often. */
const yearsNeeded = 2;
/** The trend line must stay above this share of the average for sales to be compared with it as ratios. */
const lowestLevel = 0.2;

/** A significant yearly pattern. */
export interface YearlySeason {
  /** Sales of January to December as multiples of the average month, free of the trend. */
  indices: number[];
  /** Standard error of each index. */
  errors: number[];
  /** Sales per day in a month of the year (0 is January) without what the season adds to or takes from them. */
  adjust: (perDay: number, month: number) => number;
}

/**
 * The yearly pattern of monthly sales, undefined without a pattern (`inventory.gap.seasonalities-values`). The trend is
 * the mean change from year to year, which has no season. A month's index is the mean ratio of its sales to the trend
 * line, or the mean difference if that fits better. The pattern is significant at 0.5 % if the twelve months differ
 * (one-way analysis of variance, one degree of freedom for the trend) or one of them is exceptional (t test,
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
  // Rounding leaves traces in what should be equal.
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

/** The values of January to December, whatever month the first one belongs to. */
function byMonth(values: readonly number[], first: number): number[][] {
  return Array.from({ length: 12 }, (_, month) => values.filter((__, index) => (first + index) % 12 === month));
}

/** One-way analysis of variance over the months of the year: their means, and sums of squares. */
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
