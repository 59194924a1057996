import { isLoopback } from '@understudy/kernel';

/** By which addresses a server may be called. */
export interface Addresses {
  /** Without a port nothing listens. */
  readonly port?: number;
  readonly host?: string;
  readonly publicUrl?: string;
  readonly allowedHosts?: readonly string[];
}

/**
 * Whether others than this machine can reach a server: by the address it is bound to, or by the name of a proxy in front
 * of it. Its control plane then asks for a token, and what signs its tokens is drawn.
 */
export function isReachable({ port, host = '127.0.0.1', publicUrl, allowedHosts = [] }: Addresses): boolean {
  if (port === undefined) return false;
  const publicHosts = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  return ![host, ...publicHosts, ...allowedHosts].every(isLoopback);
}
