/** A mutated value and its mutation. */
export interface MutatedValue {
  readonly what: string;
  readonly value: unknown;
}
