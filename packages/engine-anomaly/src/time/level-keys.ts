import { countHistogramValues, type Histogram, mergeValueCounts } from '../core/histogram.js';
import { type NumericSummary, summarizeCounts } from '../core/robust-summary.js';
import type { NumericField } from './fields.js';

/** Levels of the hierarchy of numbers, from the top down. `departmentContext` is outside this order. */
export type HierarchyLevel =
  | 'dataset'
  | 'department'
  | 'employee'
  | 'context'
  | 'weekday'
  | 'shift'
  | 'departmentContext';

const separator = '\u001f';
const letters: Record<HierarchyLevel, string> = {
  dataset: 'a',
  department: 'd',
  employee: 'e',
  context: 'k',
  weekday: 'w',
  shift: 's',
  departmentContext: 'c',
};

/** Returns the key of a group within a level, from its parts. */
export function toLevelKey(level: HierarchyLevel, first = '', second = '', third = ''): string {
  return `${letters[level]}${first}${separator}${second}${separator}${third}`;
}

/** Returns whether a key belongs to a group at the level. */
export function isKeyAtLevel(key: string, level: HierarchyLevel): boolean {
  return key.startsWith(letters[level]);
}

/** Groups of the lower levels with fewer values than this are dropped, because they say no more than their parent. */
const fewest = 3;
const lower: readonly HierarchyLevel[] = ['context', 'weekday', 'shift', 'departmentContext'];

/** Summarizes the habits of a group. Undefined if it has too few values. Habits within four deviations are merged. */
export function summarizeGroup(
  field: NumericField,
  key: string,
  parts: readonly Histogram[],
): NumericSummary | undefined {
  const size = parts.reduce((sum, part) => sum + countHistogramValues(part), 0);
  if (size < fewest && lower.some((level) => isKeyAtLevel(key, level))) return undefined;
  const zeros = parts.reduce((sum, part) => sum + part.zeros, 0);
  return summarizeCounts(mergeValueCounts(parts), zeros, { floor: 0.4 * field.floor });
}
