import type { FaultEffect } from '../faults/fault-rule.js';

/** An answer as any transport sends it. */
export interface OutgoingResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for no body at all. A stream is sent as it comes. */
  readonly body: string | Uint8Array | AsyncIterable<string> | undefined;
  /** How the transport should fail, on purpose. */
  readonly transportFault?: Pick<FaultEffect, 'reset' | 'truncateAfter' | 'bytesPerSecond'> | undefined;
}
