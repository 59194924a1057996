import type { SolverPlan } from '../plan.js';
import type { RowAutomaton } from './row-automaton.js';
import type { RowCounters } from './row-counters.js';

const roundsOfRelaxation = 2;
const roundsOfFirstRelaxation = 30;
/** Work of looking at a next shift in a state, and of charging a counter for a day. */
const workPerStep = 0.003;
const workPerCharge = 0.01;

/** The prices of a row: the cost of a shift at `day * (shifts + 1) + shift`, without the rules of the employee. */
export type RowPrices = Float64Array;

/** The rules of an employee for the dynamic program and its relaxation. */
export interface RowRules {
  readonly plan: SolverPlan;
  readonly automaton: RowAutomaton;
  readonly counters: RowCounters;
  /** Cost of each step of the automaton, all tiers weighed. */
  readonly stepCost: Float64Array;
  /** By day. */
  readonly options: readonly Uint16Array[];
}

/** Lower bound of the cost of a row with priced counters. The next call reuses the prices (Lagrangian multipliers). */
export class RowRelaxation {
  /** By `day * states + state`: the least that the days from this one on cost, charges included. */
  rest: Float64Array;
  /** What the multipliers add, like prices. */
  readonly charges: Float64Array;
  /** The work of the last call. */
  work = 0;
  #workOfRound = 0;
  readonly #days: number;
  readonly #width: number;
  readonly #automaton: RowAutomaton;
  readonly #counters: RowCounters;
  readonly #stepCost: Float64Array;
  readonly #options: readonly Uint16Array[];
  #choice: Uint16Array;
  /** Of the best multipliers so far, while others are tried. */
  #otherRest: Float64Array;
  #otherChoice: Uint16Array;
  /** Prices and charges of a day. */
  readonly #sums: Float64Array;
  readonly #multipliers: Float64Array;
  readonly #best: Float64Array;
  readonly #used: Float64Array;
  /** An estimate of how far the relaxation lies below the true cost. */
  #reach = 3000;
  #relaxed = false;

  constructor({ plan, automaton, counters, stepCost, options }: RowRules) {
    this.#days = plan.days;
    this.#width = plan.shifts + 1;
    this.#automaton = automaton;
    this.#counters = counters;
    this.#stepCost = stepCost;
    this.#options = options;
    this.rest = new Float64Array((plan.days + 1) * automaton.states);
    this.#choice = new Uint16Array(plan.days * automaton.states);
    this.#otherRest = new Float64Array(this.rest.length);
    this.#otherChoice = new Uint16Array(this.#choice.length);
    this.#sums = new Float64Array(this.#width);
    this.#multipliers = new Float64Array(counters.counters);
    this.#best = new Float64Array(counters.counters);
    this.#used = new Float64Array(counters.counters);
    this.charges = new Float64Array(plan.days * this.#width);
  }

  /** Prices the counters for the highest lower bound of a row below `below`. Returns what to add to the relaxation. */
  solve(prices: RowPrices, below: number): number {
    const { counters } = this.#counters;
    this.work = 0;
    let steps = 0;
    for (const { length } of this.#options) steps += length;
    this.#workOfRound =
      steps * this.#automaton.states * workPerStep + counters * this.#days * this.#width * workPerCharge;
    let offset = this.#charge();
    this.#backward(prices);
    if (counters === 0) return offset;
    const rounds = this.#relaxed ? roundsOfRelaxation : roundsOfFirstRelaxation;
    this.#relaxed = true;
    const best = this.#best;
    best.set(this.#multipliers);
    let most = (this.rest[this.#automaton.start] as number) + offset;
    const first = most;
    // True if the last result belongs to the best multipliers.
    let atBest = true;
    for (let round = 0; round < rounds && most < below; round += 1) {
      const length = this.#usage();
      if (length === 0) break;
      this.#step(this.#reach / length);
      if (atBest) this.#swap();
      offset = this.#charge();
      this.#backward(prices);
      const least = (this.rest[this.#automaton.start] as number) + offset;
      atBest = least > most;
      if (atBest) {
        most = least;
        best.set(this.#multipliers);
      } else {
        this.#reach *= 0.6;
      }
    }
    this.#reach = Math.max(30, most > first ? this.#reach * 1.3 : this.#reach);
    if (!atBest) {
      this.#multipliers.set(best);
      offset = this.#charge();
      this.#swap();
    }
    return offset;
  }

  /** Follows the cheapest row of the relaxation and notes by how much it exceeds the bounds. @returns squared length */
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
      // A multiplier above the price of a breach would give too high a bound.
      const most = Number.isFinite(high[counter]) ? (highCost[counter] as number) : 0;
      const least = Number.isFinite(low[counter]) && ofDays[counter] === 1 ? -(lowCost[counter] as number) : 0;
      this.#multipliers[counter] = Math.max(least, Math.min(most, value));
    }
  }

  /** Writes the charges of the multipliers. @returns the constant that belongs to them */
  #charge(): number {
    const { counters, countersOf, blocksOf, steps, low, high } = this.#counters;
    const width = this.#width;
    const charges = this.charges;
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
        // Each day of a block is charged its part. Together they are never charged more than the block.
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

  #swap(): void {
    [this.rest, this.#otherRest] = [this.#otherRest, this.rest];
    [this.#choice, this.#otherChoice] = [this.#otherChoice, this.#choice];
  }

  /** Backwards over the days: the least that is still to come. */
  #backward(prices: RowPrices): void {
    const { states, next } = this.#automaton;
    this.work += this.#workOfRound;
    const width = this.#width;
    const { rest } = this;
    const choice = this.#choice;
    const charges = this.charges;
    const stepCost = this.#stepCost;
    const sums = this.#sums;
    for (let day = this.#days - 1; day >= 0; day -= 1) {
      const options = this.#options[day] as Uint16Array;
      const after = (day + 1) * states;
      const count = options.length;
      for (let index = 0; index < count; index += 1) {
        const price = day * width + (options[index] as number);
        sums[index] = (prices[price] as number) + (charges[price] as number);
      }
      for (let state = 0; state < states; state += 1) {
        let least = Number.POSITIVE_INFINITY;
        let chosen = 0;
        const base = state * width;
        for (let index = 0; index < count; index += 1) {
          const shift = options[index] as number;
          const at = base + shift;
          const cost =
            (sums[index] as number) + (stepCost[at] as number) + (rest[after + (next[at] as number)] as number);
          if (cost < least) {
            least = cost;
            chosen = shift;
          }
        }
        rest[day * states + state] = least;
        choice[day * states + state] = chosen;
      }
    }
  }
}
