import type { FaultEffect } from '../faults/fault-rule.js';

/** A request as any transport hands it over. */
export interface IncomingRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** Scheme and authority by which the caller reached us, such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Bytes of a body that was not read, because it is larger than the operation takes or there is no operation. */
  readonly unread?: number;
  /** Name of the sandbox whose webhook this is: it must not wait for the end of a sandbox, which may wait for it. */
  readonly sender?: string;
}

/** An answer as any transport sends it. */
export interface OutgoingResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for no body at all. A stream is sent as it comes. */
  readonly body: string | Uint8Array | AsyncIterable<string> | undefined;
  /** How the transport should fail, on purpose. */
  readonly transportFault?: Pick<FaultEffect, 'reset' | 'truncateAfter' | 'bytesPerSecond'> | undefined;
}
