/** Which requests a rule is for; every part that is given must fit. */
export interface FaultMatch {
  readonly api?: string;
  readonly operationId?: string;
  readonly tenantId?: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path without the sandbox's prefix and the query; `*` stands for anything. */
  readonly path?: string;
  /** Values by name in any case; `*` stands for anything. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Only the n-th request that fits the parts above, counted from 1 since the rule was set. */
  readonly nth?: number;
  /** Every n-th of these requests: the n-th, the 2n-th and so on. */
  readonly every?: number;
  /** Share of the requests that fit, drawn from the sandbox's chance. */
  readonly probability?: number;
}

/** How long to hold an answer back, in milliseconds of the sandbox's clock. */
export type FaultDelay =
  | { readonly kind: 'fixed'; readonly milliseconds: number }
  | { readonly kind: 'uniform'; readonly from: number; readonly to: number }
  /** Log-normal: half of the delays are shorter than the median; `sigma` is the spread of the logarithm. */
  | { readonly kind: 'lognormal'; readonly median: number; readonly sigma: number };

/** What goes wrong. A status replaces the answer; the other parts spoil whatever answer there is. */
export interface FaultEffect {
  /** Answered with the API's own error body. */
  readonly status?: number;
  readonly delay?: FaultDelay;
  /** Sent beside those of the answer, or instead of them; lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The connection is closed without an answer. */
  readonly reset?: boolean;
  /** Bytes of the body after which the connection breaks. */
  readonly truncateAfter?: number;
  /** Speed of the body. */
  readonly bytesPerSecond?: number;
}

/** A rule that makes requests fail on purpose. */
export interface FaultRule {
  readonly id: string;
  readonly match: FaultMatch;
  readonly effect: FaultEffect;
  /** How often it applies at most. */
  readonly times?: number;
  /** Instant in milliseconds from which on it does not apply any more. */
  readonly expiresAt?: number;
}
