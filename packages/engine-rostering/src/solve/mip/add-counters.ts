import { type CoverRule, penaltyTiers } from '../plan.js';
import { addExpression, createExpression, type LinearExpression, plus } from './linear-model.js';
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
    const worked = model.variable(0, 1);
    const any = createExpression();
    for (const cell of cells) {
      model.row(plus(cell, worked, -1), Number.NEGATIVE_INFINITY, 0);
      addExpression(any, cell);
    }
    model.row(plus(any, worked, -1), 0, Number.POSITIVE_INFINITY);
    addExpression(sum, worked);
  }
  plan.counters.forEach((counter, index) => {
    const sum = sums[index];
    if (sum === undefined || draft.concerned[counter.employee] === 0) return;
    if (counter.lowWeight > 0 && Number.isFinite(counter.low)) {
      draft.atLeast(sum, counter.low, counter.lowTier, counter.lowWeight);
    }
    if (counter.highWeight > 0 && Number.isFinite(counter.high)) {
      draft.atMost(sum, counter.high, counter.highTier, counter.highWeight);
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
    const low = model.variable(0, Number.POSITIVE_INFINITY, true);
    const more = model.variable(0, 1, true);
    const rest = createExpression();
    for (const sum of own) addExpression(rest, sum);
    addExpression(rest, low, -own.length);
    model.row(plus(rest, more, -1), 0, Number.POSITIVE_INFINITY);
    model.row(plus(rest, more, 1 - own.length), Number.NEGATIVE_INFINITY, 0);
    for (const sum of own) {
      const above = plus(sum, low, -1);
      draft.atLeast(above, 0, tier, weight);
      draft.atMost(plus(above, more, -1), 0, tier, weight);
    }
  }
}

/** Adds the demand. Its costs below and above the bounds are convex, so continuous columns suffice. */
export function addCover(draft: ModelDraft, cover: CoverRule): void {
  const heads = headsOf(draft, cover, cover.base, undefined);
  if (cover.ideal > 0) draft.atLeast(heads, cover.ideal, penaltyTiers.soft, cover.toIdeal);
  draft.atMost(heads, cover.ideal, penaltyTiers.soft, cover.above);
  if (cover.limit > cover.max) draft.atMost(heads, cover.max, penaltyTiers.soft, cover.tooMany);
  draft.model.row(heads, Number.NEGATIVE_INFINITY, Math.max(cover.limit, heads.constant));
  if (cover.min > 0) {
    draft.atLeast(heads, cover.min, penaltyTiers.soft, cover.below);
    draft.atLeast(heads, cover.min, penaltyTiers.shortage, cover.missing);
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
        draft.atLeast(plus(matching, own, -need.low), 0, penaltyTiers.shortage, cover.missing);
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
