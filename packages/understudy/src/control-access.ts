import { randomBytes } from 'node:crypto';
import { isLoopback } from '@understudy/kernel';
import { isReachable } from './is-reachable.js';
import type { StartOptions } from './start-options.js';

/**
 * The control plane can do everything; where others can reach it, it must ask for a token.
 *
 * @throws RangeError when it would not
 */
export function refuseOpenControlPlane(options: StartOptions): void {
  if (!isReachable(options) || options.controlToken !== undefined || (options.controlTokens ?? []).length > 0) return;
  const { host = '127.0.0.1', publicUrl, allowedHosts = [] } = options;
  const name = isLoopback(host) ? [publicUrl, ...allowedHosts].find((one) => one !== undefined) : host;
  throw new RangeError(
    `Others can reach ${name}: set controlToken or controlTokens, or listen on 127.0.0.1 without a public address`,
  );
}

/** The token that `control` of this process is let in by where only others have tokens. */
export function ownToken({ controlTokens = [] }: StartOptions): string | undefined {
  return controlTokens.length === 0 ? undefined : randomBytes(24).toString('base64url');
}

export function withToken(init: RequestInit, token: string | undefined): RequestInit {
  if (token === undefined) return init;
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}
