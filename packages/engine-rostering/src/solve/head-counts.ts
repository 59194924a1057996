import type { CellRuleTables } from './cell-rule-tables.js';
import type { RosterCounts } from './empty-counts.js';
import type { CoverRule, SolverPlan } from './plan.js';
import { addHeads, countMissingHeads } from './rule-costs.js';

/** Counts the heads in each cover, and computes the cost of a change. Adds changes of cost to a `delta` by tier. */
export class HeadCounts {
  /** By cover. */
  readonly heads: Int32Array;
  /** Whether no cover counts two shifts of a day or competencies, so that each shift can be priced by itself. */
  readonly isSeparable: boolean;
  readonly #matching: Int32Array;

  constructor(
    private readonly plan: SolverPlan,
    private readonly tables: CellRuleTables,
    { heads, matching }: RosterCounts,
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
