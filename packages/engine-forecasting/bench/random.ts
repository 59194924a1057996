import { gamma, mulberry32, normal } from './chance.ts';

/** Seeded random numbers for the series of the benchmark. */
export interface RandomNumbers {
  uniform(): number;
  normal(): number;
  gamma(shape: number): number;
  between(low: number, high: number): number;
  poisson(mean: number): number;
  negativeBinomial(mean: number, size: number): number;
}

/** The same seed gives the same numbers on every machine. */
export function randomOf(seed: number): RandomNumbers {
  const uniform = mulberry32(seed);
  const between = (low: number, high: number) => low + (high - low) * uniform();
  /** By inversion; large means by the normal distribution. */
  const poisson = (mean: number): number => {
    if (mean > 200) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(uniform)));
    let chance = Math.exp(-mean);
    let left = uniform() - chance;
    let count = 0;
    while (left > 0 && count < 2000) {
      count += 1;
      chance *= mean / count;
      left -= chance;
    }
    return count;
  };
  /** Poisson whose mean is gamma distributed: variance mean + mean^2 / size. */
  const negativeBinomial = (mean: number, size: number) => poisson((mean * gamma(uniform, size)) / size);
  return {
    uniform,
    normal: () => normal(uniform),
    gamma: (shape: number) => gamma(uniform, shape),
    between,
    poisson,
    negativeBinomial,
  };
}
