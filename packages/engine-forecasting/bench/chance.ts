/** Draws a number in [0, 1). */
export type Uniform = () => number;

/** Numbers in [0, 1); the same seed gives the same numbers, and seeds that follow each other unlike ones. */
export function uniform(seed: number): Uniform {
  return mulberry32(seed * 0x9e3779b1);
}

/** Mulberry32: a small generator of numbers in [0, 1) with 32 bits of state. */
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
export function normal(random: Uniform): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Poisson distributed count: Knuth's product in pieces of at most 30, so that the exponential does not vanish. */
export function poisson(random: Uniform, mean: number): number {
  let count = 0;
  let rest = mean;
  while (rest > 0) {
    const piece = Math.min(30, rest);
    const limit = Math.exp(-piece);
    let product = random();
    while (product > limit) {
      count += 1;
      product *= random();
    }
    rest -= piece;
  }
  return count;
}

/** Gamma distributed number with scale 1 (Marsaglia and Tsang). */
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
