import type { JsonPatch } from '@understudy/contract';

/** Selects requests. All specified parts must match. */
export interface FaultMatch {
  readonly api?: string;
  readonly operationId?: string;
  readonly tenantId?: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path without sandbox prefix and query. `*` is a wildcard; `{id}` is a wildcard within a segment. */
  readonly path?: string;
  /** Header values by name. `*` is a wildcard; null requires the header to be absent. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly query?: Readonly<Record<string, string | null>>;
  /**
   * A string that the whole body must match, or a JSON value whose members the body must contain. `*` is a wildcard in
   * strings.
   */
  readonly body?: unknown;
  /** A condition on the request and the records of the API, such as `find("customers", body.customerId).blocked`. */
  readonly if?: string;
  /** Matches only the n-th request since the rule was set. */
  readonly nth?: number;
  readonly every?: number;
  readonly probability?: number;
}

/** A response delay in milliseconds of the sandbox's clock. */
export type FaultDelay =
  | { readonly kind: 'fixed'; readonly milliseconds: number }
  | { readonly kind: 'uniform'; readonly from: number; readonly to: number }
  /** A log-normal distribution. `sigma` is the standard deviation of the logarithm. */
  | { readonly kind: 'lognormal'; readonly median: number; readonly sigma: number };

/** Renders the body and headers of a response as templates, in the template language of another tool. */
export interface ResponseTemplate {
  readonly language: 'mockoon' | 'mockserver' | 'wiremock';
  /** Values that the template can use. A string that begins with `=` is an expression on the API's records. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The effect of a fault rule. A status or body replaces the response; the other members modify it. */
export interface FaultEffect {
  /** Status of the response. An error status without a body gets the API's own error body. */
  readonly status?: number;
  /** Body of the response: a string is sent as is, any other value as JSON. */
  readonly body?: unknown;
  readonly base64?: string;
  /** Changes the JSON body of a successful response. `status` then does not replace the response. */
  readonly patch?: JsonPatch;
  readonly delay?: FaultDelay;
  /** Headers to add or replace, with lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** If present, the body and the headers are templates. */
  readonly template?: ResponseTemplate;
  readonly reset?: boolean;
  /** Number of body bytes to send before the connection breaks. */
  readonly truncateAfter?: number;
  readonly bytesPerSecond?: number;
}

/** A state machine that several rules share. Its initial state is `Started`. */
interface RuleScenario {
  readonly name: string;
  /** The state in which the rule matches. Default: any. */
  readonly when?: string;
  /** The state after the rule is applied. Default: unchanged. */
  readonly then?: string;
}

/** A rule that injects a fault into requests or returns a given response. */
export interface FaultRule {
  readonly id: string;
  readonly match: FaultMatch;
  readonly effect: FaultEffect;
  /** False if the rule is disabled and matches no request. */
  readonly enabled?: false;
  /** Maximum number of times the rule applies. */
  readonly times?: number;
  readonly scenario?: RuleScenario;
  /** Expiry in milliseconds of the sandbox's clock. */
  readonly expiresAt?: number;
}
