/** Returns a number in [0, 1). */
export type Uniform = () => number;

/** Uniform numbers for a seed. Adjacent seeds give unrelated numbers. */
export const uniform = (seed: number): Uniform => mulberry32(seed * 0x9e3779b1);

/** Mulberry32: a generator with 32 bits of state. */
export function mulberry32(start: number): Uniform {
  let state = start | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Standard normal number (Box and Muller). */
export const normal = (random: Uniform): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Poisson count: Knuth's product in pieces of at most 30, so that the exponential does not vanish. */
export function poisson(random: Uniform, mean: number): number {
  let count = 0;
  for (let rest = mean; rest > 0; rest -= 30) {
    const limit = Math.exp(-Math.min(30, rest));
    for (let product = random(); product > limit; product *= random()) count += 1;
  }
  return count;
}

/** Gamma number with scale 1 (Marsaglia and Tsang). */
export function gamma(random: Uniform, shape: number): number {
  if (shape < 1) return gamma(random, shape + 1) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** Negative binomial count with this mean and `variance`, which must exceed it. */
export function negativeBinomial(random: Uniform, mean: number, variance: number): number {
  const shape = (mean * mean) / (variance - mean);
  return poisson(random, (gamma(random, shape) * mean) / shape);
}

/** Random numbers for generated series. */
export type RandomNumbers = ReturnType<typeof randomNumbers>;

/** The same seed gives the same numbers on every machine. */
export function randomNumbers(seed: number) {
  const random = mulberry32(seed);
  /** By inversion, and by the normal distribution for large means. */
  const count = (mean: number): number => {
    if (mean > 200) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
    let chance = Math.exp(-mean);
    let left = random() - chance;
    let found = 0;
    while (left > 0 && found < 2000) {
      found += 1;
      chance *= mean / found;
      left -= chance;
    }
    return found;
  };
  return {
    uniform: random,
    normal: () => normal(random),
    gamma: (shape: number) => gamma(random, shape),
    between: (low: number, high: number) => low + (high - low) * random(),
    poisson: count,
    /** Variance: mean + mean² / size. */
    negativeBinomial: (mean: number, size: number) => count((mean * gamma(random, size)) / size),
  };
}
