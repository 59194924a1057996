import type { Plan } from '../plan.js';
import type { LabelStore } from './label-store.js';
import type { RowAutomaton } from './row-automaton.js';
import type { RowCounters } from './row-counters.js';
import { rowWeights } from './row-weights.js';

/** The prices of a row: at `day * (shifts + 1) + shift`, what a shift costs beside the rules of the employee. */
export type RowPrices = Float64Array;

/**
 * Finds the cheapest row of one employee by dynamic programming over its days.
 *
 * The least that the rest of a row costs is told by a relaxation that prices the counters (Lagrangian multipliers) instead
 * of counting; the multipliers are kept from call to call, as prices change little.
 */
export class RowPlanner {
  readonly employee: number;
  readonly #days: number;
  readonly #width: number;
  readonly #automaton: RowAutomaton;
  readonly #counters: RowCounters;
  readonly #labels: LabelStore;
  /** Cost of each step of the automaton, all tiers weighed. */
  readonly #stepCost: Float64Array;
  /** By `day * states + state`: the least that the days from this one on cost, with multipliers. */
  readonly #rest: Float64Array;
  readonly #choice: Uint16Array;
  readonly #options: readonly Uint16Array[];
  readonly #multipliers: Float64Array;
  readonly #used: Float64Array;
  /** What the multipliers add, like prices. */
  readonly #charges: Float64Array;
  /** How far the relaxation is believed to lie below the truth. */
  #reach = 3000;
  #relaxed = false;
  /** Whether the last search left nothing out, so that what it found is the optimum. */
  exact = true;
  /** After a search: no row costs less than this. */
  least = Number.NEGATIVE_INFINITY;
  /** Moves of the local search that take about as long as the last search did. */
  moves = 0;

