import type { RegisteredClient } from '../entities.js';

/** Matches the text as sent, because URL parsers interpret a text such as `http://a\@b` differently. */
const loopback = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:[/?][\w\-.~:/?@!$&'()*+,;=%]*)?$/;

/**
 * Returns whether the browser can be redirected to an address: an exactly matching registered one, or for the demo
 * client a loopback one.
 */
export function canRedirect({ redirectUris = [], anyLoopback }: RegisteredClient, uri: string): boolean {
  return redirectUris.includes(uri) || (anyLoopback === true && isLoopbackUri(uri));
}

/** Returns whether the browser can be redirected to an address after signing out. */
export function canReturnAfterLogout(
  { postLogoutRedirectUris = [], anyLoopback }: RegisteredClient,
  uri: string,
): boolean {
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
