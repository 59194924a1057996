/** A set of queues, one per owner. Owners take turns, regardless of the lengths of their queues. */
export class RoundRobinQueue<Item> {
  /** Queues in order of turns. No queue is empty. */
  readonly #lines = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(who: string, item: Item): void {
    const line = this.#lines.get(who);
    if (line === undefined) this.#lines.set(who, [item]);
    else line.push(item);
    this.#size += 1;
  }

  shift(): Item | undefined {
    for (const [who, line] of this.#lines) {
      const item = line.shift();
      this.#size -= 1;
      this.#lines.delete(who);
      if (line.length > 0) this.#lines.set(who, line);
      return item;
    }
    return undefined;
  }

  unshift(who: string, item: Item): void {
    const others = [...this.#lines].filter(([name]) => name !== who);
    const line = [item, ...(this.#lines.get(who) ?? [])];
    this.#lines.clear();
    for (const [name, each] of [[who, line] as const, ...others]) this.#lines.set(name, each);
    this.#size += 1;
  }

  remove(item: Item): void {
    for (const [who, line] of this.#lines) {
      const at = line.indexOf(item);
      if (at === -1) continue;
      line.splice(at, 1);
      this.#size -= 1;
      if (line.length === 0) this.#lines.delete(who);
      return;
    }
  }
}
