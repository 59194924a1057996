import type { FieldSurprise } from '../core/contributions.js';
import { toLevelKey } from './level-keys.js';
import type { RowModel } from './time-model.js';
import type { TimeRow } from './time-row.js';

/** Rows without a feature that count as evidence at most: a new feature may also be new at the sender. */
const mostEvidence = 5;

/**
 * Scores extra numericals and categoricals that training never saw, and numericals that only other employees have,
 * against the habit of having none (`time.gap.unseen-features`). The surprise is -ln of the odds of a feature after n
 * rows without it, (n + 0.5) to 0.5, with n up to 5. That makes 25 of 100 points. Zero and empty are none.
 *
 * @param settled - Employees with a model. Values of others can belong to them as well.
 */
export function createUnseenFeatureScorer(model: RowModel, settled: ReadonlySet<string>) {
  const categoricals = new Set(model.categoricals);
  const groups = new Map(model.numbers.map(({ key, groups }) => [key, new Set(groups.map(([group]) => group))]));
  const names = new Map(model.numericals.map(({ name }) => [name, groups.get(`numerical:${name}`)]));
  const counts = new Map(model.employees.map(([employee, count]) => [employee, count]));
  const all = model.employees.reduce((sum, [, count]) => sum + count, 0);
  const natsAfter = (rows: number) => Math.log(2 * Math.min(rows, mostEvidence) + 1);
  const isUnseen = (employee: string, name: string) =>
    !names.has(name) || (settled.has(employee) && names.get(name)?.has(toLevelKey('employee', employee)) !== true);
  const surprises = (row: TimeRow): FieldSurprise[] => {
    // Nearly all rows have none, and each row is asked.
    if (row.numericals.length + row.categoricals.length === 0) return [];
    const found = new Map<string, FieldSurprise>();
    for (const { name, value } of row.numericals) {
      if (value === 0 || found.has(name) || categoricals.has(name) || !isUnseen(row.employee, name)) continue;
      const nats = natsAfter(names.has(name) ? (counts.get(row.employee) ?? 0) : all);
      found.set(name, { field: name, nats, direction: value > 0 ? 1 : -1 });
    }
    for (const { name, value } of row.categoricals) {
      if (value === '' || found.has(name) || categoricals.has(name) || names.has(name)) continue;
      found.set(name, { field: name, nats: natsAfter(all), direction: 0 });
    }
    return [...found.values()];
  };
  return { surprises, isUnseen };
}
