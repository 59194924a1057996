import type { CellRuleTables } from './cell-rule-tables.js';
import { computeCoverCost, countMissingHeads } from './head-counts.js';
import type { SolverPlan, SpreadRule } from './plan.js';
import { computeRunCost } from './rule-costs.js';

/** Creates the counts of an empty grid, to which changes are added. */
export function createEmptyCounts(plan: SolverPlan, tables: CellRuleTables) {
  const counted = Float64Array.from(plan.counters, ({ days, amount, base }) => {
    return base + days.length * (amount[0] as number);
  });
  const inBlock = Int32Array.from(plan.blocks, ({ members }) => members.filter((member) => member[0] === 1).length);
  plan.blocks.forEach(({ counter }, index) => {
    if ((inBlock[index] as number) > 0) counted[counter] = (counted[counter] as number) + 1;
  });
  const empty = new Uint16Array(plan.employees * plan.days);
  const counts = {
    /** By tier. */
    cost: new Float64Array(3),
    counted,
    /** By block: worked days. */
    inBlock,
    heads: Int32Array.from(plan.covers, ({ base }) => base),
    matching: Int32Array.from(plan.covers.flatMap(({ needs }) => needs.map(({ base }) => base))),
    rowCost: Float64Array.from(plan.rows, ({ weight, employee, evaluate }) => {
      return weight * evaluate(empty, employee * plan.days);
    }),
    tallies: plan.spreads.map((spread) => new SpreadTally(spread, counted)),
  };
  addCosts(plan, tables, counts);
  return counts;
}

function addCosts(
  plan: SolverPlan,
  { needsAt }: CellRuleTables,
  { cost, counted, rowCost, tallies, matching }: Omit<ReturnType<typeof createEmptyCounts>, 'heads' | 'inBlock'>,
): void {
  const add = (tier: number, amount: number): void => {
    cost[tier] = (cost[tier] as number) + amount;
  };
  const width = plan.shifts + 1;
  for (let at = 0; at < plan.wishes.length; at += width) add(2, plan.wishes[at] as number);
  for (const rule of plan.runs) {
    if (rule.member[0] === 1) add(rule.tier, rule.employees.length * computeRunCost(rule, plan.days, true));
  }
  for (const rule of plan.patterns) {
    if (!rule.elements.every((element) => element[0] === 1)) continue;
    const last = plan.days - rule.elements.length;
    for (let begin = 0; begin <= last; begin += 1) {
      if (rule.begins[begin] === 1) add(rule.tier, rule.weight * rule.employees.length);
    }
  }
  plan.counters.forEach((counter, index) => {
    const value = counted[index] as number;
    // An absent bound is infinite, and infinity times a weight of 0 is NaN.
    if (value < counter.low) add(counter.lowTier, (counter.low - value) * counter.lowWeight);
    if (value > counter.high) add(counter.highTier, (value - counter.high) * counter.highWeight);
  });
  for (const { spread, kept } of tallies) add(spread.tier, kept);
  plan.rows.forEach((rule, index) => {
    add(rule.tier, rowCost[index] as number);
  });
  plan.covers.forEach((cover, index) => {
    add(0, Math.max(0, cover.base - cover.limit) * cover.missing);
    add(1, countMissingHeads(cover, cover.base, matching, needsAt[index] as number) * cover.missing);
    add(2, computeCoverCost(cover, cover.base));
  });
}

/** Counts the totals of a spread by value, because there are few distinct values. */
export class SpreadTally {
  /** Cost of the totals as they were last kept. */
  kept = 0;
  readonly #members: number;
  #values: number[] = [];
  #counts: number[] = [];
  #total = 0;

  constructor(
    readonly spread: SpreadRule,
    counted: Float64Array,
  ) {
    this.#members = spread.counters.length;
    for (const counter of spread.counters) this.#add(counted[counter] as number, 1);
    this.kept = this.cost();
  }

  /** One total changes. */
  move(from: number, to: number): void {
    this.#add(from, -1);
    this.#add(to, 1);
  }

  /** Distance of the totals from their mean, rounded down and up, times the weight. */
  cost(): number {
    const mean = this.#total / this.#members;
    const low = Math.floor(mean);
    const high = Math.ceil(mean);
    let away = 0;
    for (let index = 0; index < this.#values.length; index += 1) {
      const value = this.#values[index] as number;
      if (value > high) away += (value - high) * (this.#counts[index] as number);
      else if (value < low) away += (low - value) * (this.#counts[index] as number);
    }
    return away * this.spread.weight;
  }

  #add(value: number, count: number): void {
    this.#total += value * count;
    const index = this.#values.indexOf(value);
    if (index < 0) {
      this.#values.push(value);
      this.#counts.push(count);
      return;
    }
    const left = (this.#counts[index] as number) + count;
    this.#counts[index] = left;
    if (left !== 0) return;
    const lastValue = this.#values.pop() as number;
    const lastCount = this.#counts.pop() as number;
    if (index < this.#values.length) {
      this.#values[index] = lastValue;
      this.#counts[index] = lastCount;
    }
  }
}
