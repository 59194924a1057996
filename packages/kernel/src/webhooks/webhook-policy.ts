/** How an API delivers its webhooks. */
export interface WebhookPolicy {
  /** Seconds of real time that a receiver may take to answer. */
  readonly timeoutSeconds: number;
  /** Attempts in all; 1 means no retry. */
  readonly attempts: number;
  /** Seconds of the sandbox's clock between one attempt and the next; the last number repeats. */
  readonly retryDelaysSeconds: readonly number[];
}

/** One request to a receiver. Deliveries of one API to one address keep their order. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body: unknown;
  readonly policy: WebhookPolicy;
}
