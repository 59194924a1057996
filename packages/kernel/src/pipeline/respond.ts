import { spoilsTransport } from '../faults/faults.js';
import type { Exchange } from './exchange.js';

/** Step 9: the answer as bytes. */
export function respond(exchange: Exchange): void {
  const { response, body, mediaType, entry, fault } = exchange;
  if (response === undefined) throw new Error('There is no response');
  const headers: Record<string, string> = { ...response.headers };
  const spoiled = fault !== undefined && spoilsTransport(fault) ? { spoiled: fault } : {};
  if (entry !== undefined) headers['x-request-id'] = String(entry.seq);
  if (body === undefined || mediaType === undefined) {
    exchange.response = { ...response, ...spoiled, headers, body: undefined };
    return;
  }
  headers['content-type'] =
    mediaType.includes('charset') || !isText(mediaType) ? mediaType : `${mediaType}; charset=utf-8`;
  exchange.response = { ...response, ...spoiled, headers, body: isSendable(body) ? body : JSON.stringify(body) };
}

function isSendable(body: unknown): body is string | Uint8Array | AsyncIterable<string> {
  if (typeof body === 'string' || body instanceof Uint8Array) return true;
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

function isText(mediaType: string): boolean {
  return mediaType.includes('json') || mediaType.includes('xml') || mediaType.startsWith('text/');
}
