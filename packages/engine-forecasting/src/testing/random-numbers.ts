/** Random numbers for generated series. */
export type RandomNumbers = ReturnType<typeof randomNumbers>;

/** The same seed gives the same numbers on every machine. */
export function randomNumbers(seed: number) {
  let state = seed | 0;
  /** Returns a number in [0, 1) by mulberry32, with 32 bits of state. */
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  /** Standard normal (Box and Muller). */
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  /** Gamma distribution with scale 1 (Marsaglia and Tsang). */
  const gamma = (shape: number): number => {
    if (shape < 1) return gamma(shape + 1) * (1 - uniform()) ** (1 / shape);
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = normal();
      const v = (1 + c * x) ** 3;
      if (v > 0 && Math.log(1 - uniform()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
    }
  };
  /** Poisson distribution by inversion, or by the normal distribution for large means. */
  const poisson = (mean: number): number => {
    if (mean > 200) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
    let chance = Math.exp(-mean);
    let left = uniform() - chance;
    let found = 0;
    while (left > 0 && found < 2000) {
      found += 1;
      chance *= mean / found;
      left -= chance;
    }
    return found;
  };
  return {
    uniform,
    normal,
    gamma,
    poisson,
    between: (low: number, high: number) => low + (high - low) * uniform(),
    negativeBinomial: (mean: number, size: number) => poisson((mean * gamma(size)) / size),
  };
}
