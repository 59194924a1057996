import { type MonthName, monthNames } from '../calendar.js';
import { round } from '../round.js';
import type { SaleRecord } from '../to-series.js';
import { classifyDemand, type DemandType, isNewDataset } from './demand-type.js';
import { detectTrend, type TrendDirection } from './detect-trend.js';
import { detectYearlySeason, sumMonthlySales, type YearlySeason } from './yearly-season.js';

/** A month belongs to the season when it sells at least this multiple of the average month ... */
const seasonalIndex = 1.1;
/** ... and lies this many standard errors above it. */
const standardErrors = 2;

/** Months that sell more than the average one (`inventory.gap.seasonalities-values`). Empty without a pattern. */
function seasonalities(season: YearlySeason | undefined): MonthName[] {
  if (season === undefined) return [];
  return monthNames.filter((_, month) => {
    const index = season.indices[month] ?? 0;
    return index >= seasonalIndex && index - 1 >= standardErrors * (season.errors[month] ?? 0);
  });
}

/** The sum of the ABC ranking: quantity * (unitPrice - unitCost), quantity * unitPrice, or quantity. */
export type AbcDriver = 'profit' | 'revenue' | 'quantity';

export interface ClassificationItem {
  datasetId: string;
  abcCategory: AbcCategory;
  isSeasonal: boolean;
  /** English month names in calendar order; empty when not seasonal. */
  seasonalities: MonthName[];
  demandType: DemandType;
  trend: TrendDirection;
}

const drivers: Record<AbcDriver, (sale: SaleRecord) => number> = {
  profit: ({ quantity, unitPrice, unitCost }) => quantity * (unitPrice - unitCost),
  revenue: ({ quantity, unitPrice }) => quantity * unitPrice,
  quantity: ({ quantity }) => quantity,
};

/**
 * Classifies datasets, in the order given, as of `currentDate`. Ignores later sales
 * (`inventory.classification.end-date-is-now`). `startDate` hides earlier sales, except from the decision whether a
 * dataset is `New`, which uses its very first sale. Both dates are inclusive (`inventory.gap.date-range-details`). A
 * dataset without a sale is `New`, without trend and season.
 *
 * @throws RangeError when a date does not exist.
 */
export function classifySales(
  datasets: readonly { datasetId: string; sales: readonly SaleRecord[] }[],
  options: { abcDriver: AbcDriver; currentDate: string; startDate?: string | undefined },
): ClassificationItem[] {
  const { abcDriver, currentDate, startDate } = options;
  const known = datasets.map(({ sales }) => sales.filter(({ date }) => date <= currentDate));
  const inRange = known.map((sales) => (startDate ? sales.filter(({ date }) => date >= startDate) : sales));
  const categories = assignAbcCategories(
    inRange.map((sales) => round(sales.reduce((sum, sale) => sum + drivers[abcDriver](sale), 0))),
  );
  return datasets.map(({ datasetId }, position) => {
    const sales = inRange[position] ?? [];
    const months = sumMonthlySales(sales, currentDate);
    const season = detectYearlySeason(months);
    const inSeason = seasonalities(season);
    return {
      datasetId,
      abcCategory: categories[position] ?? 'C',
      isSeasonal: inSeason.length > 0,
      seasonalities: inSeason,
      demandType: isNewDataset(known[position] ?? [], currentDate) ? 'New' : classifyDemand(sales),
      trend: detectTrend(sales, currentDate, months, season),
    };
  });
}

export type AbcCategory = 'A' | 'B' | 'C';

/** Shares are compared with this much tolerance, so that sums of decimals decide as their exact values would. */
const tolerance = 1e-9;

/**
 * A if the items before an item in the ranking add up to less than 80 %, B below 95 %, else C
 * (`inventory.gap.abc-rule`). Without a positive contribution C, but the first of the ranking is always A.
 */
export function assignAbcCategories(contributions: readonly number[]): AbcCategory[] {
  const ranking = contributions.map((contribution, position) => ({
    contribution: Math.max(0, contribution),
    position,
  }));
  ranking.sort((a, b) => b.contribution - a.contribution);
  const total = ranking.reduce((sum, { contribution }) => sum + contribution, 0);
  const categories: AbcCategory[] = contributions.map(() => 'C');
  let before = 0;
  for (const { contribution, position } of ranking) {
    const share = total > 0 ? before / total + tolerance : position === ranking[0]?.position ? 0 : 1;
    categories[position] = share < 0.8 ? 'A' : share < 0.95 ? 'B' : 'C';
    before += contribution;
  }
  return categories;
}
