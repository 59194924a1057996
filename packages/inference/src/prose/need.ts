/** A condition under which an operation is possible. */
export interface Need {
  readonly condition: string;
  /** The condition under which the sentence allows more than the one before. */
  readonly widens?: string;
  /** True if only words of the sentence were read. */
  readonly isLoose?: boolean;
  /** True if the sentence names a state, but no error in other states. */
  readonly isWeak?: boolean;
}
