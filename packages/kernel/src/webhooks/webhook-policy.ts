/** The signature settings of webhooks. */
export interface WebhookSignature {
  /** The signature scheme: Standard Webhooks, or an HMAC-SHA256 of the body with or without a timestamp. */
  readonly scheme: 'standard' | 'timestamped' | 'versioned' | 'body' | 'hex';
  /** Secrets, newest first. During rotation, each secret yields a signature. */
  readonly secrets: readonly string[];
  /** Name of the signature header, unless the scheme determines it. */
  readonly header?: string;
}

/** The rules by which an API delivers its webhooks. */
export interface WebhookPolicy {
  /** Seconds of real time to wait for the response. */
  readonly timeoutSeconds: number;
  /** Maximum number of attempts. */
  readonly attempts: number;
  /** Seconds of the sandbox's clock between attempts. The last value applies to all further attempts. */
  readonly retryDelaysSeconds: readonly number[];
  /** Statuses that count as success. Any 2xx by default. */
  readonly successStatuses?: readonly number[];
  /** True if later deliveries can overtake retries. */
  readonly retriesApart?: boolean;
  readonly signature?: WebhookSignature;
}

/** The HTTP methods that webhooks can use. */
export type WebhookMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'GET' | 'HEAD' | 'OPTIONS';

/** A webhook request. An API's deliveries are ordered by URL or queue. */
export interface WebhookRequest {
  readonly url: string;
  /** HTTP method; POST by default. */
  readonly method?: WebhookMethod;
  readonly headers: Readonly<Record<string, string>>;
  /** Body, sent as JSON or as a form depending on `content-type`. */
  readonly body: unknown;
  readonly policy: WebhookPolicy;
  /** Name of the queue that determines the order, instead of the URL. */
  readonly queue?: string;
}
