import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingRequest } from '@understudy/kernel';

/** Name of the protocol in the `Upgrade` header. */
export const peerProtocol = 'understudy-peer';

/** The head of a request between two servers. */
export interface PeerRequest extends Pick<IncomingRequest, 'method' | 'url' | 'origin' | 'headers'> {
  /** Number of bytes received of a body whose client disconnected. */
  readonly received?: number;
}

/** Creates the credential with which a server proves that it knows the shared database's secret. */
export function peerCredential(secret: string): string {
  return `Peer ${createHmac('sha256', secret).update(peerProtocol).digest('base64url')}`;
}

export function isPeerCredential(header: string | undefined, secret: string): boolean {
  const [given, expected] = [Buffer.from(header ?? ''), Buffer.from(peerCredential(secret))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
