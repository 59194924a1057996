import { rowWeights, type SolverPlan } from '../plan.js';
import type { LabelStore } from './label-store.js';
import type { RowAutomaton } from './row-automaton.js';
import type { RowCounters } from './row-counters.js';
import { type RowPrices, RowRelaxation, type RowRules } from './row-relaxation.js';

/** Returns whether a row breaks a strict rule on sequences or counters of its employee. */
function breaksStrict({ plan, automaton, counters }: RowRules, row: Uint16Array): boolean {
  const width = plan.shifts + 1;
  const [breach, shortage] = automaton.costs;
  const { low, high, strictLow, strictHigh } = counters;
  const values = new Float64Array(counters.dimensions);
  let state = automaton.start;
  for (let day = 0; day < row.length; day += 1) {
    const shift = row[day] as number;
    const at = state * width + shift;
    if ((breach[at] as number) > 0 || (shortage[at] as number) > 0) return true;
    state = automaton.next[at] as number;
    for (const counter of counters.countersOf[day] ?? []) {
      values[counter] = (values[counter] as number) + (counters.steps[counter * width + shift] as number);
    }
    for (const { dimension, counter, member, ends } of counters.blocksOf[day] ?? []) {
      if (member[shift] === 1 && values[dimension] === 0) {
        values[dimension] = 1;
        values[counter] = (values[counter] as number) + 1;
      }
      if (ends) values[dimension] = 0;
    }
    for (const counter of counters.endsOf[day] ?? []) {
      const value = values[counter] as number;
      if (strictLow[counter] === 1 && value < (low[counter] as number)) return true;
      if (strictHigh[counter] === 1 && value > Math.max(0, high[counter] as number)) return true;
    }
  }
  return false;
}

/** Work of pairing a label with a next shift, of extending it, and of each of its dimensions. */
const workPerPair = 0.01;
const workPerLabel = 0.1;
const workPerDimension = 0.005;

/** Finds the cheapest row of an employee by dynamic programming over the days, keeping only the cheapest labels. */
export class RowPlanner {
  readonly #days: number;
  readonly #width: number;
  readonly #stepCost: Float64Array;
  readonly #options: readonly Uint16Array[];
  readonly #rules: RowRules;
  readonly #relaxation: RowRelaxation;
  /** The work of the last search. */
  work = 0;

