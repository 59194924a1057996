import { type Frequency, toDayNumber, toIntervalIndex } from '../calendar.js';
import { mean } from '../mean.js';
import type { SaleRecord } from '../to-series.js';

export type DemandType = 'New' | 'Smooth' | 'Intermittent' | 'Erratic' | 'Lumpy';

const newBelowDays = 90;
const intervalCut = 1.32;
const variationCut = 0.49;

/** New when the first sale lies less than 90 days before the current date, or there is none (`inventory.gap.new-rule`). */
export function isNewDataset(sales: readonly SaleRecord[], currentDate: string): boolean {
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
