import type { IncomingMessage, ServerResponse } from 'node:http';
import { setRealTimeAlarm } from '@understudy/kernel';

/** Limits for reading the rest of a body after the response was sent. */
export interface BodyDrainLimits {
  readonly bytes: number;
  readonly milliseconds: number;
}

const usual: BodyDrainLimits = { bytes: 64 * 1024 * 1024, milliseconds: 30_000 };

/**
 * Ends a response. First discards the rest of the request body, within limits: closing the connection while the client
 * is still sending would lose the response (RFC 9112, section 9.6).
 */
export function endResponse(
  response: ServerResponse,
  body?: string | Uint8Array,
  limits: BodyDrainLimits = usual,
): void {
  const { req: request } = response;
  if (request.complete || !hasBody(request)) {
    response.end(body);
    return;
  }
  if (body === undefined) response.flushHeaders();
  else response.write(body);
  let dropped = 0;
  const forget = setRealTimeAlarm(limits.milliseconds, () => response.destroy());
  request.on('data', (chunk: Uint8Array) => {
    dropped += chunk.length;
    if (dropped > limits.bytes) response.destroy();
  });
  request.on('end', () => response.end());
  response.on('close', forget);
}

/**
 * Returns whether a request has a body. Node creates the headers object on access, so do not call this for every
 * request.
 */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
