import type { SpreadRule } from './plan.js';

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
