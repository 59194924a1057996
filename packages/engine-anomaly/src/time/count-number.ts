import { estimateScale } from '../core/hierarchy.js';
import { addToHistogram } from '../core/histogram.js';
import { computeMedian, type NumericSummary } from '../core/robust-summary.js';
import { type FieldContext, type NumericField, toContextKey } from './fields.js';
import { toStartHour } from './find-employee-shifts.js';
import { type HierarchyLevel, isKeyAtLevel, summarizeGroup, toLevelKey } from './level-keys.js';
import type { NumericModel } from './time-model.js';
import type { TimeRow } from './time-row.js';

/** Number of bins per minimum relevant standard deviation. */
const binsPerFloor = 8;

/** Returns the levels at which a number has groups. */
function levelsOf({ context, byWeekday, byShift }: NumericField): HierarchyLevel[] {
  const levels: HierarchyLevel[] = ['dataset', 'department', 'employee'];
  if (context !== 'none') levels.push('context', 'departmentContext');
  if (byWeekday) levels.push('weekday');
  if (byShift) levels.push('shift');
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

/** The group of each row, as an index into `keys`, or -1. */
export interface RowGroups {
  level: HierarchyLevel;
  keys: string[];
  ids: Int32Array;
}

/** Assigns each row to a group of a level. Rows without the level's fields belong to no group. */
export function assignRowGroups(
  rows: readonly TimeRow[],
  level: HierarchyLevel,
  context: FieldContext,
  departmentOf: (row: TimeRow) => string,
): RowGroups {
  const known = new Map<string, number>();
  const keys: string[] = [];
  const ids = new Int32Array(rows.length);
  for (const [index, row] of rows.entries()) {
    const key = keyOf(row, level, context, departmentOf);
    let id = key === undefined ? -1 : known.get(key);
    if (id === undefined && key !== undefined) {
      id = keys.length;
      known.set(key, id);
      keys.push(key);
    }
    ids[index] = id ?? -1;
  }
  return { level, keys, ids };
}

function keyOf(
  row: TimeRow,
  level: HierarchyLevel,
  context: FieldContext,
  departmentOf: (row: TimeRow) => string,
): string | undefined {
  const kind = toContextKey(context, row);
  const department = departmentOf(row);
  switch (level) {
    case 'dataset':
      return toLevelKey(level);
    case 'department':
      return department === '' ? undefined : toLevelKey(level, department);
    case 'employee':
      return toLevelKey(level, row.employee);
    case 'context':
      return kind === '' ? undefined : toLevelKey(level, row.employee, kind);
    case 'weekday':
      return toLevelKey(level, row.employee, kind, String(row.weekday));
    case 'shift': {
      const hour = toStartHour(row);
      return hour === undefined ? undefined : toLevelKey(level, row.employee, kind, String(hour));
    }
    case 'departmentContext':
      return kind === '' ? undefined : toLevelKey(level, department, kind);
  }
}

/** Returns the values of each group in the order of `keys`, without missing values, as views of one array. */
function groupValues({ keys, ids }: RowGroups, values: Float64Array): Float64Array[] {
  const ends = new Int32Array(keys.length + 1);
  for (let index = 0; index < ids.length; index += 1) {
    const id = ids[index] ?? -1;
    if (id >= 0 && !Number.isNaN(values[index])) ends[id + 1] = (ends[id + 1] ?? 0) + 1;
  }
  for (let id = 0; id < keys.length; id += 1) ends[id + 1] = (ends[id + 1] ?? 0) + (ends[id] ?? 0);
  const next = ends.slice();
  const sorted = new Float64Array(ends[keys.length] ?? 0);
  for (let index = 0; index < ids.length; index += 1) {
    const id = ids[index] ?? -1;
    const value = values[index] ?? Number.NaN;
    if (id < 0 || Number.isNaN(value)) continue;
    sorted[next[id] ?? 0] = value;
    next[id] = (next[id] ?? 0) + 1;
  }
  return keys.map((_, id) => sorted.subarray(ends[id] ?? 0, ends[id + 1] ?? 0));
}
