import { isLoopback } from '@understudy/kernel';

export interface Addresses {
  /** Without a port, the server accepts no connections. */
  readonly port?: number;
  readonly host?: string;
  readonly publicUrl?: string;
  readonly allowedHosts?: readonly string[];
}

/** Whether other machines can reach a server, directly or through a proxy. Its control plane then requires a token. */
export function isReachable({ port, host = '127.0.0.1', publicUrl, allowedHosts = [] }: Addresses): boolean {
  if (port === undefined) return false;
  const publicHosts = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  return ![host, ...publicHosts, ...allowedHosts].every(isLoopback);
}
