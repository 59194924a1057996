import type { RowRules } from './row-relaxation.js';

/** More values than this take too much time and memory. */
const mostValues = 1200;

/** Computes the minimum cost of the rest of a row, with exact counts for one counter and prices for the others. */
export class CountedRest {
  readonly counter: number;
  /** Number of distinct values; the last one stands for all higher ones, which behave alike. */
  readonly values: number;
  /** Shifts that are tried for each of them. */
  readonly width: number;
  /** At `(day * states + state) * values + value`: of the days from this one on, charges included. */
  readonly rest: Float64Array;
  readonly #rules: RowRules;
  readonly #counts: Uint8Array;
  /** By day: one more than the highest value that may be there before it. */
  readonly #reached: Int32Array;
  readonly #ends: Uint8Array;

  /** @returns undefined where no counter has a lower bound, or its values are too many */
  static of(rules: RowRules): CountedRest | undefined {
    const { counters, low, lowCost, ofDays } = rules.counters;
    let chosen = -1;
    let most = 0;
    for (let counter = 0; counter < counters; counter += 1) {
      if (ofDays[counter] !== 1 || !Number.isFinite(low[counter])) continue;
      const size = (low[counter] as number) * (lowCost[counter] as number);
      if (size <= most) continue;
      most = size;
      chosen = counter;
    }
    return chosen < 0 || valuesOf(rules, chosen) > mostValues ? undefined : new CountedRest(rules, chosen);
  }

  private constructor(rules: RowRules, counter: number) {
    const { plan, automaton, counters } = rules;
    this.#rules = rules;
    this.counter = counter;
    this.values = valuesOf(rules, counter);
    this.width = plan.shifts + 1;
    this.rest = new Float64Array((plan.days + 1) * automaton.states * this.values);
    this.#counts = Uint8Array.from(counters.countersOf, (list) => (list.includes(counter) ? 1 : 0));
    this.#reached = new Int32Array(plan.days);
    let reached = 0;
    for (let day = 0; day < plan.days; day += 1) {
      this.#reached[day] = Math.min(this.values, reached + 1);
      let step = 0;
      for (const shift of rules.options[day] ?? []) {
        step = Math.max(step, counters.steps[counter * (plan.shifts + 1) + shift] as number);
      }
      reached += this.#counts[day] === 1 ? step : 0;
    }
    this.#ends = Uint8Array.from(counters.endsOf, (list) => (list.includes(counter) ? 1 : 0));
  }

  /** @param charges what the multipliers of the other counters add to prices */
  solve(prices: Float64Array, charges: Float64Array): void {
    const { plan, automaton, counters, stepCost, options } = this.#rules;
    const { values, rest, counter } = this;
    const { states, next } = automaton;
    const width = plan.shifts + 1;
    const low = counters.low[counter] as number;
    const lowCost = counters.lowCost[counter] as number;
    const high = counters.high[counter] as number;
    const highCost = counters.highCost[counter] as number;
    for (let day = plan.days - 1; day >= 0; day -= 1) {
      const own = options[day] as Uint16Array;
      const ends = this.#ends[day] === 1;
      const reached = this.#reached[day] as number;
      for (let state = 0; state < states; state += 1) {
        const here = (day * states + state) * values;
        rest.fill(Number.POSITIVE_INFINITY, here, here + values);
        for (let index = 0; index < own.length; index += 1) {
          const shift = own[index] as number;
          const at = state * width + shift;
          const price = day * width + shift;
          const cost = (prices[price] as number) + (charges[price] as number) + (stepCost[at] as number);
          const after = ((day + 1) * states + (next[at] as number)) * values;
          const step = this.#counts[day] === 1 ? (counters.steps[counter * width + shift] as number) : 0;
          for (let value = 0; value < reached; value += 1) {
            const grown = value + step;
            let total = cost;
            if (step > 0 && grown > high) total += (grown - Math.max(high, value)) * highCost;
            if (ends) {
              if (grown < low) total += (low - grown) * lowCost;
              total += rest[after] as number;
            } else {
              total += rest[after + (grown < values ? grown : values - 1)] as number;
            }
            if (total < (rest[here + value] as number)) rest[here + value] = total;
          }
        }
      }
    }
  }
}

/** One more than the highest bound: above it every value costs the same for each step. */
function valuesOf({ counters }: RowRules, counter: number): number {
  const high = counters.high[counter] as number;
  const low = counters.low[counter] as number;
  return Math.max(1, (Number.isFinite(high) ? Math.floor(high) + 1 : Math.ceil(low)) + 1);
}
