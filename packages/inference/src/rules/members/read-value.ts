/** The value of a member. */
export interface Read {
  readonly expression: string;
  /** True if it is a whole object, such as an amount with its currency. */
  readonly isWhole?: boolean;
  readonly on?: 'create';
}
