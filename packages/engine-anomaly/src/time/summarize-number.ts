import { ownScale } from '../core/hierarchy.js';
import { medianOf, mergeSummaries, type NumericSummary, summarize } from '../core/robust-summary.js';
import type { Context, NumericField } from './fields.js';
import { type GroupIds, valuesByGroup } from './group-ids.js';
import { isOnLevel, type Level } from './level-keys.js';
import type { NumericModel, UsualSpread } from './row-model.js';
import type { TimeRow } from './time-row.js';

/** A least MAD that fits a least standard deviation; habits less than ten times that apart are one. */
export function leastMad(floor: number): number {
  return 0.4 * floor;
}

/** Levels that a number has groups on. */
export function levelsOf({ context, byWeekday }: NumericField): Level[] {
  const levels: Level[] = ['dataset', 'department', 'employee'];
  if (context !== 'none') levels.push('context', 'departmentContext');
  if (byWeekday) levels.push('weekday');
  return levels;
}

/** Groups with fewer values than this stay out of the lower levels: their parent says as much. */
const fewest = 3;

/** Summaries of one number over all groups, added to those of an earlier training. */
export function summarizeNumber(
  field: NumericField,
  rows: readonly TimeRow[],
  groupsOf: (level: Level, context: Context) => GroupIds,
  earlier: NumericModel | undefined,
): NumericModel {
  const values = Float64Array.from(rows, (row) => field.value(row));
  const floor = leastMad(field.floor);
  const before = new Map(earlier?.groups ?? []);
  const groups: NumericModel['groups'] = [];
  for (const level of levelsOf(field)) {
    const ids = groupsOf(level, field.context);
    for (const [id, part] of valuesByGroup(ids, values).entries()) {
      const key = ids.keys[id] ?? '';
      const known = before.get(key);
      before.delete(key);
      const lower = level === 'context' || level === 'weekday' || level === 'departmentContext';
      if (part.length === 0 && known === undefined) continue;
      if (lower && known === undefined && part.length < fewest) continue;
      const fresh = summarize(part, { floor });
      const summary = known === undefined ? fresh : mergeSummaries(known, fresh, { floor });
      groups.push([key, summary]);
    }
  }
  groups.push(...before);
  const spreadOf = (level: Level) =>
    usualSpread(groups.flatMap(([key, summary]) => (isOnLevel(key, level) ? [summary] : [])));
  const within: UsualSpread = {
    department: spreadOf('department'),
    employee: spreadOf('employee'),
    context: spreadOf('context'),
    weekday: spreadOf('weekday'),
  };
  return { key: field.key, within, groups };
}

/** Median standard deviation of groups with five values or more. */
function usualSpread(summaries: readonly NumericSummary[]): number {
  const spreads = summaries
    .filter(({ n, zeros }) => n - zeros >= 5)
    .map(({ n, zeros, modes }) => modes.reduce((sum, mode) => sum + mode.n * ownScale(mode), 0) / (n - zeros))
    .sort((a, b) => a - b);
  return medianOf(spreads);
}
