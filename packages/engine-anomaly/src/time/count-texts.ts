import type { CategoricalField } from './fields.js';
import { toLevelKey } from './level-keys.js';
import type { CategoricalModel } from './time-model.js';
import type { TimeRow } from './time-row.js';

/** Counts the values of a text field in all groups and adds them to an earlier training. Empty strings do not count. */
export function countTexts(
  field: CategoricalField,
  rows: readonly TimeRow[],
  departmentOf: (row: TimeRow) => string,
  earlier: CategoricalModel | undefined,
): CategoricalModel {
  const groups = new Map<string, Map<string, number>>();
  for (const [key, , values] of earlier?.groups ?? []) groups.set(key, new Map(values));
  for (const row of rows) {
    const value = field.value(row);
    if (value === '') continue;
    for (const key of listTextKeys(field.field, row, departmentOf(row))) {
      let counts = groups.get(key);
      if (counts === undefined) {
        counts = new Map();
        groups.set(key, counts);
      }
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return {
    field: field.field,
    groups: [...groups].map(([key, counts]) => {
      let n = 0;
      for (const count of counts.values()) n += count;
      return [key, n, [...counts]];
    }),
  };
}

/**
 * Lists the groups of a row for a text field, widest first: dataset, department, employee, the employee's work on the
 * project.
 */
export function listTextKeys(field: string, row: TimeRow, department: string): string[] {
  const keys = [toLevelKey('dataset')];
  if (department !== '' && field !== 'departmentId') keys.push(toLevelKey('department', department));
  keys.push(toLevelKey('employee', row.employee));
  if (field === 'workCategory' && row.project !== '') keys.push(toLevelKey('context', row.employee, row.project));
  return keys;
}
