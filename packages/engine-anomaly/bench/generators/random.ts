export type Random = ReturnType<typeof randomOf>;

/** Seeded random numbers, the same on every machine. `integer` includes both ends. */
export function randomOf(seed: number) {
  let state = seed >>> 0;
  // mulberry32: 32 bits of state, passes the usual tests of evenness.
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const exponential = (mean: number) => -mean * Math.log(1 - uniform());
  const between = (low: number, high: number) => low + (high - low) * uniform();
  const integer = (low: number, high: number) => low + Math.floor(uniform() * (high - low + 1));
  const chance = (probability: number) => uniform() < probability;
  const pick = <Item>(items: readonly Item[]): Item => itemAt(items, Math.floor(uniform() * items.length));
  const weighted = <Item>(pairs: readonly (readonly [Item, number])[]): Item => {
    let left = uniform() * pairs.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of pairs) {
      left -= weight;
      if (left < 0) return value;
    }
    return itemAt(pairs, pairs.length - 1)[0];
  };
  const shuffle = <Item>(items: readonly Item[]): Item[] => {
    const copy = [...items];
    for (let index = copy.length - 1; index > 0; index -= 1) {
      const other = Math.floor(uniform() * (index + 1));
      [copy[index], copy[other]] = [itemAt(copy, other), itemAt(copy, index)];
    }
    return copy;
  };
  return { uniform, normal, exponential, between, integer, chance, pick, weighted, shuffle };
}

function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`There is no item ${index} of ${items.length}.`);
  return item;
}
