import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { IncomingRequest, OutgoingResponse } from '@understudy/kernel';
import { streamWithFault, throwOnReset } from './faulty-body.js';

/** An in-process request. */
export interface RawRequest {
  /** Method in upper case. */
  readonly method: string;
  /** Absolute URL. Its origin is arbitrary and is used for links in the response. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
}

const nothing = new Uint8Array();
const encoder = new TextEncoder();

/** @throws TypeError for a relative URL or an invalid header */
export function toIncomingRequest({ method, url, headers: given, body = nothing }: RawRequest): IncomingRequest {
  const { origin, pathname, search } = new URL(url);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value.trim() : `${headers[key]}, ${value.trim()}`;
  }
  return { method, url: `${pathname}${search}`, origin, headers, body };
}

/**
 * Reads a response with its complete body.
 * @throws TypeError if a fault rule resets the connection
 * @throws InjectedBreak if a fault rule truncates the body
 */
export async function toRawResponse(response: OutgoingResponse): Promise<RawResponse> {
  const { status, headers: given, body, transportFault } = response;
  throwOnReset(response);
  const headers: Record<string, string> = {};
  for (const name in given) headers[name.toLowerCase()] = given[name] ?? '';
  if (body === undefined || status === 204 || status === 304) return { status, headers, body: nothing };
  if (transportFault !== undefined) return { status, headers, body: await collect(streamWithFault(response)) };
  if (typeof body === 'string') return { status, headers, body: encoder.encode(body) };
  return { status, headers, body: body instanceof Uint8Array ? body : await collect(body) };
}

async function collect(parts: AsyncIterable<string | Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let text = '';
  for await (const part of parts) {
    if (typeof part === 'string') text += part;
    else chunks.push(part);
  }
  // A body consists of either text or bytes.
  return text === '' ? Buffer.concat(chunks) : encoder.encode(text);
}

/** Converts a response to the Fetch API. @throws TypeError if a fault rule resets the connection */
export function toFetchResponse(response: OutgoingResponse): Response {
  const { status, headers, body, transportFault } = response;
  throwOnReset(response);
  const { 'set-cookie': cookies, ...others } = headers;
  const init = { status, headers: new Headers(others) };
  for (const cookie of cookies?.split('\n') ?? []) init.headers.append('set-cookie', cookie);
  if (body === undefined || status === 204 || status === 304) return new Response(null, init);
  if (transportFault !== undefined) return new Response(streamOf(streamWithFault(response)), init);
  if (typeof body === 'string' || body instanceof Uint8Array) return new Response(body, init);
  return new Response(streamOf(body), init);
}

function streamOf(parts: AsyncIterable<string | Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (done === true) controller.close();
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
      } catch (error) {
        controller.error(error);
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
