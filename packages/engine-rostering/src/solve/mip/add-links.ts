import type { LinkTable } from '../plan.js';
import { addExpression } from './linear-model.js';
import type { ModelDraft } from './model-draft.js';

/**
 * Adds rules for two shifts that must not, or should not, follow each other: one row for each first shift, as tight as
 * possible.
 */
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

/** Sets of first and second shifts whose every pair costs the same. */
function groupsOf(link: LinkTable, set: number, width: number): Group[] {
  const groups: Group[] = [];
  const seen = new Set<string>();
  for (let a = 1; a < width; a += 1) {
    const row = link.cost.subarray((set * width + a) * width, (set * width + a + 1) * width);
    for (const cost of new Set(row)) {
      if (cost === 0) continue;
      // A strict pair is forbidden whatever it costs.
      const second = Uint8Array.from(row, (value) => ((link.tier === 0 ? value > 0 : value === cost) ? 1 : 0));
      const first = new Uint8Array(width);
      for (let other = 1; other < width; other += 1) {
        const fits = [...second].every((member, b) => {
          const value = link.cost[(set * width + other) * width + b] as number;
          return member === 0 || (link.tier === 0 ? value > 0 : value === cost);
        });
        first[other] = fits ? 1 : 0;
      }
      const key = `${first.join('')} ${second.join('')}`;
      if (seen.has(key)) continue;
      seen.add(key);
      groups.push({ first, second, cost });
    }
  }
  return link.tier === 0 ? groups : groups.flatMap((group) => split(group, width, link, set));
}

/** Soft groups may overlap; each pair must be counted once, so pairs are grouped by their first shift. */
function split(group: Group, width: number, link: LinkTable, set: number): Group[] {
  const groups: Group[] = [];
  for (let a = 1; a < width; a += 1) {
    if (group.first[a] !== 1) continue;
    const same = Uint8Array.from(
      link.cost.subarray((set * width + a) * width, (set * width + a + 1) * width),
      (value) => (value === group.cost ? 1 : 0),
    );
    if (same.join('') !== group.second.join('')) continue;
    const first = new Uint8Array(width);
    first[a] = 1;
    groups.push({ first, second: group.second, cost: group.cost });
  }
  return groups;
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
