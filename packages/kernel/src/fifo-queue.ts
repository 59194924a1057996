/** A queue whose items can all be removed in constant time. */
export class FifoQueue<Item> {
  readonly #items = new Map<number, Item>();
  readonly #places = new Map<Item, number>();
  #head = 0;
  #end = 0;

  get size(): number {
    return this.#items.size;
  }

  get first(): Item | undefined {
    return this.#items.get(this.#head);
  }

  /** Appends an item unless it is already in the queue. */
  push(item: Item): void {
    if (this.#places.has(item)) return;
    this.#items.set(this.#end, item);
    this.#places.set(item, this.#end);
    this.#end += 1;
  }

  delete(item: Item): void {
    const place = this.#places.get(item);
    if (place === undefined) return;
    this.#places.delete(item);
    this.#items.delete(place);
    while (this.#head < this.#end && !this.#items.has(this.#head)) this.#head += 1;
  }
}
