import type { CategoricalField } from './fields.js';
import { levelKey } from './level-keys.js';
import type { CategoricalModel, Novelty } from './row-model.js';
import type { TimeRow } from './time-row.js';

/** Days that an employee is new, and everything with them. */
const settlingDays = 28;
/** Days that a value is fresh for an employee: it stays unknown until the next weekly training. */
const freshDays = 7;
/** Days that a value is young for everybody, such as a project that has just begun. */
export const youngDays = 28;

/**
 * Counts how often rows of settled employees have values that are new to the employee and that no employee had before, such
 * as a project that begins. Added to an earlier training. What others have had for long is no novelty: it may be theirs.
 */
export function countNovelty(
  field: CategoricalField,
  rows: readonly TimeRow[],
  departmentOf: (row: TimeRow) => string,
  earlier: CategoricalModel | undefined,
): Pick<CategoricalModel, 'firstDays' | 'novelty'> {
  const firstDays = new Map((earlier?.firstDays ?? []).map(([key, values]) => [key, new Map(values)]));
  const novelty = new Map((earlier?.novelty ?? []).map(([key, tally]) => [key, { ...tally }]));
  const firstOf = (key: string, value: string, day: number): number => {
    const known = firstDays.get(key) ?? new Map<string, number>();
    firstDays.set(key, known);
    const first = Math.min(day, known.get(value) ?? day);
    known.set(value, first);
    return first;
  };
  for (const row of [...rows].sort((a, b) => a.day - b.day)) {
    const value = field.value(row);
    if (value === '') continue;
    const employee = levelKey('employee', row.employee);
    const began = firstOf(employee, '', row.day);
    const first = firstOf(employee, value, row.day);
    const firstOfAll = firstOf(levelKey('dataset'), value, row.day);
    if (row.day < began + settlingDays) continue;
    const isFresh = row.day < first + freshDays;
    const isYoung = row.day < firstOfAll + youngDays;
    for (const key of [levelKey('dataset'), levelKey('department', departmentOf(row)), employee]) {
      const tally: Novelty = novelty.get(key) ?? { rows: 0, fresh: 0 };
      novelty.set(key, tally);
      tally.rows += 1;
      if (isFresh && isYoung) tally.fresh += 1;
    }
  }
  return { firstDays: [...firstDays].map(([key, values]) => [key, [...values]]), novelty: [...novelty] };
}
