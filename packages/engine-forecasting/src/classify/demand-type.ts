import { daysBetween, intervalIndex } from '../calendar.js';
import { mean } from '../mean.js';
import type { Sale } from '../to-series.js';

export type DemandType = 'New' | 'Smooth' | 'Intermittent' | 'Erratic' | 'Lumpy';

const newBelowDays = 90;
const intervalCut = 1.32;
const variationCut = 0.49;

/** New when the first sale lies less than 90 days before the current date, or there is none (`inventory.gap.new-rule`). */
export function isNew(sales: readonly Sale[], currentDate: string): boolean {
  let first = currentDate;
  for (const { date } of sales) if (date < first) first = date;
  return daysBetween(first, currentDate) < newBelowDays;
}

/**
 * Syntetos-Boylan class of the monthly sums from the first to the last month with sales
 * (`inventory.gap.demand-type-rule`): ADI = months / months with sales, CV2 = squared coefficient of variation (sample
 * variance) of the sums above 0.
 */
export function demandType(sales: readonly Sale[]): Exclude<DemandType, 'New'> {
  const sums = new Map<number, number>();
  for (const { date, quantity } of sales) {
    const month = intervalIndex(date, 'M');
    sums.set(month, (sums.get(month) ?? 0) + quantity);
  }
  const sold = [...sums].filter(([, sum]) => sum > 0);
  const months = sold.map(([month]) => month);
  const adi = sold.length > 0 ? (Math.max(...months) - Math.min(...months) + 1) / sold.length : 1;
  const steady = squaredVariation(sold.map(([, sum]) => sum)) < variationCut;
  if (adi < intervalCut) return steady ? 'Smooth' : 'Erratic';
  return steady ? 'Intermittent' : 'Lumpy';
}

function squaredVariation(sizes: readonly number[]): number {
  if (sizes.length < 2) return 0;
  const average = mean(sizes);
  const squares = sizes.reduce((sum, size) => sum + (size - average) ** 2, 0);
  return squares / (sizes.length - 1) / average ** 2;
}
