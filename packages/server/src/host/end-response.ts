import type { IncomingMessage, ServerResponse } from 'node:http';
import { setRealTimeAlarm } from '@understudy/kernel';

/** How much of a body is still read once its request has been answered. */
export interface BodyDrainLimits {
  readonly bytes: number;
  readonly milliseconds: number;
}

const usual: BodyDrainLimits = { bytes: 64 * 1024 * 1024, milliseconds: 30_000 };

/**
 * Ends a response. Closing a connection while the client still sends would lose the response (RFC 9112, section 9.6),
 * so the rest of the body is discarded first, within limits.
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

/** Reads the headers, which Node makes for that from the parser's list: not to be asked of every request. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
