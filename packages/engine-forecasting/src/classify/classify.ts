import { type Frequency, type MonthName, monthNames, toDayNumber, toIntervalIndex } from '../calendar.js';
import { mean, round } from '../numbers.js';
import type { SaleRecord } from '../to-series.js';
import { detectTrend, type TrendDirection } from './detect-trend.js';
import { detectYearlySeason, sumMonthlySales, type YearlySeason } from './yearly-season.js';

/** A month belongs to the season when it sells at least this multiple of the average month ... */
const seasonalIndex = 1.1;
/** ... and lies this many standard errors above it. */
const standardErrors = 2;

type DemandType = 'New' | 'Smooth' | 'Intermittent' | 'Erratic' | 'Lumpy';

const newBelowDays = 90;
const intervalCut = 1.32;
const variationCut = 0.49;

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

/** New when the first sale lies less than 90 days before the current date, or there is none (`inventory.gap.new-rule`). */
function isNewDataset(sales: readonly SaleRecord[], currentDate: string): boolean {
  let first = currentDate;
  for (const { date } of sales) if (date < first) first = date;
  return toDayNumber(currentDate) - toDayNumber(first) < newBelowDays;
}

/**
 * Class after Syntetos, Boylan and Croston (2005) with their cuts, in the interval that the sales themselves suggest
 * (`inventory.gap.demand-type-rule`): ADI = intervals / intervals with sales, CV2 = squared coefficient of variation (sample
 * variance) of the sums above 0.
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

/** Fewer days with sales do not show a rhythm; months are counted then. */
const daysNeeded = 8;
/** A weekday is closed when it sells less than this share as often as the busiest one. */
const closedBelow = 0.1;
/** Days with sales per week, or month, with sales up to which sales come once in each. By chance it is 1.87 where the cut lies. */
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

/** Sums above 0 by interval number. */
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

/** The days from the first to the last sale, without the weekdays that are closed. */
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
