import { countsOfHistogram, type Histogram, sizeOf } from '../core/histogram.js';
import { type NumericSummary, summarizeCounts } from '../core/robust-summary.js';
import type { NumericField } from './fields.js';
import { isOnLevel, type Level } from './level-keys.js';

/** Groups of the lower levels with fewer values than this say nothing: their parent says as much. */
const fewest = 3;
const lower: readonly Level[] = ['context', 'weekday', 'departmentContext'];

/**
 * Habits in the values of a group; undefined when there are too few values for the group's level. Habits closer than
 * four times the least standard deviation are one.
 */
export function summarizeGroup(field: NumericField, key: string, histogram: Histogram): NumericSummary | undefined {
  if (sizeOf(histogram) < fewest && lower.some((level) => isOnLevel(key, level))) return undefined;
  return summarizeCounts(countsOfHistogram(histogram), histogram.zeros, { floor: 0.4 * field.floor });
}
