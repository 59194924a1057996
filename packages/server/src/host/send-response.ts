import { type ServerResponse, STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import type { OutgoingResponse } from '@understudy/kernel';
import { endAnswer } from './end-answer.js';
import { faultyBody } from './faulty-body.js';

/** Sends an answer by HTTP, or fails as a fault rule demands. */
export function sendResponse(
  response: ServerResponse,
  { status, headers, body, transportFault }: OutgoingResponse,
): void {
  if (transportFault?.reset === true) {
    response.socket?.resetAndDestroy();
    return;
  }
  if (body === undefined) {
    endAnswer(
      response.writeHead(
        status,
        status === 204 || status === 304 || 'content-length' in headers ? headers : headOf(headers, 0),
      ),
    );
  } else if (typeof body === 'string' || body instanceof Uint8Array) {
    // With a fault, too, the length is that of the whole body, so that a client can tell that it was cut off.
    response.writeHead(status, headOf(headers, Buffer.byteLength(body)));
    if (transportFault === undefined) endAnswer(response, body);
    else stream(response, faultyBody({ status, headers, body, transportFault }));
  } else {
    response.writeHead(status, headers);
    stream(response, body);
  }
}

/** Headers with the length of the body, as a list of names and values: cheaper than one more object for every answer. */
function headOf(headers: OutgoingResponse['headers'], length: number): (string | number)[] {
  const head: (string | number)[] = [];
  for (const name in headers) if (name !== 'content-length') head.push(name, headers[name] ?? '');
  head.push('content-length', length);
  return head;
}

/** A problem (RFC 9457) of the transport itself. */
export function sendProblem(response: ServerResponse, status: number, detail: string): void {
  const body = JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail });
  const headers = {
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-content-type-options': 'nosniff',
  };
  endAnswer(response.writeHead(status, headers), body);
}

function stream(response: ServerResponse, parts: AsyncIterable<string | Uint8Array>): void {
  const source = Readable.from(parts, { objectMode: false });
  // A break on purpose, and a client that goes away, end here.
  source.on('error', () => response.destroy());
  response.on('close', () => source.destroy());
  source.pipe(response);
}
