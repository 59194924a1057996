import { type MonthName, toMonthName } from '../calendar.js';
import { round } from '../round.js';
import type { SaleRecord } from '../to-series.js';
import { type AbcCategory, assignAbcCategories } from './abc-category.js';
import { classifyDemand, type DemandType, isNewDataset } from './demand-type.js';
import { detectTrend, type TrendDirection } from './detect-trend.js';
import { sumMonthlySales } from './monthly-sales.js';
import { detectYearlySeason, type YearlySeason } from './yearly-season.js';

/** A month belongs to the season when it sells at least this multiple of the average month ... */
const seasonalIndex = 1.1;
/** ... and lies this many standard errors above it. */
const standardErrors = 2;

/** Months that sell more than the average one (`inventory.gap.seasonalities-values`). Empty without a pattern. */
function seasonalities(season: YearlySeason | undefined): MonthName[] {
  if (season === undefined) return [];
  return season.indices.flatMap((index, month) => {
    const certain = index - 1 >= standardErrors * (season.errors[month] ?? 0);
    return index >= seasonalIndex && certain ? [toMonthName(month)] : [];
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
