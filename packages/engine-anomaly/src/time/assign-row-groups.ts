import { type FieldContext, toContextKey } from './fields.js';
import { toStartHour } from './find-employee-shifts.js';
import { type HierarchyLevel, toLevelKey } from './level-keys.js';
import type { TimeRow } from './time-row.js';

/** The group that each row belongs to: position in `keys`, or -1. */
export interface RowGroups {
  level: HierarchyLevel;
  keys: string[];
  ids: Int32Array;
}

/** Numbers the groups of a level. Rows without the fields of the level belong to none. */
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

/** Values of each group, in the order of `keys`, as parts of one array, without missing values. */
export function groupValues({ keys, ids }: RowGroups, values: Float64Array): Float64Array[] {
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