  constructor(
    plan: SolverPlan,
    readonly employee: number,
    private readonly automaton: RowAutomaton,
    private readonly counters: RowCounters,
    private readonly labels: LabelStore,
  ) {
    this.#days = plan.days;
    this.#width = plan.shifts + 1;
    const [breach, shortage, soft] = automaton.costs;
    this.#stepCost = breach.map(
      (cost, at) =>
        cost * rowWeights[0] + (shortage[at] as number) * rowWeights[1] + (soft[at] as number) * rowWeights[2],
    );
    this.#options = Array.from({ length: plan.days }, (_, day) => {
      const cell = employee * plan.days + day;
      const own = plan.options.slice(plan.optionsAt[cell], plan.optionsAt[cell + 1]);
      return own.length > 0 ? own : Uint16Array.of(plan.start[cell] as number);
    });
    this.#rules = { plan, automaton, counters, stepCost: this.#stepCost, options: this.#options };
    this.#relaxation = new RowRelaxation(this.#rules);
  }

  /**
   * Looks for a row that costs less than `below`, which is written to `row`. Fewer labels (`width`) miss more.
   * @returns its cost, infinite when there is none
   */
  plan(prices: RowPrices, below: number, width: number, row: Uint16Array): number {
    const labels = this.labels;
    const offset = this.#relaxation.solve(prices, below);
    this.work = this.#relaxation.work;
    const least = (this.#relaxation.rest[this.automaton.start] as number) + offset;
    if (least >= below) return Number.POSITIVE_INFINITY;
    labels.begin(this.counters.dimensions, this.automaton.start);
    for (let day = 0; day < this.#days; day += 1) {
      this.#extend(day, prices, below - offset);
      labels.close(width);
      if (labels.from === labels.to) return Number.POSITIVE_INFINITY;
    }
    let best = labels.from;
    for (let label = labels.from; label < labels.to; label += 1) {
      if ((labels.cost[label] as number) < (labels.cost[best] as number)) best = label;
    }
    const cost = labels.cost[best] as number;
    if (cost >= below) return Number.POSITIVE_INFINITY;
    this.#rowOf(best, row);
    return cost;
  }

  #rowOf(last: number, row: Uint16Array): Uint16Array {
    let label = last;
    for (let day = this.#days - 1; day >= 0; day -= 1) {
      row[day] = this.labels.shift[label] as number;
      label = this.labels.parent[label] as number;
    }
    return row;
  }

  breaksStrict(row: Uint16Array): boolean {
    return breaksStrict(this.#rules, row);
  }

  /** What a row costs under these prices, counted like {@link RowPlanner.plan} does. */
  costOf(row: Uint16Array, prices: RowPrices): number {
    const width = this.#width;
    const { next, start } = this.automaton;
    const { values } = this.labels.begin(this.counters.dimensions, start);
    values.fill(0);
    let cost = 0;
    let state = start;
    for (let day = 0; day < row.length; day += 1) {
      const shift = row[day] as number;
      cost += (prices[day * width + shift] as number) + (this.#stepCost[state * width + shift] as number);
      cost += this.#count(day, shift, values);
      state = next[state * width + shift] as number;
    }
    return cost;
  }

  #extend(day: number, prices: RowPrices, below: number): void {
    const labels = this.labels;
    const { states, next } = this.automaton;
    const width = this.#width;
    const options = this.#options[day] as Uint16Array;
    const after = (day + 1) * states;
    const limit = below - 1e-6;
    const { charges, rest: rests } = this.#relaxation;
    let longer = 0;
    for (let label = labels.from; label < labels.to; label += 1) {
      const at = (labels.state[label] as number) * width;
      const held = labels.cost[label] as number;
      const charged = labels.charge[label] as number;
      const before = labels.paid[label] as number;
      for (let index = 0; index < options.length; index += 1) {
        const shift = options[index] as number;
        const to = next[at + shift] as number;
        const price = day * width + shift;
        const cost = held + (prices[price] as number) + (this.#stepCost[at + shift] as number);
        const charge = charged + (charges[price] as number);
        // What was already paid for a counter must not be counted again by its charge.
        const rest = rests[after + to] as number;
        if (cost - before + charge + rest >= limit) continue;
        longer += 1;
        labels.copy(label, to, shift);
        const more = this.#count(day, shift, labels.values);
        labels.add(cost + more, charge, rest, before + more);
      }
    }
    this.work +=
      (labels.to - labels.from) * options.length * workPerPair +
      longer * (workPerLabel + this.counters.dimensions * workPerDimension);
  }

  /** Counts a shift. @returns what that costs, with the bounds that are judged after the day */
  #count(day: number, shift: number, values: Uint16Array): number {
    const { countersOf, endsOf, blocksOf, steps, low, lowCost } = this.counters;
    let cost = 0;
    const counters = countersOf[day] as Int32Array;
    for (let index = 0; index < counters.length; index += 1) {
      const counter = counters[index] as number;
      const step = steps[counter * this.#width + shift] as number;
      if (step !== 0) cost += this.#grow(counter, step, values);
    }
    const blocks = blocksOf[day] as RowCounters['blocksOf'][number];
    for (let index = 0; index < blocks.length; index += 1) {
      const { dimension, counter, member, ends } = blocks[index] as (typeof blocks)[number];
      if (member[shift] === 1 && values[dimension] === 0) {
        values[dimension] = 1;
        cost += this.#grow(counter, 1, values);
      }
      if (ends) values[dimension] = 0;
    }
    const ending = endsOf[day] as Int32Array;
    for (let index = 0; index < ending.length; index += 1) {
      const counter = ending[index] as number;
      const lacks = (low[counter] as number) - (values[counter] as number);
      if (lacks > 0) cost += lacks * (lowCost[counter] as number);
      values[counter] = 0;
    }
    return cost;
  }

  #grow(counter: number, step: number, values: Uint16Array): number {
    const high = this.counters.high[counter] as number;
    const old = values[counter] as number;
    values[counter] = old + step;
    if (old + step <= high) return 0;
    return (old + step - Math.max(high, old)) * (this.counters.highCost[counter] as number);
  }
}
