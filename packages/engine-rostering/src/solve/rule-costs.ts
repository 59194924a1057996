import type { CoverRule, PatternRule, RunRule, SolverPlan } from './plan.js';

/** Computes the cost of a run of this length. An open run can continue outside the grid, so it is never too short. */
export function computeRunCost(rule: RunRule, length: number, open: boolean): number {
  if (length > rule.max) return rule.weight * (length - rule.max);
  if (length > 0 && length < rule.min && !open) return rule.weight * (rule.min - length);
  return 0;
}

/**
 * Computes the cost change when a cell joins the runs before and after it, which start at `first` of the grid at the
 * earliest.
 */
export function computeRunChange(
  rule: RunRule,
  plan: SolverPlan,
  grid: Uint16Array,
  cell: number,
  first: number,
): number {
  const { member } = rule;
  const end = first + plan.days;
  let left = cell - 1;
  while (left >= first && member[grid[left] as number] === 1) left -= 1;
  let right = cell + 1;
  while (right < end && member[grid[right] as number] === 1) right += 1;
  const openLeft = left < first || grid[left] === plan.unknown;
  const openRight = right === end;
  const joined = computeRunCost(rule, right - left - 1, openLeft || openRight);
  return joined - computeRunCost(rule, cell - left - 1, openLeft) - computeRunCost(rule, right - cell - 1, openRight);
}

/**
 * Computes the cost change of a pattern when a day gets another shift, in the row that starts at `first` of the grid.
 */
export function computePatternChange(
  { elements, begins, weight }: PatternRule,
  days: number,
  grid: Uint16Array,
  first: number,
  day: number,
  to: number,
): number {
  const from = grid[first + day] as number;
  const last = Math.min(day, days - elements.length);
  let change = 0;
  for (let begin = Math.max(0, day - elements.length + 1); begin <= last; begin += 1) {
    if (begins[begin] === 0) continue;
    const own = elements[day - begin] as Uint8Array;
    const had = own[from] as number;
    const has = own[to] as number;
    if (had !== has && matchesBut(elements, grid, first + begin, day - begin)) change += (has - had) * weight;
  }
  return change;
}

/** Adds the cost of a changed number of heads to a change: a violation above the limit, and soft cost. */
export function addHeads(delta: Float64Array, cover: CoverRule, from: number, to: number): void {
  const { limit } = cover;
  if (from > limit || to > limit)
    delta[0] = (delta[0] as number) + (Math.max(0, to - limit) - Math.max(0, from - limit)) * cover.missing;
  delta[2] = (delta[2] as number) + computeCoverCost(cover, to) - computeCoverCost(cover, from);
}

/** Computes the soft cost of n heads. */
export function computeCoverCost(cover: CoverRule, heads: number): number {
  if (heads === cover.ideal) return 0;
  if (heads > cover.ideal) {
    const many = heads > cover.max ? (heads - cover.max) * cover.tooMany : 0;
    return (heads - cover.ideal) * cover.above + many;
  }
  const few = heads < cover.min ? (cover.min - heads) * cover.below : 0;
  return (cover.ideal - heads) * cover.toIdeal + few;
}

/**
 * Counts the heads missing from the minimum or from a need. `matching` contains the heads of its needs from `first` on.
 */
export function countMissingHeads(cover: CoverRule, heads: number, matching: Int32Array, first: number): number {
  let missing = cover.min > heads ? cover.min - heads : 0;
  if (cover.needs.length === 0 || (cover.min === 0 && heads === 0)) return missing;
  for (let index = 0; index < cover.needs.length; index += 1) {
    const lacks = (cover.needs[index]?.low ?? 0) - (matching[first + index] as number);
    if (lacks > missing) missing = lacks;
  }
  return missing;
}

/** Returns whether a sequence occurs at a place, ignoring one element. */
function matchesBut(elements: readonly Uint8Array[], grid: Uint16Array, at: number, aside: number): boolean {
  for (let index = 0; index < elements.length; index += 1) {
    if (index !== aside && (elements[index] as Uint8Array)[grid[at + index] as number] === 0) return false;
  }
  return true;
}
