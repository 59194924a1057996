/** One request with its answer, secrets redacted, bodies as text cut to 8 KiB. */
export interface Exchange {
  api?: string;
  operationId?: string;
  request: { method: string; url: string; headers: Record<string, string>; body?: string; bodyBytes: number };
  response?: { status: number; headers: Record<string, string>; body?: string; bodyBytes: number };
  /** Why there is no response. */
  error?: string;
  /** ISO 8601, UTC. */
  startedAt?: string;
  durationMilliseconds: number;
  /** How often the target answered 429 before, and was waited for. */
  throttled?: number;
  /** Where the request itself leaves the contract. Never a failure: negative scenarios do it on purpose. */
  requestNotes: string[];
}
