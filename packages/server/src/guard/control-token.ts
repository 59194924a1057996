/** What a token of the control plane may do: look, make sandboxes and do anything in those, or do anything. */
export type TokenScope = 'read' | 'own sandboxes' | 'all';

/** What the holder of a token may use of a server; what is absent has no limit of its own. */
export interface TokenLimits {
  /** Sandboxes of its own. */
  readonly sandboxes?: number;
  /** Bytes that the records of its sandboxes, messages among them, and its snapshots take together, about. */
  readonly storedBytes?: number;
  /** To the control plane with the token, and to its sandboxes. */
  readonly requestsPerSecond?: number;
  /** Event streams that are open at once. */
  readonly streams?: number;
  /** Jobs of its sandboxes that are computed at once; others wait. */
  readonly computing?: number;
}

/** A token of the control plane. */
export interface ControlToken {
  /** What it is called in journals and logs, which never have its value: lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly value: string;
  readonly scope: TokenScope;
  readonly limits?: TokenLimits;
}
