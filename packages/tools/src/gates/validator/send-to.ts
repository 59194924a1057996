import { Agent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

/** Milliseconds. Prism closes a connection that is idle for 5 seconds, perhaps while a request is on its way to it. */
const longestIdle = 2000;

const agent = new Agent({ keepAlive: true, maxSockets: 32, timeout: longestIdle });

/** Violations are told in a header, and there may be many. */
const maxHeaderSize = 1_000_000;

/** A request but its address. */
export interface Sent {
  readonly method: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: Buffer;
}

/** Sends a request whose path and query go out byte for byte; resolves with the answer, its body unread. */
export function sendTo(url: string, { method, headers, body }: Sent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const path = url.slice(url.indexOf('/', 'http://'.length));
    const outgoing = httpRequest({ hostname, port, path, method, headers, agent, maxHeaderSize }, resolve);
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** All bytes of a request or an answer. */
export async function readBody(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}
