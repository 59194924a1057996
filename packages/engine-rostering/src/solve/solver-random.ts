/** A seeded random number generator for the search, with the same sequence on every machine. */
export class SolverRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed ^ 0x9e3779b9) >>> 0;
  }

  /** Returns a number from 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  }

  /** Returns a whole number from 0 to below `limit`. */
  below(limit: number): number {
    return (this.next() * limit) | 0;
  }

  shuffle<Item>(items: Item[]): void {
    for (let index = items.length - 1; index > 0; index -= 1) {
      const other = this.below(index + 1);
      [items[index], items[other]] = [items[other] as Item, items[index] as Item];
    }
  }

  /**
   * Returns an exponentially distributed number with mean 1: the cost increase that a search at temperature 1 accepts.
   */
  loss(): number {
    return losses[this.below(losses.length)] as number;
  }
}

/** -ln((i + 0.5) / n) for i from 0 to n - 1, without Math.log, whose last digit depends on the machine. */
const losses = ((): Float64Array => {
  const table = new Float64Array(4096);
  for (let index = 0; index < table.length; index += 1) table[index] = -naturalLog((index + 0.5) / table.length);
  return table;
})();

function naturalLog(value: number): number {
  let halvings = 0;
  let rest = value;
  while (rest < 0.75) {
    rest *= 2;
    halvings += 1;
  }
  // ln x = 2 artanh((x - 1) / (x + 1))
  const ratio = (rest - 1) / (rest + 1);
  const square = ratio * ratio;
  let power = ratio;
  let sum = 0;
  for (let odd = 1; odd < 40; odd += 2) {
    sum += power / odd;
    power *= square;
  }
  return 2 * sum - halvings * Math.LN2;
}
