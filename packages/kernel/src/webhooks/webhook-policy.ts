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
  /** Seconds of real time in which a receiver must finish its response. */
  readonly timeoutSeconds: number;
  /** Attempts in all; 1 means no retry. */
  readonly attempts: number;
  /** Seconds of the sandbox's clock between one attempt and the next; the last number repeats. */
  readonly retryDelaysSeconds: readonly number[];
  /** Statuses that count as received; any 2xx when absent. */
  readonly successStatuses?: readonly number[];
  /** Whether later deliveries continue while one waits for a retry: only first attempts keep their order then. */
  readonly retriesApart?: boolean;
  readonly signature?: WebhookSignature;
}

/** A method of HTTP that a webhook may go out by. */
export type WebhookMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'GET' | 'HEAD' | 'OPTIONS';

/** One request to a receiver. Deliveries of one API to one address, or of one queue, keep their order. */
export interface WebhookRequest {
  readonly url: string;
  /** POST unless given. */
  readonly method?: WebhookMethod;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON, or as it is where `content-type` is that of a form; undefined sends none. */
  readonly body: unknown;
  readonly policy: WebhookPolicy;
  /** What keeps its order, where that is not the address. */
  readonly queue?: string;
}
