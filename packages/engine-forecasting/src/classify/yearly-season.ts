import { logGamma } from '../log-gamma.js';
import { mean } from '../mean.js';
import type { MonthlySales } from './monthly-sales.js';

/** Level of each of the two tests, so that pure chance makes a season of one flat history in a hundred. */
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

/** Computes the probability that an F distributed number with these degrees of freedom exceeds `f`. */
function computeFTailProbability(f: number, between: number, within: number): number {
  if (f <= 0) return 1;
  return regularizedBeta(within / (within + between * f), within / 2, between / 2);
}

/** Regularized incomplete beta function I_x(a, b), by its continued fraction (Lentz's method). */
function regularizedBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges fast below the mean; above it the mirror image does.
  if (x > (a + 1) / (a + b + 2)) return 1 - regularizedBeta(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x)) / a;
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 200; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d);
    c = 1 + even / c;
    fraction *= c * d;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d);
    c = 1 + odd / c;
    const change = c * d;
    fraction *= change;
    if (Math.abs(change - 1) < 1e-14) break;
  }
  return front * fraction;
}
