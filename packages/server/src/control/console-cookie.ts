import type { ControlGuard } from '../guard/control-guard.js';
import type { ControlOperations } from './control-context.js';

/** Prefix of cookie names. The port follows, because all ports of a host share their cookies. */
export const cookiePrefix = 'understudy-';

type Headers = Readonly<Record<string, string>>;

/**
 * Creates the console's `Set-Cookie` header. Scripts cannot read the cookie, and browsers send it only to the control
 * plane, from pages of the same site.
 * @param ticket undefined to sign out
 */
function consoleCookie({ host = '' }: Headers, baseUrl: string, ticket: string | undefined): string {
  const { pathname, protocol } = new URL(`${baseUrl}/_sim`);
  const secure = protocol === 'https:' ? '; Secure' : '';
  const ended = ticket === undefined ? '; Max-Age=0' : '';
  return `${nameOf(host)}=${ticket ?? ''}; Path=${pathname}; HttpOnly; SameSite=Strict${secure}${ended}`;
}

/**
 * Replaces the console's cookie with the token that it represents. Only pages of this origin can send the header
 * `X-Understudy`, so other pages are never signed in.
 * @param canSignIn whether the request is for the control plane
 */
export function replaceCookieWithToken(headers: Headers, guard: ControlGuard | undefined, canSignIn: boolean): Headers {
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

export const sessionOperations = {
  createSession: async (_input, { request, baseUrl, caller, server }) => {
    const ticket = server.guard?.ticketOf(caller?.clientId);
    return { status: 204, headers: { 'set-cookie': consoleCookie(request.headers, baseUrl, ticket) } };
  },

  endSession: async (_input, { request, baseUrl }) => ({
    status: 204,
    headers: { 'set-cookie': consoleCookie(request.headers, baseUrl, undefined) },
  }),
} satisfies Partial<ControlOperations>;
