import { timingSafeEqual } from 'node:crypto';
import type { UnitContext } from '@understudy/kernel';
import { clientsCollection, type RegisteredClient } from '../entities.js';
import { defaultTokenLifetimeSeconds } from '../policies.js';
import { unregisteredClients } from '../settings.js';

/** Finds a client by id, either registered or accepted because of the setting `unregisteredClients`. */
export async function findClient(
  { scopes, settings }: Pick<UnitContext, 'scopes' | 'settings'>,
  clientId: string,
): Promise<RegisteredClient | undefined> {
  const registered = await scopes.shared.collection(clientsCollection).get(clientId);
  const granted = settings.of(unregisteredClients);
  if (registered !== undefined || granted === null) return registered;
  const { clientSecret: _secret, ...client } = demoClient;
  return { ...client, clientId, isUnregistered: true, ...(granted.length === 0 ? {} : { scopes: granted }) };
}

/** The client that exists in every sandbox from the start. It needs no secret to exchange a code with PKCE. */
export const demoClient = {
  clientId: 'demo-client',
  clientSecret: 'demo-secret',
  accepted: true,
  tokenLifetime: defaultTokenLifetimeSeconds,
  anyLoopback: true,
  isPublic: true,
} as const satisfies RegisteredClient;

/** Matches the string as sent, because URL parsers interpret strings such as `http://a\@b` differently. */
const loopback = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:[/?][\w\-.~:/?@!$&'()*+,;=%]*)?$/;

/**
 * Returns whether the browser can be redirected to an address: an exactly matching registered one, or for the demo
 * client a loopback one.
 */
export function canRedirect({ redirectUris = [], anyLoopback }: RegisteredClient, uri: string): boolean {
  return redirectUris.includes(uri) || (anyLoopback === true && isLoopbackUri(uri));
}

/** Returns whether the browser can be redirected to an address after signing out. */
export function canReturnAfterLogout({ postLogoutRedirectUris = [], anyLoopback }: RegisteredClient, uri: string) {
  return postLogoutRedirectUris.includes(uri) || (anyLoopback === true && isLoopbackUri(uri));
}

/**
 * Pattern of the addresses that a client can register. Excludes fragments (RFC 6749 section 3.1.2) and anything that
 * runs as a script.
 */
export const registrableUriPattern = '^(?!javascript:|data:|vbscript:|blob:|file:)[a-z][a-z0-9+.-]*:[!-"$-~]+$';

function isLoopbackUri(uri: string): boolean {
  return loopback.test(uri) && URL.canParse(uri);
}

/** Compares secrets in constant time. Returns false if no secret is expected. */
export function isSameSecret(expected: string | undefined, given: string): boolean {
  if (expected === undefined) return false;
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}
