import type { RegisteredClient } from '../entities.js';

/** Matches the text as it was sent, because parsers of URLs disagree about what a text such as `http://a\@b` means. */
const loopback = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:[/?][\w\-.~:/?@!$&'()*+,;=%]*)?$/;

/** Whether the browser can be sent to an address: exactly one that is registered, or for the demo client a loopback one. */
export function canRedirect({ redirectUris = [], anyLoopback }: RegisteredClient, uri: string): boolean {
  return redirectUris.includes(uri) || (anyLoopback === true && isLoopbackUri(uri));
}

/** Returns the same for the address after a sign-out. */
export function canReturnAfterLogout(
  { postLogoutRedirectUris = [], anyLoopback }: RegisteredClient,
  uri: string,
): boolean {
  return postLogoutRedirectUris.includes(uri) || (anyLoopback === true && isLoopbackUri(uri));
}

/** What a client can register: no fragment (RFC 6749 section 3.1.2), and nothing that runs as a script. */
export const registrableUriPattern = '^(?!javascript:|data:|vbscript:|blob:|file:)[a-z][a-z0-9+.-]*:[!-"$-~]+$';

function isLoopbackUri(uri: string): boolean {
  return loopback.test(uri) && URL.canParse(uri);
}
