import { type ServerResponse, STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { isJson, parseMediaType, stringifyJson } from '@understudy/contract';
import type { ErrorResult, OutgoingResponse } from '@understudy/kernel';
import { createProblemEnvelope } from '../control/control-errors.js';
import { listExposedHeaders } from './cors-headers.js';
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
  exposeHeaders(response, Object.keys(headers));
  if (body === undefined) {
    const isLengthKnown = status === 204 || status === 304 || 'content-length' in headers;
    endResponse(response.writeHead(status, isLengthKnown ? headOf(headers) : headOf(headers, 0)));
  } else if (typeof body === 'string' || body instanceof Uint8Array) {
    const packed = transportFault === undefined ? pack(response, headers['content-type'] ?? '', body) : undefined;
    // Announces the length of the complete body, so that clients notice the truncation.
    response.writeHead(status, headOf(headers, Buffer.byteLength(packed ?? body)));
    if (transportFault === undefined) endResponse(response, packed ?? body);
    else stream(response, streamWithFault({ status, headers, body, transportFault }));
  } else {
    response.writeHead(status, headOf(headers));
    stream(response, body);
  }
}

/** Compresses control plane text that is long enough to be worth it and short enough not to delay other requests. */
function pack(response: ServerResponse, type: string, body: string | Uint8Array): Uint8Array | undefined {
  if (body.length < 2000 || body.length > 1_000_000) return undefined;
  // Another server of a shared database forwards JSON as bytes.
  if (typeof body !== 'string' && !isJson(parseMediaType(type) ?? '')) return undefined;
  const { url = '', headers } = response.req;
  if (!controlPath.test(url) || !/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?![\d.]))/.test(String(headers['accept-encoding'])))
    return undefined;
  response.setHeader('content-encoding', 'gzip');
  response.setHeader('vary', 'accept-encoding');
  return gzipSync(body, { level: 1 });
}

const controlPath = /^(?:\/~[^/?#]*)?\/_sim(?:[/?]|$)/;

/** Lets a cross-origin page read all headers of a response. */
function exposeHeaders(response: ServerResponse, names: readonly string[]): void {
  if (!response.hasHeader('access-control-allow-origin')) return;
  response.setHeader('access-control-expose-headers', listExposedHeaders([...response.getHeaderNames(), ...names]));
}

/** Returns the headers as a list with one entry per cookie. This is cheaper than creating another object. */
function headOf(headers: OutgoingResponse['headers'], length?: number): (string | number)[] {
  const head: (string | number)[] = [];
  for (const name in headers) {
    const value = headers[name] ?? '';
    if (name === 'set-cookie') for (const cookie of value.split('\n')) head.push(name, cookie);
    else if (length === undefined || name !== 'content-length') head.push(name, value);
  }
  if (length !== undefined) head.push('content-length', length);
  return head;
}

/** Sends a transport problem (RFC 9457). */
export function sendProblem(response: ServerResponse, status: number, detail: string): void {
  writeProblem(response, status, { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail });
}

/** Sends an error of the server with its documented type. */
export function sendRefusal(response: ServerResponse, refusal: ErrorResult): void {
  for (const [name, value] of Object.entries(refusal.headers ?? {})) response.setHeader(name, value);
  writeProblem(response, refusal.status, createProblemEnvelope(refusal).body);
}

function writeProblem(response: ServerResponse, status: number, problem: unknown): void {
  const body = stringifyJson(problem);
  const headers = {
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-content-type-options': 'nosniff',
  };
  exposeHeaders(response, Object.keys(headers));
  endResponse(response.writeHead(status, headers), body);
}

function stream(response: ServerResponse, parts: AsyncIterable<string | Uint8Array>): void {
  const source = Readable.from(parts, { objectMode: false });
  // Caused by injected faults and disconnected clients.
  source.on('error', () => response.destroy());
  response.on('close', () => source.destroy());
  source.pipe(response);
}
