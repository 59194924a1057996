import {
  type CategoricalCounts,
  type CategoricalProbability,
  computeCategoricalSurprise,
  computeChildProbability,
  computeRootProbability,
} from '../core/categorical-counts.js';
import { computePseudoCount } from '../core/feedback.js';
import { listTextKeys } from './count-texts.js';
import type { CategoricalField } from './fields.js';
import type { CategoricalModel } from './time-model.js';
import type { TimeRow } from './time-row.js';

/** Prepares the counts of one text, with observations for rows that users called ordinary. */
export function createTextScorer(field: CategoricalField, model: CategoricalModel, marked: readonly TimeRow[]) {
  const groups = new Map<string, CategoricalCounts>();
  for (const [key, n, values] of model.groups) groups.set(key, { n, values: new Map(values) });
  for (const row of marked) {
    const value = field.value(row);
    if (value === '') continue;
    // The first two groups are shared by all; a mark concerns the employee alone.
    for (const key of listTextKeys(field.field, row, '').slice(1)) {
      const counts = groups.get(key);
      if (counts === undefined) continue;
      const known = counts.values.get(value) ?? 0;
      const added = Math.max(0, computePseudoCount(counts.n) - known);
      groups.set(key, { n: counts.n + added, values: new Map(counts.values).set(value, known + added) });
    }
  }
  const nothing: CategoricalCounts = { n: 0, values: new Map() };
  return {
    field: field.field,
    /** Surprise in nats. */
    nats(row: TimeRow, department: string, knowsEmployee: boolean): number {
      const value = field.value(row);
      const [top = '', ...below] = listTextKeys(field.field, row, department);
      const root = groups.get(top) ?? nothing;
      if (value === '' || root.n === 0) return 0;
      let probability: CategoricalProbability = computeRootProbability(root, value);
      for (const key of knowsEmployee ? below : below.slice(0, department === '' ? 0 : 1)) {
        probability = computeChildProbability(probability, groups.get(key), value);
      }
      return computeCategoricalSurprise(probability);
    },
    countsOf: (key: string) => groups.get(key)?.values,
  };
}
