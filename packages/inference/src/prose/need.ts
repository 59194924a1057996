/** A condition under which an operation is possible. */
export interface Need {
  readonly condition: string;
  /** An additional condition under which this sentence allows the operation, unlike the previous one. */
  readonly widens?: string;
  /** True if only some words of the sentence were understood. */
  readonly isLoose?: boolean;
  /** True if the sentence mentions a state, but no error in other states. */
  readonly isWeak?: boolean;
}
