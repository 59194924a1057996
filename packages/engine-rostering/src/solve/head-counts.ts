import type { CellRuleTables } from './cell-rule-tables.js';
import type { CoverRule, SolverPlan } from './plan.js';

/** Counts the heads in each cover, and computes the cost of a change. Adds changes of cost to a `delta` by tier. */
export class HeadCounts {
  /** By cover. */
  readonly heads: Int32Array;
  /** True if no cover counts two shifts of a day or competencies, so that each shift can be priced by itself. */
  readonly isSeparable: boolean;
  readonly #matching: Int32Array;

  constructor(
    private readonly plan: SolverPlan,
    private readonly tables: CellRuleTables,
    { heads, matching }: { heads: Int32Array; matching: Int32Array },
  ) {
    this.heads = heads;
    this.#matching = matching;
    this.isSeparable = plan.covers.every(({ days, needs }) => needs.length === 0 && new Set(days).size === days.length);
  }

  /** Adds to `delta` what `added` heads of a shift cost, without adding them. Only for covers that are apart. */
  priceHeads(day: number, shift: number, added: number, delta: Float64Array): void {
    const { heads } = this;
    const { at, items } = this.tables.coversAt;
    const key = day * (this.plan.shifts + 1) + shift;
    for (let place = at[key] as number; place < (at[key + 1] as number); place += 1) {
      const index = items[place] as number;
      const cover = this.plan.covers[index] as CoverRule;
      const old = heads[index] as number;
      const value = old + added;
      const { min, missing } = cover;
      if (old < min || value < min)
        delta[1] = (delta[1] as number) + (Math.max(0, min - value) - Math.max(0, min - old)) * missing;
      addHeads(delta, cover, old, value);
    }
  }

  /** Adds to `delta` what one head more costs, without adding it. */
  priceHead(day: number, shift: number, employee: number, delta: Float64Array): void {
    if (this.isSeparable) {
      this.priceHeads(day, shift, 1, delta);
      return;
    }
    this.add(day, shift, employee, 1, delta);
    this.add(day, shift, employee, -1, undefined);
  }

  /** Adds heads to the covers of a shift and, where `delta` is given, their cost to it. */
  add(day: number, shift: number, employee: number, added: number, delta: Float64Array | undefined): void {
    const { heads } = this;
    const { coversAt, needsAt } = this.tables;
    const { at, items } = coversAt;
    const matching = this.#matching;
    const key = day * (this.plan.shifts + 1) + shift;
    for (let place = at[key] as number; place < (at[key + 1] as number); place += 1) {
      const index = items[place] as number;
      const cover = this.plan.covers[index] as CoverRule;
      const old = heads[index] as number;
      const value = old + added;
      heads[index] = value;
      const first = needsAt[index] as number;
      const lacked = delta === undefined ? 0 : countMissingHeads(cover, old, matching, first);
      for (let need = 0; need < cover.needs.length; need += 1) {
        if (cover.needs[need]?.members[employee] === 1) {
          matching[first + need] = (matching[first + need] as number) + added;
        }
      }
      if (delta === undefined) continue;
      const lacks = countMissingHeads(cover, value, matching, first);
      if (lacks !== lacked) delta[1] = (delta[1] as number) + (lacks - lacked) * cover.missing;
      addHeads(delta, cover, old, value);
    }
  }
}

/** Adds the cost of a changed number of heads to a change: a violation above the limit, and soft cost. */
function addHeads(delta: Float64Array, cover: CoverRule, from: number, to: number): void {
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

/** Heads missing from the minimum or from a need. `matching` has the heads of its needs from `first` on. */
export function countMissingHeads(cover: CoverRule, heads: number, matching: Int32Array, first: number): number {
  let missing = cover.min > heads ? cover.min - heads : 0;
  if (cover.needs.length === 0 || (cover.min === 0 && heads === 0)) return missing;
  for (let index = 0; index < cover.needs.length; index += 1) {
    const lacks = (cover.needs[index]?.low ?? 0) - (matching[first + index] as number);
    if (lacks > missing) missing = lacks;
  }
  return missing;
}
