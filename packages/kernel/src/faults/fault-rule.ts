import type { JsonPatch } from '@understudy/contract';

/** Selects requests; all given parts must match. */
export interface FaultMatch {
  readonly api?: string;
  readonly operationId?: string;
  readonly tenantId?: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path without the sandbox prefix and the query; `*` is a wildcard, `{id}` one within a segment. */
  readonly path?: string;
  /** Values by name; `*` is a wildcard, and null requires that there is none. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly query?: Readonly<Record<string, string | null>>;
  /** A text for the whole body, or a JSON value whose members the body must have; `*` is a wildcard in texts. */
  readonly body?: unknown;
  /** Only the n-th matching request since the rule was set. */
  readonly nth?: number;
  /** Every n-th matching request. */
  readonly every?: number;
  /** Share of matching requests, drawn at random. */
  readonly probability?: number;
}

/** Delay of a response in milliseconds of the sandbox's clock. */
export type FaultDelay =
  | { readonly kind: 'fixed'; readonly milliseconds: number }
  | { readonly kind: 'uniform'; readonly from: number; readonly to: number }
  /** Log-normal: `sigma` is the deviation of the logarithm. */
  | { readonly kind: 'lognormal'; readonly median: number; readonly sigma: number };

/** The effect of a fault. A status or a body replaces the response; the other parts modify it. */
export interface FaultEffect {
  /** An error without a body has the API's own. */
  readonly status?: number;
  /** A text as it is, or a value as JSON. */
  readonly body?: unknown;
  /** The body as bytes. */
  readonly base64?: string;
  /** Changes the JSON body of a successful response, which `status` does not replace. */
  readonly patch?: JsonPatch;
  readonly delay?: FaultDelay;
  /** Added or replaced headers, with lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Closes the connection without a response. */
  readonly reset?: boolean;
  /** Bytes of the body before the connection breaks. */
  readonly truncateAfter?: number;
  readonly bytesPerSecond?: number;
}

/** A rule that makes requests fail on purpose, or answers them. */
export interface FaultRule {
  readonly id: string;
  readonly match: FaultMatch;
  readonly effect: FaultEffect;
  /** Maximum number of uses. */
  readonly times?: number;
  /** Milliseconds. */
  readonly expiresAt?: number;
}
