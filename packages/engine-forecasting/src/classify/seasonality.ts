import { type MonthName, monthName } from '../calendar.js';
import { mean } from '../mean.js';
import type { Sale } from '../to-series.js';
import { fTailProbability } from './f-tail-probability.js';
import { monthlySales } from './monthly-sales.js';

const monthsNeeded = 24;
const significance = 0.01;
/** A month belongs to the season when it sells at least this multiple of the average month. */
const seasonalIndex = 1.1;

/**
 * Months that sell clearly more than the average one, as English names in calendar order; empty without a significant
 * yearly pattern (`inventory.classification-item.seasonalities`, `inventory.gap.seasonalities-values`).
 *
 * Needs two years of complete months (sales per day, whole years, the latest ones), freed from a straight-line trend.
 * A one-way analysis of variance over the twelve months must be significant at 1 %, and the index of a month must
 * reach 1.1.
 */
export function seasonalities(sales: readonly Sale[], currentDate: string): MonthName[] {
  const { first, perDay } = monthlySales(sales, currentDate);
  const surplus = perDay.length % 12;
  const values = perDay.slice(surplus);
  if (values.length < monthsNeeded) return [];
  const average = mean(values);
  if (average <= 0) return [];

  // The change from year to year is free of the season.
  const yearly = mean(values.slice(12).map((value, index) => value - (values[index] ?? 0)));
  const centre = (values.length - 1) / 2;
  const level = values.map((value, index) => value - average - (yearly / 12) * (index - centre));
  const byMonth = Array.from({ length: 12 }, (_, month) =>
    // The index in `level` of a month of the year, whatever month the first value belongs to.
    level.filter((__, index) => (first + surplus + index) % 12 === month),
  );
  if (!differs(byMonth, average)) return [];
  return byMonth.flatMap((group, month) => (1 + mean(group) / average >= seasonalIndex ? [monthName(month)] : []));
}

/** Whether the groups' means differ: one-way analysis of variance, one degree of freedom spent on the trend. */
function differs(groups: readonly (readonly number[])[], average: number): boolean {
  const grand = mean(groups.flat());
  let between = 0;
  let within = 0;
  let count = 0;
  for (const group of groups) {
    const centre = mean(group);
    between += group.length * (centre - grand) ** 2;
    for (const value of group) within += (value - centre) ** 2;
    count += group.length;
  }
  const noise = 1e-12 * average ** 2;
  if (between <= noise) return false;
  if (within <= noise) return true;
  const freedom = count - groups.length - 1;
  return (
    fTailProbability(between / (groups.length - 1) / (within / freedom), groups.length - 1, freedom) < significance
  );
}