  constructor(plan: Plan, employee: number, automaton: RowAutomaton, counters: RowCounters, labels: LabelStore) {
    this.employee = employee;
    this.#days = plan.days;
    this.#width = plan.shifts + 1;
    this.#automaton = automaton;
    this.#counters = counters;
    this.#labels = labels;
    const [breach, shortage, soft] = automaton.costs;
    this.#stepCost = breach.map(
      (cost, at) =>
        cost * rowWeights[0] + (shortage[at] as number) * rowWeights[1] + (soft[at] as number) * rowWeights[2],
    );
    this.#rest = new Float64Array((plan.days + 1) * automaton.states);
    this.#choice = new Uint16Array(plan.days * automaton.states);
    this.#multipliers = new Float64Array(counters.counters);
    this.#used = new Float64Array(counters.dimensions);
    this.#charges = new Float64Array(plan.days * this.#width);
    this.#options = Array.from({ length: plan.days }, (_, day) => {
      const cell = employee * plan.days + day;
      const own = plan.options.slice(plan.optionsAt[cell], plan.optionsAt[cell + 1]);
      return own.length > 0 ? own : Uint16Array.of(plan.start[cell] as number);
    });
  }

  /**
   * Looks for a row that costs less than `below`.
   *
   * @param width labels kept for each day; fewer are faster and may miss the cheapest row
   * @returns its cost, infinite when there is none; the row is written to `row`
   */
  plan(prices: RowPrices, below: number, width: number, row: Uint16Array): number {
    const labels = this.#labels;
    this.exact = true;
    this.moves = 1;
    const offset = this.#relax(prices, below);
    this.least = (this.#rest[this.#automaton.start] as number) + offset;
    if ((this.#rest[this.#automaton.start] as number) + offset >= below) return Number.POSITIVE_INFINITY;
    labels.begin(this.#counters.dimensions, this.#automaton.start);
    for (let day = 0; day < this.#days; day += 1) {
      this.#extend(day, prices, below - offset);
      this.moves += Math.ceil((labels.to - labels.from) / labelsPerMove);
      if (labels.close(width)) this.exact = false;
      if (labels.from === labels.to) return Number.POSITIVE_INFINITY;
    }
    let best = labels.from;
    for (let label = labels.from; label < labels.to; label += 1) {
      if ((labels.cost[label] as number) < (labels.cost[best] as number)) best = label;
    }
    const cost = labels.cost[best] as number;
    if (this.exact) this.least = Math.min(cost, below);
    if (cost >= below) return Number.POSITIVE_INFINITY;
    for (let day = this.#days - 1; day >= 0; day -= 1) {
      row[day] = labels.shift[best] as number;
      best = labels.parent[best] as number;
    }
    return cost;
  }

  /** What a row costs under these prices, counted like {@link RowPlanner.plan} does. */
  costOf(row: Uint16Array, prices: RowPrices): number {
    const width = this.#width;
    const { next, start } = this.#automaton;
    const { values } = this.#labels.begin(this.#counters.dimensions, start);
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

  /**
   * Prices the counters so that the least a row costs is told as well as it can be in a few rounds.
   *
   * @returns what is to be added to the costs of the relaxation
   */
  #relax(prices: RowPrices, below: number): number {
    const { counters } = this.#counters;
    let offset = this.#charge();
    this.#backward(prices);
    if (counters === 0) return offset;
    const rounds = this.#relaxed ? roundsOfRelaxation : roundsOfFirstRelaxation;
    this.#relaxed = true;
    const best = this.#multipliers.slice();
    let most = (this.#rest[this.#automaton.start] as number) + offset;
    const first = most;
    for (let round = 0; round < rounds && most < below; round += 1) {
      const length = this.#usage();
      if (length === 0) break;
      this.#step(this.#reach / length);
      offset = this.#charge();
      this.#backward(prices);
      const least = (this.#rest[this.#automaton.start] as number) + offset;
      if (least > most) {
        most = least;
        best.set(this.#multipliers);
      } else {
        this.#reach *= 0.6;
      }
    }
    this.#reach = Math.max(30, most > first ? this.#reach * 1.3 : this.#reach);
    if (best.some((value, index) => value !== this.#multipliers[index])) {
      this.#multipliers.set(best);
      offset = this.#charge();
      this.#backward(prices);
    }
    return offset;
  }

  /** Follows the cheapest row of the relaxation and notes by how much it leaves the bounds. @returns squared length */
  #usage(): number {
    const { next, start, states } = this.#automaton;
    const { counters, countersOf, blocksOf, steps, low, high } = this.#counters;
    const used = this.#used;
    used.fill(0);
    let state = start;
    for (let day = 0; day < this.#days; day += 1) {
      const shift = this.#choice[day * states + state] as number;
      for (const counter of countersOf[day] as Int32Array) {
        used[counter] = (used[counter] as number) + (steps[counter * this.#width + shift] as number);
      }
      for (const { counter, member, length } of blocksOf[day] as RowCounters['blocksOf'][number]) {
        if (member[shift] === 1) used[counter] = (used[counter] as number) + 1 / length;
      }
      state = next[state * this.#width + shift] as number;
    }
    let length = 0;
    for (let counter = 0; counter < counters; counter += 1) {
      const value = used[counter] as number;
      const multiplier = this.#multipliers[counter] as number;
      let away = 0;
      if (value > (high[counter] as number)) away = value - (high[counter] as number);
      else if (value < (low[counter] as number)) away = value - (low[counter] as number);
      else if (multiplier > 0) away = value - (high[counter] as number);
      else if (multiplier < 0) away = value - (low[counter] as number);
      used[counter] = away;
      length += away * away;
    }
    return length;
  }

  #step(size: number): void {
    const { lowCost, highCost, low, high, ofDays } = this.#counters;
    for (let counter = 0; counter < this.#multipliers.length; counter += 1) {
      const old = this.#multipliers[counter] as number;
      let value = old + size * (this.#used[counter] as number);
      if ((old > 0 && value < 0) || (old < 0 && value > 0)) value = 0;
      // More than a breach costs would tell too much.
      const most = Number.isFinite(high[counter]) ? (highCost[counter] as number) : 0;
      const least = Number.isFinite(low[counter]) && ofDays[counter] === 1 ? -(lowCost[counter] as number) : 0;
      this.#multipliers[counter] = Math.max(least, Math.min(most, value));
    }
  }

  /** Writes the charges of the multipliers. @returns the constant that belongs to them */
  #charge(): number {
    const { counters, countersOf, blocksOf, steps, low, high } = this.#counters;
    const width = this.#width;
    const charges = this.#charges;
    charges.fill(0);
    for (let day = 0; day < this.#days; day += 1) {
      for (const counter of countersOf[day] as Int32Array) {
        const multiplier = this.#multipliers[counter] as number;
        if (multiplier === 0) continue;
        for (let shift = 0; shift < width; shift += 1) {
          const at = day * width + shift;
          charges[at] = (charges[at] as number) + multiplier * (steps[counter * width + shift] as number);
        }
      }
      for (const { counter, member, length } of blocksOf[day] as RowCounters['blocksOf'][number]) {
        // A day of a block is charged its part, which is never more than the block.
        const multiplier = this.#multipliers[counter] as number;
        if (multiplier === 0) continue;
        for (let shift = 0; shift < width; shift += 1) {
          const at = day * width + shift;
          if (member[shift] === 1) charges[at] = (charges[at] as number) + multiplier / length;
        }
      }
    }
    let offset = 0;
    for (let counter = 0; counter < counters; counter += 1) {
      const multiplier = this.#multipliers[counter] as number;
      if (multiplier > 0) offset -= multiplier * (high[counter] as number);
      else if (multiplier < 0) offset -= multiplier * (low[counter] as number);
    }
    return offset;
  }

  /** Backwards over the days: the least that is still to come. */
  #backward(prices: RowPrices): void {
    const { states, next } = this.#automaton;
    this.moves += Math.ceil(this.#choice.length / statesPerMove);
    const width = this.#width;
    const rest = this.#rest;
    for (let day = this.#days - 1; day >= 0; day -= 1) {
      const options = this.#options[day] as Uint16Array;
      const after = (day + 1) * states;
      for (let state = 0; state < states; state += 1) {
        let least = Number.POSITIVE_INFINITY;
        let chosen = 0;
        const at = state * width;
        for (let index = 0; index < options.length; index += 1) {
          const shift = options[index] as number;
          const price = day * width + shift;
          const cost =
            (prices[price] as number) +
            (this.#charges[price] as number) +
            (this.#stepCost[at + shift] as number) +
            (rest[after + (next[at + shift] as number)] as number);
          if (cost < least) {
            least = cost;
            chosen = shift;
          }
        }
        rest[day * states + state] = least;
        this.#choice[day * states + state] = chosen;
      }
    }
  }

  #extend(day: number, prices: RowPrices, below: number): void {
    const labels = this.#labels;
    const { states, next } = this.#automaton;
    const width = this.#width;
    const options = this.#options[day] as Uint16Array;
    const after = (day + 1) * states;
    const limit = below - 1e-6;
    for (let label = labels.from; label < labels.to; label += 1) {
      const at = (labels.state[label] as number) * width;
      const held = labels.cost[label] as number;
      const charged = labels.charge[label] as number;
      for (let index = 0; index < options.length; index += 1) {
        const shift = options[index] as number;
        const to = next[at + shift] as number;
        const price = day * width + shift;
        const cost = held + (prices[price] as number) + (this.#stepCost[at + shift] as number);
        const charge = charged + (this.#charges[price] as number);
        const rest = this.#rest[after + to] as number;
        if (cost + charge + rest >= limit) continue;
        labels.copy(label, to, shift);
        const total = cost + this.#count(day, shift, labels.values);
        labels.add(total, charge, rest);
      }
    }
  }

  /** Counts a shift. @returns what that costs, with the bounds that are judged after the day */
  #count(day: number, shift: number, values: Uint16Array): number {
    const { countersOf, endsOf, blocksOf, steps, low, lowCost } = this.#counters;
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
    const high = this.#counters.high[counter] as number;
    const old = values[counter] as number;
    values[counter] = old + step;
    if (old + step <= high) return 0;
    return (old + step - Math.max(high, old)) * (this.#counters.highCost[counter] as number);
  }
}

const roundsOfRelaxation = 6;
const roundsOfFirstRelaxation = 30;
/** Labels made longer, and states looked at backwards, in the time of a move of the local search. */
const labelsPerMove = 4;
const statesPerMove = 50;
