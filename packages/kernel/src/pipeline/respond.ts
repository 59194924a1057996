import type { Exchange } from './exchange.js';

/** Step 9: the answer as bytes. */
export function respond(exchange: Exchange): void {
  const { response, body, mediaType, entry } = exchange;
  if (response === undefined) throw new Error('There is no response');
  const headers: Record<string, string> = { ...response.headers };
  if (entry !== undefined) headers['x-request-id'] = String(entry.seq);
  if (body === undefined || mediaType === undefined) {
    exchange.response = { ...response, headers, body: undefined };
    return;
  }
  headers['content-type'] =
    mediaType.includes('charset') || !isText(mediaType) ? mediaType : `${mediaType}; charset=utf-8`;
  const sent = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  exchange.response = { ...response, headers, body: sent };
}

function isText(mediaType: string): boolean {
  return mediaType.includes('json') || mediaType.includes('xml') || mediaType.startsWith('text/');
}
