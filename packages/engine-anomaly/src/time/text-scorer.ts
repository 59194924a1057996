import {
  type CategoricalCounts,
  type CategoricalProbability,
  computeCategoricalSurprise,
  computeChildProbability,
  computeRootProbability,
} from '../core/categorical-counts.js';
import { computePseudoCount } from '../core/feedback.js';
import { isRecentDay, listTextKeys, readFirstDays } from './count-texts.js';
import type { CategoricalField } from './fields.js';
import { toLevelKey } from './level-keys.js';
import type { CategoricalModel } from './time-model.js';
import type { TimeRow } from './time-row.js';

/** Weight of the wider group's share of new values, in rows. */
const settledStrength = 40;

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
  const { ofAll } = readFirstDays(model);
  const novelty = new Map(model.novelty);
  const freshRate = (department: string, employee: string) => {
    const all = novelty.get(toLevelKey('dataset'));
    let rate = all === undefined ? 0 : all.fresh / (all.rows + 1);
    for (const own of [novelty.get(toLevelKey('department', department)), novelty.get(employee)]) {
      if (own !== undefined) rate = (own.fresh + settledStrength * rate) / (own.rows + settledStrength);
    }
    return rate;
  };
  const nothing: CategoricalCounts = { n: 0, values: new Map() };
  return {
    field: field.field,
    /**
     * Surprise in nats.
     * @param newShare - What counts of the employee's share of new values: 1, or less where a new one may be a mistake.
     */
    nats(row: TimeRow, department: string, knowsEmployee: boolean, newShare: number): number {
      const value = field.value(row);
      const [top = '', ...below] = listTextKeys(field.field, row, department);
      const root = groups.get(top) ?? nothing;
      if (value === '' || root.n === 0) return 0;
      let probability: CategoricalProbability = computeRootProbability(root, value);
      for (const key of knowsEmployee ? below : below.slice(0, department === '' ? 0 : 1)) {
        probability = computeChildProbability(probability, groups.get(key), value);
      }
      if (knowsEmployee && isRecentDay(ofAll.get(value) ?? [], row.day)) {
        const fresh = freshRate(department, toLevelKey('employee', row.employee));
        probability = { ...probability, p: Math.max(probability.p, newShare * fresh) };
      }
      return computeCategoricalSurprise(probability);
    },
    countsOf: (key: string) => groups.get(key)?.values,
  };
}
