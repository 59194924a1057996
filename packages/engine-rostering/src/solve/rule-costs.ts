import type { PatternRule, RunRule, SolverPlan } from './plan.js';

/** Computes the cost of a run of this length. An open run can continue outside the grid, so it is never too short. */
export function computeRunCost(rule: RunRule, length: number, open: boolean): number {
  if (length > rule.max) return rule.weight * (length - rule.max);
  if (length > 0 && length < rule.min && !open) return rule.weight * (rule.min - length);
  return 0;
}

/** The cost change when a cell joins the runs before and after it, in the row that starts at `first` of the grid. */
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

/** The cost change of a pattern when a day gets another shift, in the row that starts at `first` of the grid. */
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

/** Returns whether a sequence occurs at a place, ignoring one element. */
function matchesBut(elements: readonly Uint8Array[], grid: Uint16Array, at: number, aside: number): boolean {
  for (let index = 0; index < elements.length; index += 1) {
    if (index !== aside && (elements[index] as Uint8Array)[grid[at + index] as number] === 0) return false;
  }
  return true;
}
