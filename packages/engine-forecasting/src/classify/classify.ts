import { type Frequency, type MonthName, monthNames, toDayNumber, toIntervalIndex } from '../calendar.js';
import { mean, round } from '../numbers.js';
import type { SaleRecord } from '../to-series.js';
import { detectTrend, type TrendDirection } from './detect-trend.js';
import { detectYearlySeason, sumMonthlySales, type YearlySeason } from './yearly-season.js';

/** A month is seasonal if its sales are at least this multiple of those in the average month ... */
const seasonalIndex = 1.1;
/** ... and exceed them by this many standard errors. */
const standardErrors = 2;

type DemandType = 'New' | 'Smooth' | 'Intermittent' | 'Erratic' | 'Lumpy';

const newBelowDays = 90;
const intervalCut = 1.32;
const variationCut = 0.49;

/**
 * Lists the months that sell more than the average month (`inventory.gap.seasonalities-values`). Empty without a
 * pattern.
 */
function seasonalities(season: YearlySeason | undefined): MonthName[] {
  if (season === undefined) return [];
  return monthNames.filter((_, month) => {
    const index = season.indices[month] ?? 0;
    return index >= seasonalIndex && index - 1 >= standardErrors * (season.errors[month] ?? 0);
  });
}

/**
 * The quantity whose sum determines the ABC ranking: quantity * (unitPrice - unitCost), quantity * unitPrice, or
 * quantity.
 */
export type AbcDriver = 'profit' | 'revenue' | 'quantity';

interface ClassificationItem {
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

type AbcCategory = 'A' | 'B' | 'C';

/** Tolerance for comparing shares, so that inexact sums of decimals give the same result as exact ones. */
const tolerance = 1e-9;

/**
 * Assigns A if the items ranked before an item add up to less than 80 %, B below 95 %, otherwise C
 * (`inventory.gap.abc-rule`). Items without a positive contribution are C, but the first item is always A.
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

/**
 * Returns whether the first sale is less than 90 days before the current date, or there is none
 * (`inventory.gap.new-rule`).
 */
function isNewDataset(sales: readonly SaleRecord[], currentDate: string): boolean {
  let first = currentDate;
  for (const { date } of sales) if (date < first) first = date;
  return toDayNumber(currentDate) - toDayNumber(first) < newBelowDays;
}

/**
 * Classifies demand by Syntetos, Boylan and Croston (2005) with their limits, in the interval that fits the sales
 * (`inventory.gap.demand-type-rule`): ADI = intervals / intervals with sales, CV2 = squared coefficient of variation
 * (sample variance) of the sums above 0.
 */
export function classifyDemand(sales: readonly SaleRecord[]): Exclude<DemandType, 'New'> {
  const { count, sums } = createDemandBuckets(sales, intervalCut);
  const adi = sums.length > 0 ? count / sums.length : 1;
  const steady = squaredVariation(sums) < variationCut;
  if (adi < intervalCut) return steady ? 'Smooth' : 'Erratic';
  return steady ? 'Intermittent' : 'Lumpy';
}

function squaredVariation(sizes: readonly number[]): number {
  if (sizes.length < 2) return 0;
  const average = mean(sizes);
  const squares = sizes.reduce((sum, size) => sum + (size / average - 1) ** 2, 0);
  return squares / (sizes.length - 1);
}

/** Minimum number of days with sales to detect a rhythm. Otherwise, months are counted. */
const daysNeeded = 8;
/** A weekday is closed if the number of its days with sales is less than this share of the busiest weekday's. */
const closedBelow = 0.1;
/**
 * Maximum number of days with sales per week (or month) with sales, for sales to count as once per week. At the limit
 * of ADI, random sales have 1.87.
 */
const onceBelow = 1.25;

/** The sales cut into intervals: the number of intervals from the first to the last sale, and the sums above 0. */
interface DemandBuckets {
  count: number;
  sums: number[];
}

/**
 * Cuts sales into intervals that fit their rhythm (`inventory.gap.demand-type-rule`). These are days, without the
 * weekdays that hardly ever sell. If days only lack sales because sales occur about once per week or month, these are
 * weeks or months (ADI of the weeks or months below `cut`).
 */
function createDemandBuckets(sales: readonly SaleRecord[], cut: number): DemandBuckets {
  const days = sumsPer(sales, 'D');
  if (days.size < daysNeeded) return spanOf(sumsPer(sales, 'M'));
  const open = openDays(days);
  if (isDense(open, cut)) return open;
  for (const frequency of ['W', 'M'] as const) {
    const sums = sumsPer(sales, frequency);
    const buckets = spanOf(sums);
    if (isDense(buckets, cut) && days.size <= onceBelow * sums.size) return buckets;
  }
  return open;
}

function isDense({ count, sums }: DemandBuckets, cut: number): boolean {
  return count < cut * sums.length;
}

/** Returns the positive sums by interval number. */
function sumsPer(sales: readonly SaleRecord[], frequency: Frequency): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { date, quantity } of sales) {
    const index = toIntervalIndex(date, frequency);
    sums.set(index, (sums.get(index) ?? 0) + quantity);
  }
  for (const [index, sum] of sums) if (sum <= 0) sums.delete(index);
  return sums;
}

function spanOf(sums: ReadonlyMap<number, number>): DemandBuckets {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const index of sums.keys()) {
    first = Math.min(first, index);
    last = Math.max(last, index);
  }
  return { count: sums.size > 0 ? last - first + 1 : 0, sums: [...sums.values()] };
}

/** Returns the days from the first to the last sale, without closed weekdays. */
function openDays(days: ReadonlyMap<number, number>): DemandBuckets {
  const first = Math.min(...days.keys());
  const last = Math.max(...days.keys());
  const present = Array<number>(7).fill(0);
  const sold = Array<number>(7).fill(0);
  for (let day = first; day <= last; day += 1) {
    const weekday = ((day % 7) + 7) % 7;
    present[weekday] = (present[weekday] ?? 0) + 1;
    if (days.has(day)) sold[weekday] = (sold[weekday] ?? 0) + 1;
  }
  const rates = sold.map((count, weekday) => count / Math.max(1, present[weekday] ?? 0));
  const busiest = Math.max(...rates);
  const isOpen = rates.map((rate) => rate >= closedBelow * busiest);
  return {
    count: present.reduce((sum, count, weekday) => sum + (isOpen[weekday] ? count : 0), 0),
    sums: [...days].flatMap(([day, sum]) => (isOpen[((day % 7) + 7) % 7] ? [sum] : [])),
  };
}
