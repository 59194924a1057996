import type { Cover, RunRule } from './plan.js';

/** Cost of a run of this length; an open run may still go on outside the grid, so it is never too short. */
export function runCost(rule: RunRule, length: number, open: boolean): number {
  if (length > rule.max) return rule.weight * (length - rule.max);
  if (length > 0 && length < rule.min && !open) return rule.weight * (rule.min - length);
  return 0;
}

/** Soft cost of n heads. */
export function coverCost(cover: Cover, heads: number): number {
  if (heads === cover.ideal) return 0;
  if (heads > cover.ideal) {
    const many = heads > cover.max ? (heads - cover.max) * cover.tooMany : 0;
    return (heads - cover.ideal) * cover.above + many;
  }
  const few = heads < cover.min ? (cover.min - heads) * cover.below : 0;
  return (cover.ideal - heads) * cover.toIdeal + few;
}

/** Heads that lack: below the minimum, or of a need; `matching` holds the heads of its needs from `first` on. */
export function missingHeads(cover: Cover, heads: number, matching: Int32Array, first: number): number {
  let missing = cover.min > heads ? cover.min - heads : 0;
  if (cover.needs.length === 0 || (cover.min === 0 && heads === 0)) return missing;
  for (let index = 0; index < cover.needs.length; index += 1) {
    const lacks = (cover.needs[index]?.low ?? 0) - (matching[first + index] as number);
    if (lacks > missing) missing = lacks;
  }
  return missing;
}

/** Whether a sequence occurs at a place, one element set aside. */
export function matchesBut(elements: readonly Uint8Array[], grid: Uint16Array, at: number, aside: number): boolean {
  for (let index = 0; index < elements.length; index += 1) {
    if (index !== aside && (elements[index] as Uint8Array)[grid[at + index] as number] === 0) return false;
  }
  return true;
}
