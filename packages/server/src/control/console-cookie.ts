import type { Guard } from '../guard/guard.js';

/** What the names of the console's cookies begin with. The port follows: the cookies of a host are those of all its ports. */
export const cookiePrefix = 'understudy-';

type Headers = Readonly<Record<string, string>>;

/**
 * The header `Set-Cookie` that signs the browser of a console in: out of reach of every script, and sent to the control plane
 * alone, by pages of the same site.
 *
 * @param baseUrl by which the control plane was called
 * @param ticket undefined to sign out
 */
export function consoleCookie({ host = '' }: Headers, baseUrl: string, ticket: string | undefined): string {
  const { pathname, protocol } = new URL(`${baseUrl}/_sim`);
  const secure = protocol === 'https:' ? '; Secure' : '';
  const ended = ticket === undefined ? '; Max-Age=0' : '';
  return `${nameOf(host)}=${ticket ?? ''}; Path=${pathname}; HttpOnly; SameSite=Strict${secure}${ended}`;
}

/**
 * Headers with the token in place of the console's cookie, which nobody else sees. Only a page of this server's origin is
 * signed in by it: others, even on another port of the host, cannot send the header `X-Understudy` here.
 *
 * @param canSignIn whether the request is to the control plane
 */
export function withoutCookie(headers: Headers, guard: Guard | undefined, canSignIn: boolean): Headers {
  if (headers['cookie']?.includes(cookiePrefix) !== true) return headers;
  const { cookie = '', ...others } = headers;
  const cookies = cookie.split(/; */);
  const kept = cookies.filter((one) => !one.startsWith(cookiePrefix)).join('; ');
  const rest = kept === '' ? others : { ...others, cookie: kept };
  const name = `${nameOf(headers['host'] ?? '')}=`;
  const token = guard?.tokenOfTicket(cookies.find((one) => one.startsWith(name))?.slice(name.length) ?? '');
  const { authorization, 'x-understudy': mark, 'sec-fetch-site': site = 'same-origin' } = headers;
  const signsIn = canSignIn && authorization === undefined && mark !== undefined && site === 'same-origin';
  return token === undefined || !signsIn ? rest : { ...rest, authorization: `Bearer ${token.value}` };
}

function nameOf(host: string): string {
  return `${cookiePrefix}${/:(\d+)$/.exec(host)?.[1] ?? '0'}`;
}
