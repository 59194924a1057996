import type { IndexKey } from './index-key.js';

/** How many keys begin with the same parts, for each number of parts that someone has asked about. */
export class StartCounts {
  /** By the number of parts, and by the parts. */
  readonly #counts = new Map<number, Map<string, number>>();
  /** Parts of the shortest key: of one that is shorter than what is asked about, nothing can be said. */
  #shortest = Number.POSITIVE_INFINITY;

  /** A key has come, or gone. */
  note(key: IndexKey, by: 1 | -1): void {
    this.#shortest = Math.min(this.#shortest, key.length);
    for (const [length, counts] of this.#counts) if (length <= key.length) add(counts, key.slice(0, length), by);
  }

  /**
   * Number of keys with these first parts; undefined if some keys are shorter.
   * @param keys all keys, read once per number of parts
   */
  of(start: IndexKey, keys: () => Iterable<IndexKey>): number | undefined {
    if (start.length > this.#shortest) return undefined;
    let counts = this.#counts.get(start.length);
    if (counts === undefined) {
      counts = new Map();
      for (const key of keys()) add(counts, key.slice(0, start.length), 1);
      this.#counts.set(start.length, counts);
    }
    return counts.get(textOf(start)) ?? 0;
  }
}

function add(counts: Map<string, number>, start: IndexKey, by: 1 | -1): void {
  const text = textOf(start);
  const count = (counts.get(text) ?? 0) + by;
  if (count === 0) counts.delete(text);
  else counts.set(text, count);
}

function textOf(start: IndexKey): string {
  return JSON.stringify(start);
}
