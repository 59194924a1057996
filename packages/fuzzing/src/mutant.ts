/** A mutated value, and what was done to it. */
export interface Mutant {
  readonly what: string;
  readonly value: unknown;
}
