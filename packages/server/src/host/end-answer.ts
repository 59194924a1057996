import type { IncomingMessage, ServerResponse } from 'node:http';
import { wallAlarm } from '@understudy/kernel';

/** How much of a body is still read once its request has been answered. */
export interface LingerLimits {
  readonly bytes: number;
  readonly milliseconds: number;
}

const usual: LingerLimits = { bytes: 64 * 1024 * 1024, milliseconds: 30_000 };

/**
 * Ends an answer whose head is written. Where the body of the request is still on its way, the answer is sent at once,
 * and ended when the rest has come and was dropped: a connection that is closed while its client still writes breaks
 * there, and most clients then never read why (RFC 9112, section 9.6). Beyond the limits the connection is closed
 * anyway.
 */
export function endAnswer(response: ServerResponse, body?: string | Uint8Array, limits: LingerLimits = usual): void {
  const { req: request } = response;
  if (request.complete || !hasBody(request)) {
    response.end(body);
    return;
  }
  if (body === undefined) response.flushHeaders();
  else response.write(body);
  let dropped = 0;
  const forget = wallAlarm(limits.milliseconds, () => response.destroy());
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
