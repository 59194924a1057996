import type { FaultEffect } from '../faults/fault-rule.js';

/** A request from any transport. */
export interface IncomingRequest {
  readonly method: string;
  readonly url: string;
  /** Scheme and authority that the caller used, such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Bytes of an unread body: it is too large, or there is no operation. */
  readonly unread?: number;
  /** Name of the sandbox that sends the webhook. Waiting for its deactivation would be a deadlock. */
  readonly sender?: string;
}

/** A response for any transport. */
export interface OutgoingResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for no body. A stream is sent in chunks. */
  readonly body: string | Uint8Array | AsyncIterable<string> | undefined;
  /** An injected transport failure. */
  readonly transportFault?: Pick<FaultEffect, 'reset' | 'truncateAfter' | 'bytesPerSecond'> | undefined;
}
