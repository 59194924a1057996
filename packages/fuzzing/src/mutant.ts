/** A mutated value and its mutation. */
export interface Mutant {
  readonly what: string;
  readonly value: unknown;
}
