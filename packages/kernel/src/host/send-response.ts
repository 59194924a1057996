import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingResponse } from '../pipeline/exchange.js';
import { spoiledBody } from '../transport/body-stream.js';

/** Sends an answer by HTTP, or fails at it as a fault rule wants. */
export function sendResponse(request: FastifyRequest, reply: FastifyReply, response: OutgoingResponse): FastifyReply {
  const { status, headers, body, spoiled } = response;
  if (spoiled?.reset === true) {
    reply.hijack();
    request.raw.socket.resetAndDestroy();
    return reply;
  }
  reply.code(status).headers({ ...headers });
  if (body === undefined) return reply.send();
  if (spoiled !== undefined && (typeof body === 'string' || body instanceof Uint8Array)) {
    // The length is that of the whole body, so that a client can tell that it was cut off.
    reply.header('content-length', Buffer.byteLength(body));
    return reply.send(Readable.from(spoiledBody(response), { objectMode: false }));
  }
  if (typeof body === 'string' || body instanceof Uint8Array) return reply.send(body);
  return reply.send(Readable.from(body, { objectMode: false }));
}
