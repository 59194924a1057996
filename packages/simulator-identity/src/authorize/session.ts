import { type HandlerContext, putExpiring } from '@understudy/kernel';
import { type Session, sessionsCollection } from '../entities.js';
import { createOpaqueValue, toOpaqueKey } from '../parameters.js';
import { sessionLifetime } from '../settings.js';

/** Returns the name of the cookie. It contains the port, because all ports of a host share their cookies. */
function cookieName({ baseUrl }: Pick<HandlerContext, 'baseUrl'>): string {
  return `oidc-session-${new URL(baseUrl).port || '0'}`;
}

export interface BrowserSession {
  /** The browser's cookie. Undefined if it has none yet. */
  readonly cookie: string | undefined;
  readonly session: Session | undefined;
}

export async function readBrowser(context: HandlerContext): Promise<BrowserSession> {
  const pairs = (context.request.headers['cookie'] ?? '').split(';').map((pair) => pair.trim().split('='));
  const own = cookieName(context);
  const cookie = pairs.find(([name]) => name === own)?.[1];
  if (cookie === undefined || !/^[\w-]{20,64}$/.test(cookie)) return { cookie: undefined, session: undefined };
  const session = await context.scopes.shared.collection(sessionsCollection).get(toOpaqueKey(cookie));
  const lives = session !== undefined && context.clock.now().getTime() < session.keptUntil;
  return { cookie, session: lives ? session : undefined };
}

export function createCookie(context: HandlerContext): string {
  return createOpaqueValue(context, 'cookie');
}

/** Signs a user in. The session gets a new cookie, which is unknown to anyone who set the old one. */
export async function startSession(
  context: HandlerContext,
  { sub, acr }: Pick<Session, 'sub' | 'acr'>,
  before: BrowserSession,
): Promise<{ readonly cookie: string; readonly session: Session }> {
  const now = context.clock.now().getTime();
  if (before.cookie !== undefined)
    await context.scopes.shared.collection(sessionsCollection).delete(toOpaqueKey(before.cookie));
  const { session: old } = before;
  const session: Session = {
    sid: old?.sub === sub ? old.sid : context.ids.next('session'),
    sub,
    acr,
    authTime: Math.floor(now / 1000),
    clients: old?.sub === sub ? old.clients : [],
    keptUntil: now + context.settings.of(sessionLifetime) * 1000,
  };
  const cookie = createCookie(context);
  await putExpiring(context, sessionsCollection, [toOpaqueKey(cookie), session]);
  return { cookie, session };
}

/** Creates the header that sets the cookie, restricted to the pages of this sandbox. */
export function createCookieHeader(context: HandlerContext, cookie: string): Record<string, string> {
  const { protocol, pathname } = new URL(context.baseUrl);
  const path = `${pathname === '/' ? '' : pathname}/oidc`;
  const secure = protocol === 'https:' ? '; Secure' : '';
  return { 'Set-Cookie': `${cookieName(context)}=${cookie}; Path=${path}; HttpOnly; SameSite=Lax${secure}` };
}

/** Creates a secret for a form of the provider's own pages. It is bound to the browser and the form's purpose. */
export function createFormSecret({ signer }: Pick<HandlerContext, 'signer'>, cookie: string, purpose: string): string {
  return signer.sign(`form ${cookie} ${purpose}`);
}

/** Returns whether a form was submitted from a page shown to this browser. */
export function isFromOwnPage(
  { signer }: Pick<HandlerContext, 'signer'>,
  cookie: string | undefined,
  { purpose, secret = '' }: { readonly purpose: string; readonly secret: string | undefined },
): cookie is string {
  return cookie !== undefined && signer.verify(`form ${cookie} ${purpose}`, secret);
}
