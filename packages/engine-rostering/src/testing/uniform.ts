import { seeded } from './random-definition.js';

/** Draws a number in [0, 1). */
export type Uniform = () => number;

/** Numbers that are the same for the same seed on every machine; small seeds that lie side by side are spread out. */
export function uniform(seed: number): Uniform {
  return seeded(Math.imul(seed, 0x9e3779b1));
}
