/** Seeded random numbers. The same seed text gives the same sequence. */
export class SeededRandom {
  #state: number;

  constructor(text: string) {
    this.#state = 2_166_136_261;
    for (const character of text) this.#state = Math.imul(this.#state ^ (character.codePointAt(0) ?? 0), 16_777_619);
  }

  /** Returns a number from 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns a whole number below `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** @throws RangeError if the list is empty */
  pick<Item>(list: readonly Item[]): Item {
    const [item] = list.slice(this.below(list.length));
    if (list.length === 0) throw new RangeError('The list to choose from is empty.');
    return item as Item;
  }

  /** Returns at most `count` items in their original order. */
  sample<Item>(list: readonly Item[], count: number): Item[] {
    if (list.length <= count) return [...list];
    const places = list
      .map((_item, index) => ({ draw: this.next(), index }))
      .sort((one, other) => one.draw - other.draw);
    const chosen = new Set(places.slice(0, count).map(({ index }) => index));
    return list.filter((_item, index) => chosen.has(index));
  }
}
