/** How webhooks are signed. */
export interface WebhookSignature {
  /** Standard Webhooks, or an HMAC-SHA256 of the body, with or without a timestamp. */
  readonly scheme: 'standard' | 'timestamped' | 'versioned' | 'body';
  /** Newest first. While a secret is rotated, each of them signs. */
  readonly secrets: readonly string[];
  /** Name of the header with the signature, where the scheme does not fix it. */
  readonly header?: string;
}

/** How an API delivers its webhooks. */
export interface WebhookPolicy {
  /** Seconds of real time for the response. */
  readonly timeoutSeconds: number;
  /** Total attempts. */
  readonly attempts: number;
  /** Seconds of the sandbox's clock between attempts; the last one repeats. */
  readonly retryDelaysSeconds: readonly number[];
  /** Any 2xx by default. */
  readonly successStatuses?: readonly number[];
  /** Whether later deliveries overtake retries. */
  readonly retriesApart?: boolean;
  readonly signature?: WebhookSignature;
}

/** A method of HTTP that a webhook may go out by. */
export type WebhookMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'GET' | 'HEAD' | 'OPTIONS';

/** A webhook request. Deliveries of an API are ordered by URL or queue. */
export interface WebhookRequest {
  readonly url: string;
  /** POST by default. */
  readonly method?: WebhookMethod;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON, or as a form by its `content-type`. */
  readonly body: unknown;
  readonly policy: WebhookPolicy;
  /** Replaces the URL for ordering. */
  readonly queue?: string;
}
