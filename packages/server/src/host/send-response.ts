import { type ServerResponse, STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import type { OutgoingResponse } from '@understudy/kernel';
import { endResponse } from './end-response.js';
import { streamWithFault } from './faulty-body.js';

/** Sends a response, or fails in the way that a fault rule requires. */
export function sendResponse(
  response: ServerResponse,
  { status, headers, body, transportFault }: OutgoingResponse,
): void {
  if (transportFault?.reset === true) {
    response.socket?.resetAndDestroy();
    return;
  }
  if (body === undefined) {
    endResponse(
      response.writeHead(
        status,
        status === 204 || status === 304 || 'content-length' in headers ? headers : headOf(headers, 0),
      ),
    );
  } else if (typeof body === 'string' || body instanceof Uint8Array) {
    // Announces the length of the complete body, so that clients notice the truncation.
    response.writeHead(status, headOf(headers, Buffer.byteLength(body)));
    if (transportFault === undefined) endResponse(response, body);
    else stream(response, streamWithFault({ status, headers, body, transportFault }));
  } else {
    response.writeHead(status, headers);
    stream(response, body);
  }
}

/** Returns the headers as a list that includes `content-length`. This is cheaper than another object. */
function headOf(headers: OutgoingResponse['headers'], length: number): (string | number)[] {
  const head: (string | number)[] = [];
  for (const name in headers) if (name !== 'content-length') head.push(name, headers[name] ?? '');
  head.push('content-length', length);
  return head;
}

/** Sends a transport problem (RFC 9457). */
export function sendProblem(response: ServerResponse, status: number, detail: string): void {
  const body = JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail });
  const headers = {
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-content-type-options': 'nosniff',
  };
  endResponse(response.writeHead(status, headers), body);
}

function stream(response: ServerResponse, parts: AsyncIterable<string | Uint8Array>): void {
  const source = Readable.from(parts, { objectMode: false });
  // Caused by injected faults and disconnected clients.
  source.on('error', () => response.destroy());
  response.on('close', () => source.destroy());
  source.pipe(response);
}
