import { addExpression, createExpression, type LinearExpression } from './linear-model.js';
import type { ModelDraft } from './model-draft.js';

/** Adds sums of hours and shifts, worked weekends, and their even distribution. */
export function addCounters(draft: ModelDraft): void {
  const { plan, model } = draft;
  const compared = new Set(plan.spreads.flatMap(({ counters }) => counters));
  const sums = plan.counters.map(({ employee, days, amount, base }, index) => {
    const sum = createExpression(base);
    if (draft.concerned[employee] === 0 && !compared.has(index)) return sum;
    for (const day of days) addExpression(sum, draft.sum(employee * plan.days + day, amount));
    return sum;
  });
  for (const { employee, days, members, counter } of plan.blocks) {
    if (draft.concerned[employee] === 0) continue;
    const cells = days.map((day, place) => {
      return draft.sum(employee * plan.days + day, members[place] ?? new Uint8Array(plan.shifts + 1));
    });
    const sum = sums[counter];
    if (sum === undefined) continue;
    if (cells.every(({ columns }) => columns.length === 0)) {
      sum.constant += cells.some(({ constant }) => constant > 0) ? 1 : 0;
      continue;
    }
    const worked = { constant: 0, columns: [model.column(0, 1)], factors: [1] };
    const any = createExpression();
    for (const cell of cells) {
      const before = copyExpression(cell);
      addExpression(before, worked, -1);
      model.row(before, Number.NEGATIVE_INFINITY, 0);
      addExpression(any, cell);
    }
    addExpression(any, worked, -1);
    model.row(any, 0, Number.POSITIVE_INFINITY);
    addExpression(sum, worked);
  }
  plan.counters.forEach((counter, index) => {
    const sum = sums[index];
    if (sum === undefined || draft.concerned[counter.employee] === 0) return;
    if (counter.lowWeight > 0 && Number.isFinite(counter.low)) {
      draft.atLeast(copyExpression(sum), counter.low, counter.lowTier, counter.lowWeight);
    }
    if (counter.highWeight > 0 && Number.isFinite(counter.high)) {
      draft.atMost(copyExpression(sum), counter.high, counter.highTier, counter.highWeight);
    }
  });
  addSpreads(draft, sums);
}

/** The mean rounded down is a whole column, rounded up the same or one more. */
function addSpreads(draft: ModelDraft, sums: readonly LinearExpression[]): void {
  const { plan, model } = draft;
  for (const { counters, weight, tier } of plan.spreads) {
    const own = counters.map((counter) => sums[counter] ?? createExpression());
    if (own.every(({ columns }) => columns.length === 0)) {
      model.exact = false;
      continue;
    }
    const low = { constant: 0, columns: [model.column(0, Number.POSITIVE_INFINITY, true)], factors: [1] };
    const more = { constant: 0, columns: [model.column(0, 1, true)], factors: [1] };
    const rest = createExpression();
    for (const sum of own) addExpression(rest, sum);
    addExpression(rest, low, -own.length);
    const above = copyExpression(rest);
    addExpression(above, more, -1);
    model.row(above, 0, Number.POSITIVE_INFINITY);
    addExpression(rest, more, 1 - own.length);
    model.row(rest, Number.NEGATIVE_INFINITY, 0);
    for (const sum of own) {
      const under = copyExpression(sum);
      addExpression(under, low, -1);
      draft.atLeast(under, 0, tier, weight);
      const over = copyExpression(sum);
      addExpression(over, low, -1);
      addExpression(over, more, -1);
      draft.atMost(over, 0, tier, weight);
    }
  }
}

export function copyExpression(sum: LinearExpression): LinearExpression {
  return { constant: sum.constant, columns: [...sum.columns], factors: [...sum.factors] };
}
