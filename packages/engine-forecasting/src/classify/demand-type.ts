import { countDaysBetween } from '../calendar.js';
import { mean } from '../mean.js';
import type { SaleRecord } from '../to-series.js';
import { createDemandBuckets } from './demand-buckets.js';

export type DemandType = 'New' | 'Smooth' | 'Intermittent' | 'Erratic' | 'Lumpy';

const newBelowDays = 90;
const intervalCut = 1.32;
const variationCut = 0.49;

/** New when the first sale lies less than 90 days before the current date, or there is none (`inventory.gap.new-rule`). */
export function isNewDataset(sales: readonly SaleRecord[], currentDate: string): boolean {
  let first = currentDate;
  for (const { date } of sales) if (date < first) first = date;
  return countDaysBetween(first, currentDate) < newBelowDays;
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
