import { minutesPerDay } from '../../model/calendar.js';
import type { LinkTable, SolverPlan } from '../plan.js';
import { addCounters, addCover } from './add-counters.js';
import { addExpression, createExpression, plus } from './linear-model.js';
import { ModelDraft } from './model-draft.js';

/** Creates a mixed-integer program of the `free` cells. With `strict`, all minimum demand must be met, as in `grid`. */
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
  for (const cover of plan.covers) addCover(draft, cover);
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
      const chosen = model.variable(0, 1, true);
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
        model.row(plus(draft.sum(row + day, inside), chosen), Number.NEGATIVE_INFINITY, 1);
      }
      addExpression(any, chosen);
    }
    if (any.columns.length > 0) draft.atLeast(any, 1, rule.tier, rule.weight * rest.minutes);
  }
}

/** Adds run lengths: a maximum in each window that is one day longer, and a minimum for each possible short run. */
function addRuns(draft: ModelDraft): void {
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

function addPatterns(draft: ModelDraft): void {
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
          const given = model.variable((tier === 2 ? weight : 0) / 60, 1);
          for (const cell of cells) model.row(plus(cell, given, -1), 0, Number.POSITIVE_INFINITY);
        }
      }
    }
  }
}

/** Adds rules for two shifts that must not, or should not, follow each other: one tight row for each first shift. */
function addLinks(draft: ModelDraft): void {
  const { plan } = draft;
  const width = plan.shifts + 1;
  for (const link of plan.links) {
    const groups = Array.from({ length: Math.max(0, ...plan.classOf) + 1 }, (_, set) => groupsOf(link, set, width));
    for (let employee = 0; employee < plan.employees; employee += 1) {
      if (draft.concerned[employee] === 0) continue;
      const own = groups[plan.classOf[employee] as number] ?? [];
      for (let day = 0; day + link.distance < plan.days; day += 1) {
        for (const group of own) addLink(draft, link, employee * plan.days + day, group);
      }
    }
  }
}

interface Group {
  readonly first: Uint8Array;
  readonly second: Uint8Array;
  readonly cost: number;
}

/** Sets of first and second shifts whose every pair costs the same. A strict pair is forbidden whatever it costs. */
function groupsOf({ cost, tier }: LinkTable, set: number, width: number): Group[] {
  const rowOf = (a: number) => cost.subarray((set * width + a) * width, (set * width + a + 1) * width);
  const firsts = Array.from({ length: width - 1 }, (_, index) => index + 1);
  const groups = new Map<string, Group[]>();
  for (const a of firsts) {
    const row = rowOf(a);
    for (const price of new Set(row)) {
      if (price === 0) continue;
      const second = Uint8Array.from(row, (value) => ((tier === 0 ? value > 0 : value === price) ? 1 : 0));
      const first = new Uint8Array(width);
      for (const other of tier === 0 ? firsts : [a]) {
        const own = rowOf(other);
        first[other] = second.every((member, b) => member === 0 || (own[b] as number) !== 0) ? 1 : 0;
      }
      // Soft pairs must be counted once, so they have a group for each first shift, next to those with the same second.
      const key = tier === 0 ? `${first.join('')} ${second.join('')}` : `${price} ${second.join('')}`;
      const known = groups.get(key) ?? [];
      if (tier !== 0 || known.length === 0) groups.set(key, [...known, { first, second, cost: price }]);
    }
  }
  return [...groups.values()].flat();
}

function addLink(draft: ModelDraft, link: LinkTable, cell: number, { first, second, cost }: Group): void {
  const { plan } = draft;
  const sum = draft.sum(cell, first);
  addExpression(sum, draft.sum(cell + link.distance, second));
  if (link.next) {
    const works = new Uint8Array(plan.shifts + 1).fill(1);
    works[0] = 0;
    if (plan.unknown >= 0) works[plan.unknown] = 0;
    for (let day = 1; day < link.distance; day += 1) addExpression(sum, draft.sum(cell + day, works), -1);
  }
  draft.atMost(sum, 1, link.tier, cost, 1);
}
