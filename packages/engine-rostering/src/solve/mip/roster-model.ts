import type { SolverPlan } from '../plan.js';
import { addCounters } from './add-counters.js';
import { addCovers } from './add-covers.js';
import { addLinks } from './add-links.js';
import { addPatterns, addRuns } from './add-sequences.js';
import { addExpression, createExpression } from './linear-model.js';
import { ModelDraft } from './model-draft.js';

const minutesPerDay = 1440;

/**
 * Creates a mixed-integer program of the `free` cells of a plan. With `strict`, all minimum demand must be met, as in
 * `grid`.
 */
export function createRosterModel(
  plan: SolverPlan,
  grid: Uint16Array,
  free: readonly number[],
  strict: boolean,
): ModelDraft {
  const draft = new ModelDraft(plan, grid, free, strict);
  addLinks(draft);
  addRuns(draft);
  addPatterns(draft);
  addCounters(draft);
  addRests(draft);
  addCovers(draft);
  return draft;
}

/** A free stretch of sufficient length: one column for each possible start, at the beginning or after a shift. */
function addRests(draft: ModelDraft): void {
  const { plan, model } = draft;
  for (const rule of plan.rows) {
    const { rest, employee } = rule;
    if (draft.concerned[employee] === 0) continue;
    const row = employee * plan.days;
    // By how much a rest falls short does not matter here: any shortfall costs the full price.
    if (rule.tier === 2) model.exact = false;
    const begins = new Set([rest.begin]);
    for (let day = rule.from; day <= rule.to; day += 1) {
      for (const intervals of rest.intervals) for (const [, end] of intervals) begins.add(day * minutesPerDay + end);
    }
    const any = createExpression();
    for (const begin of begins) {
      if (begin < rest.begin || begin + rest.minutes > rest.end) continue;
      const chosen = { constant: 0, columns: [model.column(0, 1, true)], factors: [1] };
      for (let day = rule.from; day <= rule.to; day += 1) {
        const inside = Uint8Array.from(rest.intervals, (intervals) =>
          intervals.some(([start, end]) => {
            const from = day * minutesPerDay + start;
            const to = day * minutesPerDay + end;
            return from < begin + rest.minutes && to > begin;
          })
            ? 1
            : 0,
        );
        if (!inside.includes(1)) continue;
        const works = draft.sum(row + day, inside);
        addExpression(works, chosen);
        model.row(works, Number.NEGATIVE_INFINITY, 1);
      }
      addExpression(any, chosen);
    }
    if (any.columns.length > 0) draft.atLeast(any, 1, rule.tier, rule.weight * rest.minutes);
  }
}
