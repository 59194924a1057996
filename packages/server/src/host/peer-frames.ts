import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers';
import type { IncomingRequest } from '@understudy/kernel';

/**
 * Kinds of frames. `pull` requests the next chunk of a streamed body, and `cancel` ends the stream. `pong` is the
 * response to `ping`.
 */
const frameKinds = [
  'request',
  'pull',
  'cancel',
  'response',
  'stream',
  'chunk',
  'end',
  'notOwner',
  'broken',
  'ping',
  'pong',
] as const;
type FrameKind = (typeof frameKinds)[number];

/** A message between two servers. */
export interface Frame {
  readonly kind: FrameKind;
  /** Number of the request on its connection. */
  readonly id: number;
  readonly head: string;
  readonly body: Uint8Array;
}

/** Id of frames about the connection: `end` closes it. Requests have ids from 1 to {@link maxId}. */
export const connectionId = 0;
export const maxId = 2 ** 32 - 1;

/** Milliseconds without any frame after which the other server counts as lost. Longer than a lease. */
export const silenceLimitMs = 5000;

/** Size in bytes of the frame length, the kind, the id and the head length. */
const prefixBytes = 13;

/** Maximum size of a frame in bytes. A larger frame closes the connection. */
const maxFrameBytes = 256 * 1024 * 1024;

const noBytes = new Uint8Array();

/** Name of the protocol in the `Upgrade` header. */
export const peerProtocol = 'understudy-peer';

/** The head of a request between two servers. */
export interface PeerRequest extends Pick<IncomingRequest, 'method' | 'url' | 'origin' | 'headers'> {
  /** Number of bytes received of a body whose client disconnected. */
  readonly received?: number;
}

/** Writes frames. All frames of one turn of the event loop are sent together. */
export class FrameWriter {
  readonly #socket: Duplex;
  #isCorked = false;

  constructor(socket: Duplex) {
    this.#socket = socket;
  }

  write(kind: FrameKind, id: number, head = '', body: string | Uint8Array = noBytes): void {
    if (this.#socket.destroyed) return;
    const [headBytes, bodyBytes] = [Buffer.byteLength(head), Buffer.byteLength(body)];
    const isText = typeof body === 'string';
    const bytes = Buffer.allocUnsafe(prefixBytes + headBytes + (isText ? bodyBytes : 0));
    bytes.writeUInt32BE(prefixBytes + headBytes + bodyBytes, 0);
    bytes.writeUInt8(frameKinds.indexOf(kind), 4);
    bytes.writeUInt32BE(id, 5);
    bytes.writeUInt32BE(headBytes, 9);
    bytes.write(head, prefixBytes);
    if (isText) bytes.write(body, prefixBytes + headBytes);
    this.#cork();
    this.#socket.write(bytes);
    if (!isText && bodyBytes > 0) this.#socket.write(body);
  }

  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.#socket.cork();
    setImmediate(() => {
      this.#isCorked = false;
      this.#socket.uncork();
    });
  }
}

/** Calls `onFrame` with each frame. Destroys the socket if a frame is invalid. */
export function readFrames(socket: Duplex, onFrame: (frame: Frame) => void): void {
  let chunks: Buffer[] = [];
  let size = 0;
  let needed = prefixBytes;
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size < needed) return;
    let bytes = chunks.length === 1 ? chunk : Buffer.concat(chunks);
    for (;;) {
      needed = bytes.length < prefixBytes ? prefixBytes : bytes.readUInt32BE(0);
      if (needed < prefixBytes || needed > maxFrameBytes) {
        socket.destroy();
        return;
      }
      if (bytes.length < needed) break;
      onFrame(parseFrame(bytes.subarray(0, needed)));
      bytes = bytes.subarray(needed);
    }
    chunks = bytes.length === 0 ? [] : [bytes];
    size = bytes.length;
  });
}

function parseFrame(bytes: Buffer): Frame {
  const bodyStart = prefixBytes + bytes.readUInt32BE(9);
  return {
    kind: frameKinds[bytes.readUInt8(4)] ?? 'broken',
    id: bytes.readUInt32BE(5),
    head: bytes.toString('utf8', prefixBytes, bodyStart),
    body: bytes.subarray(bodyStart),
  };
}

/** Creates the credential with which a server proves that it knows the shared database's secret. */
export function peerCredential(secret: string): string {
  return `Peer ${createHmac('sha256', secret).update(peerProtocol).digest('base64url')}`;
}

export function isPeerCredential(header: string | undefined, secret: string): boolean {
  const [given, expected] = [Buffer.from(header ?? ''), Buffer.from(peerCredential(secret))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
