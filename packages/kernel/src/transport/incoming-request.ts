import type { FaultEffect } from '../faults/fault-rule.js';

/** A request, independent of the transport. */
export interface IncomingRequest {
  readonly method: string;
  readonly url: string;
  /** Scheme and authority used by the caller, such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Size in bytes of a body that was not read, because it is too large or there is no operation. */
  readonly unread?: number;
  /** Name of the sandbox that sends the webhook. Waiting for that sandbox's deactivation would cause a deadlock. */
  readonly sender?: string;
}

/** A response, independent of the transport. */
export interface OutgoingResponse {
  readonly status: number;
  /** `set-cookie`, in lower case, has one cookie per line. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body; undefined for none. A stream is sent in chunks. */
  readonly body: string | Uint8Array | AsyncIterable<string> | undefined;
  /** An injected transport fault. */
  readonly transportFault?: Pick<FaultEffect, 'reset' | 'truncateAfter' | 'bytesPerSecond'> | undefined;
}
