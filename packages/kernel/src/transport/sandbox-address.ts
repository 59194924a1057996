import { isLoopback } from './is-loopback.js';

/** Name of the sandbox without a prefix. */
export const defaultSandbox = 'default';

const hosted = /^(https?:\/\/)([^./:[\]]+)\.localhost(?=:\d+$|$)/i;

/**
 * The sandbox in an origin such as `http://b2.localhost:4010`, for clients that lose the path of their base URL.
 * `*.localhost` is this machine (RFC 6761).
 */
export function sandboxOfHost(origin: string): string | undefined {
  // Most requests come by an address of numbers.
  return origin.includes('.localhost') ? hosted.exec(origin)?.[2]?.toLowerCase() : undefined;
}

/** The same origin without the name of a sandbox. */
export function originOfServer(origin: string): string {
  return origin.replace(hosted, '$1localhost');
}

/** The address of a sandbox by its host name; undefined where the server is not reached by a loopback address. */
export function hostUrl(origin: string, name: string): string | undefined {
  const { protocol, hostname, port } = new URL(originOfServer(origin));
  return isLoopback(hostname) ? `${protocol}//${name}.localhost${port === '' ? '' : `:${port}`}` : undefined;
}
