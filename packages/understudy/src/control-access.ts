import { randomBytes } from 'node:crypto';
import { isLoopback } from '@understudy/kernel';
import type { Simulators } from '@understudy/server';
import type { SendControl } from './control/control-calls.js';
import type { StartOptions } from './start-options.js';

/** Requires a token for a control plane that other machines can reach. @throws RangeError if none is set */
export function requireControlToken(options: StartOptions): void {
  if (!isReachable(options) || options.controlToken !== undefined || (options.controlTokens ?? []).length > 0) return;
  const { host = '127.0.0.1', publicUrl, allowedHosts = [] } = options;
  const name = isLoopback(host) ? [publicUrl, ...allowedHosts].find((one) => one !== undefined) : host;
  throw new RangeError(
    `Other machines can reach ${name}: set controlToken or controlTokens, or listen on 127.0.0.1 without a public URL`,
  );
}

/** Generates the token that this process's own `control` uses when all other tokens belong to someone else. */
export function generateOwnToken({ controlTokens = [] }: StartOptions): string | undefined {
  return controlTokens.length === 0 ? undefined : randomBytes(24).toString('base64url');
}

export function sendInProcess(simulators: Pick<Simulators, 'exchange'>, token: string | undefined): SendControl {
  return async (url, { method, headers, body }) => {
    const bytes = body === undefined ? undefined : new TextEncoder().encode(body);
    const answer = await simulators.exchange({ method, url, headers: withToken(headers, token), body: bytes });
    return { status: answer.status, text: async () => new TextDecoder().decode(answer.body) };
  };
}

/** Calls a server's control plane with the token from the environment, if any. */
export const sendOverHttp: SendControl = (url, call) =>
  fetch(url, { ...call, headers: withToken(call.headers, process.env['UNDERSTUDY_CONTROL_TOKEN']) });

function withToken(headers: Record<string, string>, token: string | undefined): Record<string, string> {
  return token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` };
}

interface Addresses {
  /** The port. If it is not set, the server accepts no connections. */
  readonly port?: number;
  readonly host?: string;
  readonly publicUrl?: string;
  readonly allowedHosts?: readonly string[];
}

/**
 * Returns whether other machines can reach a server, directly or through a proxy. If they can, its control plane
 * requires a token.
 */
export function isReachable({ port, host = '127.0.0.1', publicUrl, allowedHosts = [] }: Addresses): boolean {
  if (port === undefined) return false;
  const publicHosts = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  return ![host, ...publicHosts, ...allowedHosts].every(isLoopback);
}
