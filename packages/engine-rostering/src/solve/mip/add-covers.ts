import { type CoverRule, penaltyTiers } from '../plan.js';
import { copyExpression } from './add-counters.js';
import { addExpression, createExpression, type LinearExpression } from './linear-model.js';
import type { ModelDraft } from './model-draft.js';

/**
 * Adds the demand: below minimum, below ideal, above ideal and above maximum. All are convex, so continuous columns
 * suffice.
 */
export function addCovers(draft: ModelDraft): void {
  for (const cover of draft.plan.covers) addCover(draft, cover);
}

function addCover(draft: ModelDraft, cover: CoverRule): void {
  const heads = headsOf(draft, cover, cover.base, undefined);
  if (cover.ideal > 0) draft.atLeast(copyExpression(heads), cover.ideal, penaltyTiers.soft, cover.toIdeal);
  draft.atMost(copyExpression(heads), cover.ideal, penaltyTiers.soft, cover.above);
  if (cover.limit > cover.max) draft.atMost(copyExpression(heads), cover.max, penaltyTiers.soft, cover.tooMany);
  draft.model.row(copyExpression(heads), Number.NEGATIVE_INFINITY, Math.max(cover.limit, heads.constant));
  if (cover.min > 0) {
    draft.atLeast(copyExpression(heads), cover.min, penaltyTiers.soft, cover.below);
    draft.atLeast(copyExpression(heads), cover.min, penaltyTiers.shortage, cover.missing);
  }
  for (const need of cover.needs) {
    const matching = headsOf(draft, cover, need.base, need.members);
    // A head missing both in number and in competency should count once; here the two are roughly added.
    if (!draft.strict) draft.model.exact = false;
    if (cover.min > 0) {
      draft.atLeast(matching, need.low, penaltyTiers.shortage, cover.missing);
      continue;
    }
    for (let place = 0; place < cover.days.length; place += 1) {
      for (let employee = 0; employee < draft.plan.employees; employee += 1) {
        const own = headOf(draft, cover, place, employee);
        if (own.columns.length === 0 && own.constant === 0) continue;
        const wanted = copyExpression(matching);
        addExpression(wanted, own, -need.low);
        draft.atLeast(wanted, 0, penaltyTiers.shortage, cover.missing);
      }
    }
  }
}

function headsOf(draft: ModelDraft, cover: CoverRule, base: number, members: Uint8Array | undefined): LinearExpression {
  const { plan } = draft;
  const sum = createExpression(base);
  const counts = (employee: number): boolean => members === undefined || members[employee] === 1;
  for (let place = 0; place < cover.days.length; place += 1) {
    const day = cover.days[place] as number;
    const shift = cover.shifts[place] as number;
    for (const employee of draft.fixedOn[day * (plan.shifts + 1) + shift] ?? [])
      if (counts(employee)) sum.constant += 1;
    for (const cell of draft.freeOn[day] ?? []) {
      if (!counts(Math.floor(cell / plan.days))) continue;
      const column = draft.columnOf(cell, shift);
      if (column < 0) continue;
      sum.columns.push(column);
      sum.factors.push(1);
    }
  }
  return sum;
}

function headOf(draft: ModelDraft, cover: CoverRule, place: number, employee: number): LinearExpression {
  const counts = new Uint8Array(draft.plan.shifts + 1);
  counts[cover.shifts[place] as number] = 1;
  return draft.sum(employee * draft.plan.days + (cover.days[place] as number), counts);
}
