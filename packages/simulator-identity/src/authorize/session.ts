import { type HandlerContext, putExpiring } from '@understudy/kernel';
import { type Session, sessionsCollection } from '../entities.js';
import { createOpaqueValue, toOpaqueKey } from '../records/opaque.js';
import { sessionLifetime } from '../settings.js';

/** The cookies of a host are those of all its ports, so that the name has the port. */
function cookieName({ baseUrl }: Pick<HandlerContext, 'baseUrl'>): string {
  return `oidc-session-${new URL(baseUrl).port || '0'}`;
}

/** What the browser sent: its cookie, and the session that the cookie belongs to. */
export interface BrowserSession {
  /** Undefined when the browser has no cookie yet. */
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

/** Signs a user in. The session has a new cookie, so that nobody knows it who gave the browser the old one. */
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

/** Creates the header that gives the browser its cookie, for the pages of this sandbox alone. */
export function createCookieHeader(context: HandlerContext, cookie: string): Record<string, string> {
  const { protocol, pathname } = new URL(context.baseUrl);
  const path = `${pathname === '/' ? '' : pathname}/oidc`;
  const secure = protocol === 'https:' ? '; Secure' : '';
  return { 'Set-Cookie': `${cookieName(context)}=${cookie}; Path=${path}; HttpOnly; SameSite=Lax${secure}` };
}

/** A secret that a form of the provider's own pages carries: bound to the browser, and to what the form is for. */
export function createFormSecret({ signer }: Pick<HandlerContext, 'signer'>, cookie: string, purpose: string): string {
  return signer.sign(`form ${cookie} ${purpose}`);
}

/** Returns whether a form came from a page that this browser was shown. */
export function isFromOwnPage(
  { signer }: Pick<HandlerContext, 'signer'>,
  cookie: string | undefined,
  { purpose, secret = '' }: { readonly purpose: string; readonly secret: string | undefined },
): cookie is string {
  return cookie !== undefined && signer.verify(`form ${cookie} ${purpose}`, secret);
}
