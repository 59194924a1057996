import { estimateScale } from '../core/hierarchy.js';
import { addToHistogram } from '../core/histogram.js';
import { computeMedian, type NumericSummary } from '../core/robust-summary.js';
import { groupValues, type RowGroups } from './assign-row-groups.js';
import type { FieldContext, NumericField } from './fields.js';
import { type HierarchyLevel, isKeyAtLevel, summarizeGroup } from './level-keys.js';
import type { NumericModel } from './time-model.js';
import type { TimeRow } from './time-row.js';

/** Bins in the least standard deviation that means something. */
const binsPerFloor = 8;

/** Levels that a number has groups on. */
function levelsOf({ context, byWeekday, byStart }: NumericField): HierarchyLevel[] {
  const levels: HierarchyLevel[] = ['dataset', 'department', 'employee'];
  if (context !== 'none') levels.push('context', 'departmentContext');
  if (byWeekday) levels.push('weekday');
  if (byStart !== undefined) levels.push('shift');
  return levels;
}

/** Counts the values of one number over all groups and adds them to an earlier training. */
export function countNumber(
  field: NumericField,
  rows: readonly TimeRow[],
  groupsOf: (level: HierarchyLevel, context: FieldContext) => RowGroups,
  earlier: NumericModel | undefined,
): NumericModel {
  const values = Float64Array.from(rows, (row) => field.value(row));
  const groups = new Map(earlier?.groups ?? []);
  for (const level of levelsOf(field)) {
    const ids = groupsOf(level, field.context);
    for (const [id, part] of groupValues(ids, values).entries()) {
      const key = ids.keys[id] ?? '';
      if (part.length > 0) groups.set(key, addToHistogram(groups.get(key) ?? field.floor / binsPerFloor, part));
    }
  }
  const summaries = [...groups].flatMap(([key, histogram]) => {
    const summary = summarizeGroup(field, key, [histogram]);
    return summary === undefined ? [] : [{ key, summary }];
  });
  const spreadOf = (level: HierarchyLevel) =>
    usualSpread(summaries.flatMap(({ key, summary }) => (isKeyAtLevel(key, level) ? [summary] : [])));
  return {
    key: field.key,
    within: {
      department: spreadOf('department'),
      employee: spreadOf('employee'),
      context: spreadOf('context'),
      weekday: spreadOf('weekday'),
    },
    groups: [...groups],
  };
}

/** Returns the median standard deviation of groups with five values or more. */
function usualSpread(summaries: readonly NumericSummary[]): number {
  const spreads = summaries
    .filter(({ n, zeros }) => n - zeros >= 5)
    .map(({ n, zeros, modes }) => modes.reduce((sum, mode) => sum + mode.n * estimateScale(mode), 0) / (n - zeros))
    .sort((a, b) => a - b);
  return computeMedian(spreads);
}
