import { spoilsTransport } from '../faults/faults.js';
import { JsonText } from '../json-text.js';
import type { Exchange, OutgoingResponse } from './exchange.js';

/** Step 9: the answer as bytes. */
export function respond(exchange: Exchange): void {
  const { result, body, mediaType, entry, fault } = exchange;
  if (result === undefined) throw new Error('There is no result to respond with');
  const { status } = result;
  const headers: Record<string, string> = { ...exchange.headers };
  if (entry !== undefined) headers['x-request-id'] = String(entry.seq);
  let sent: OutgoingResponse['body'];
  if (body !== undefined && mediaType !== undefined) {
    // Bytes go out as they are, in whatever encoding they have.
    headers['content-type'] = body instanceof Uint8Array ? mediaType : withCharset(mediaType);
    sent = body instanceof JsonText ? body.text : isSendable(body) ? body : JSON.stringify(body);
  }
  // Last, because a rule that tells a header means it.
  if (fault?.headers !== undefined) Object.assign(headers, fault.headers);
  const spoiled = fault !== undefined && spoilsTransport(fault) ? fault : undefined;
  exchange.response = { status, headers, body: sent, spoiled };
}

function withCharset(mediaType: string): string {
  if (mediaType === 'application/json') return 'application/json; charset=utf-8';
  return mediaType.includes('charset') || !isText(mediaType) ? mediaType : `${mediaType}; charset=utf-8`;
}

function isSendable(body: unknown): body is string | Uint8Array | AsyncIterable<string> {
  if (typeof body === 'string' || body instanceof Uint8Array) return true;
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

function isText(mediaType: string): boolean {
  return mediaType.includes('json') || mediaType.includes('xml') || mediaType.startsWith('text/');
}
