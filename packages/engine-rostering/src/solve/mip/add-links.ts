import type { LinkTable } from '../plan.js';
import { addExpression } from './linear-model.js';
import type { ModelDraft } from './model-draft.js';

/** Adds rules for two shifts that must not, or should not, follow each other: one tight row for each first shift. */
export function addLinks(draft: ModelDraft): void {
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
