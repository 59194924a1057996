/** Seeded random numbers for made-up data: the same seed gives the same numbers on every machine. */
export function randomOf(seed) {
  let state = seed >>> 0;
  // mulberry32: 32 bits of state, passes the usual tests of evenness.
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const exponential = (mean) => -mean * Math.log(1 - uniform());
  const between = (low, high) => low + (high - low) * uniform();
  /** From `low` up to and with `high`. */
  const integer = (low, high) => low + Math.floor(uniform() * (high - low + 1));
  const chance = (probability) => uniform() < probability;
  const pick = (items) => items[Math.floor(uniform() * items.length)];
  /** One of `[value, weight]` pairs. */
  const weighted = (pairs) => {
    let left = uniform() * pairs.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of pairs) {
      left -= weight;
      if (left < 0) return value;
    }
    return pairs.at(-1)[0];
  };
  const shuffle = (items) => {
    const copy = [...items];
    for (let index = copy.length - 1; index > 0; index -= 1) {
      const other = Math.floor(uniform() * (index + 1));
      [copy[index], copy[other]] = [copy[other], copy[index]];
    }
    return copy;
  };
  return { uniform, normal, exponential, between, integer, chance, pick, weighted, shuffle };
}
