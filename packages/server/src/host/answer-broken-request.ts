import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

const faults: Readonly<Record<string, { status: number; detail: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The headers are longer than 16 KiB in all; send shorter ones' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request did not arrive in time' },
};

const malformed = { status: 400, detail: 'The request is not HTTP/1.1; see the request line and the headers' };

/** Answers what the HTTP parser cannot read, before there is a request, as a problem (RFC 9457). */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const { status, detail } = faults[error.code ?? ''] ?? malformed;
  const title = STATUS_CODES[status] ?? 'Error';
  const body = JSON.stringify({ type: 'about:blank', title, status, detail });
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`);
}
