import { type MonthName, monthName } from '../calendar.js';
import type { YearlySeason } from './yearly-season.js';

/** A month belongs to the season when it sells at least this multiple of the average month ... */
const seasonalIndex = 1.1;
/** ... and lies this many standard errors above it. */
const standardErrors = 2;

/**
 * Months that sell clearly more than the average one, as English names in calendar order; empty without a significant
 * yearly pattern (`inventory.classification-item.seasonalities`, `inventory.gap.seasonalities-values`).
 */
export function seasonalities(season: YearlySeason | undefined): MonthName[] {
  if (season === undefined) return [];
  return season.indices.flatMap((index, month) => {
    const certain = index - 1 >= standardErrors * (season.errors[month] ?? 0);
    return index >= seasonalIndex && certain ? [monthName(month)] : [];
  });
}
