import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingRequest } from '@understudy/kernel';

/** Name of the protocol in `Upgrade`. */
export const peerProtocol = 'understudy-peer';

/** The head of a request between servers. */
export interface PeerRequest extends Pick<IncomingRequest, 'method' | 'url' | 'origin' | 'headers'> {
  /** Bytes that arrived of a body whose client disconnected. */
  readonly received?: number;
}

/** Proves that a server knows the secret of the shared database. */
export function peerCredential(secret: string): string {
  return `Peer ${createHmac('sha256', secret).update(peerProtocol).digest('base64url')}`;
}

export function isPeerCredential(header: string | undefined, secret: string): boolean {
  const [given, expected] = [Buffer.from(header ?? ''), Buffer.from(peerCredential(secret))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
