import { countsOfHistograms, type Histogram, sizeOf } from '../core/histogram.js';
import { type NumericSummary, summarizeCounts } from '../core/robust-summary.js';
import type { NumericField } from './fields.js';
import { isOnLevel, type Level } from './level-keys.js';

/** Groups of the lower levels with fewer values than this say nothing: their parent says as much. */
const fewest = 3;
const lower: readonly Level[] = ['context', 'weekday', 'shift', 'departmentContext'];

/** Habits in the values of a group. Undefined with too few values. Habits within four deviations are one. */
export function summarizeGroup(
  field: NumericField,
  key: string,
  parts: readonly Histogram[],
): NumericSummary | undefined {
  const size = parts.reduce((sum, part) => sum + sizeOf(part), 0);
  if (size < fewest && lower.some((level) => isOnLevel(key, level))) return undefined;
  const zeros = parts.reduce((sum, part) => sum + part.zeros, 0);
  return summarizeCounts(countsOfHistograms(parts), zeros, { floor: 0.4 * field.floor });
}
