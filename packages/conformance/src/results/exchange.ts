/** A redacted request and response with bodies of up to 8 KiB. */
export interface RedactedExchange {
  api?: string;
  operationId?: string;
  request: { method: string; url: string; headers: Record<string, string>; body?: string; bodyBytes: number };
  response?: { status: number; headers: Record<string, string>; body?: string; bodyBytes: number };
  /** The reason why there is no response. */
  error?: string;
  /** ISO 8601, UTC. */
  startedAt?: string;
  durationMilliseconds: number;
  /** The number of earlier 429 responses. */
  throttled?: number;
  /** Contract violations in the request, which negative scenarios cause on purpose. */
  requestNotes: string[];
}
