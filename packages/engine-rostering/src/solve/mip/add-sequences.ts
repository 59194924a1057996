import { addExpression, createExpression } from './linear-model.js';
import type { ModelDraft } from './model-draft.js';

/**
 * Adds run lengths. Each window that is one day longer than allowed checks the maximum, and each possible short run
 * checks the minimum.
 */
export function addRuns(draft: ModelDraft): void {
  const { plan } = draft;
  for (const rule of plan.runs) {
    for (const employee of rule.employees) {
      if (draft.concerned[employee] === 0) continue;
      const row = employee * plan.days;
      for (let day = 0; day + rule.max < plan.days; day += 1) {
        const sum = createExpression();
        for (let at = day; at <= day + rule.max; at += 1) addExpression(sum, draft.sum(row + at, rule.member));
        draft.atMost(sum, rule.max, rule.tier, rule.weight, 1);
      }
      for (let length = 1; length < rule.min; length += 1) {
        for (let day = 1; day + length < plan.days; day += 1) {
          if (draft.grid[row + day - 1] === plan.unknown) continue;
          const sum = createExpression();
          addExpression(sum, draft.sum(row + day - 1, rule.member), -1);
          for (let at = day; at < day + length; at += 1) addExpression(sum, draft.sum(row + at, rule.member));
          addExpression(sum, draft.sum(row + day + length, rule.member), -1);
          draft.atMost(sum, length - 1, rule.tier, rule.weight * (rule.min - length), 1);
        }
      }
    }
  }
}

export function addPatterns(draft: ModelDraft): void {
  const { plan, model } = draft;
  for (const { employees, elements, begins, weight, tier } of plan.patterns) {
    for (const employee of employees) {
      if (draft.concerned[employee] === 0) continue;
      for (let begin = 0; begin + elements.length <= plan.days; begin += 1) {
        if (begins[begin] === 0) continue;
        const cells = elements.map((element, index) => draft.sum(employee * plan.days + begin + index, element));
        if (weight > 0) {
          const sum = createExpression();
          for (const cell of cells) addExpression(sum, cell);
          draft.atMost(sum, elements.length - 1, tier, weight, 1);
        } else {
          // A fulfilled wish gives its price back only where every element is present.
          if (tier !== 2) model.exact = false;
          const given = model.column((tier === 2 ? weight : 0) / 60, 1);
          for (const cell of cells) {
            addExpression(cell, { constant: 0, columns: [given], factors: [1] }, -1);
            model.row(cell, 0, Number.POSITIVE_INFINITY);
          }
        }
      }
    }
  }
}
