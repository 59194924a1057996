import type { DocumentedResponse, ErrorResult, HandlerContext, OperationHandler } from '@understudy/kernel';
import { listUserScopes } from '../clients/check-scopes.js';
import { consentsCollection, pushedCollection, type Session, sessionsCollection, type User } from '../entities.js';
import { oauthErrors } from '../errors.js';
import { findUser, findUserById, listUsers } from '../find-user.js';
import type { operations } from '../generated/types.js';
import { createPageHeaders, renderConsentPage, renderLoginPage, type SignInForm } from '../page.js';
import { type RequestParameters, readParameters, toOpaqueKey } from '../parameters.js';
import { acrValues } from '../policies.js';
import { consentSetting, getIssuer, loginSetting } from '../settings.js';
import { issueCode, toConsentKey } from '../tokens/grants.js';
import { readIdToken } from '../tokens/tokens.js';
import { type AuthorizationRequest, readRequest, redirectBack, redirectTo } from './read-request.js';
import {
  type BrowserSession,
  createCookie,
  createCookieHeader,
  createFormSecret,
  isFromOwnPage,
  readBrowser,
  startSession,
} from './session.js';

/** Serves the authorization endpoint (RFC 6749 section 3.1, OpenID Connect Core section 3.1.2). */
export const authorize: OperationHandler<operations['authorize']> = async (_input, context) => {
  const { url } = context.request;
  const own = context.operation.path;
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  // The provider's cookies apply only to its own paths.
  if (!url.startsWith(own)) return redirectTo(`${getIssuer(context)}${own}?${query}`, {});
  return await begin(readParameters(new URLSearchParams(query)), context);
};

/** Serves the authorization endpoint for POST (OpenID Connect Core section 3.1.2.1). */
export const authorizeByForm: OperationHandler<operations['authorizeByForm']> = async ({ body }, context) =>
  await begin(readParameters(body), context);

async function begin(parameters: RequestParameters, context: HandlerContext): Promise<SignInResponse> {
  const request = await readRequest(parameters, context);
  if (!('client' in request)) return request;
  return await respondToAuthorization(request, await readBrowser(context), context);
}

export const signIn: OperationHandler<operations['signIn']> = async ({ body }, context) => {
  const form = readParameters(body);
  const text = form.one('request') ?? '';
  const browser = await readBrowser(context);
  const decision = form.one('decision');
  const steps = decision === 'allow' ? (['consent'] as const) : (['login', 'consent'] as const);
  const secret = form.one('secret');
  if (!steps.some((step) => isFromOwnPage(context, browser.cookie, { purpose: toFormPurpose(step, text), secret })))
    return oauthErrors.invalid_request('The form was not opened in this browser; start again');
  const request = await readRequest(readParameters(new URLSearchParams(text)), context);
  if (!('client' in request)) return request;
  if (decision === 'deny')
    return redirectBack(context, request, { error: 'access_denied', error_description: 'The user has refused' });
  if (decision === 'allow')
    return await respondToAuthorization(request, browser, context, { signedIn: true, allowed: true });
  const name = form.one('user') ?? form.one('login') ?? '';
  const user = await findUser(context, name);
  if (user === undefined) return await showLogin(request, browser, context, `There is no user "${name}"`);
  const signedIn = await startSession(context, { sub: user.sub, acr: request.acr ?? acrValues[0] }, browser);
  return await respondToAuthorization(request, signedIn, context, { signedIn: true });
};

type SignInResponse = DocumentedResponse<operations['authorize']> | ErrorResult;

/** The steps of an authorization request that the user has completed. */
interface Progress {
  readonly signedIn?: true;
  readonly allowed?: true;
}

async function respondToAuthorization(
  request: AuthorizationRequest,
  browser: BrowserSession,
  context: HandlerContext,
  progress: Progress = {},
): Promise<SignInResponse> {
  const { prompts } = request;
  const silent = prompts.includes('none');
  const fail = (error: string, error_description: string) =>
    redirectBack(context, request, { error, error_description });
  let { cookie, session } = browser;
  if (session === undefined || (await mustSignIn(request, session, context, progress))) {
    if (silent) return fail('login_required', 'The user must sign in');
    if (context.settings.of(loginSetting) === 'page') return await showLogin(request, browser, context);
    const user = await (request.hint === undefined ? (await listUsers(context))[0] : findUser(context, request.hint));
    if (user === undefined) return fail('login_required', 'login_hint names no user');
    ({ cookie, session } = await startSession(context, { sub: user.sub, acr: request.acr ?? acrValues[0] }, browser));
  }
  const user = await findUserById(context, session.sub);
  if (user === undefined || cookie === undefined) return fail('login_required', 'The user no longer exists');
  const scopes = listUserScopes(user, request.scopes);
  const asks = await mustAsk({ ...request, scopes }, user, context);
  if (asks && progress.allowed !== true && (silent || context.settings.of(loginSetting) === 'page')) {
    if (silent) return fail('consent_required', 'The user must allow the access');
    const shown = renderConsentPage(formOf(request, cookie, { context, step: 'consent' }), user, scopes);
    return {
      status: 200,
      headers: { ...createPageHeaders(request.redirectUri), ...createCookieHeader(context, cookie) },
      body: shown,
    };
  }
  return await grantRequest({ ...request, scopes }, { cookie, session }, context);
}

async function showLogin(
  request: AuthorizationRequest,
  browser: BrowserSession,
  context: HandlerContext,
  error?: string,
): Promise<SignInResponse> {
  const cookie = browser.cookie ?? createCookie(context);
  const found = request.hint === undefined ? undefined : await findUser(context, request.hint);
  const others = (await listUsers(context)).filter(({ sub }) => sub !== found?.sub);
  const users = found === undefined ? others : [found, ...others];
  const body = renderLoginPage(formOf(request, cookie, { context, step: 'login' }), users, {
    hint: request.hint,
    error,
  });
  return {
    status: 200,
    headers: { ...createPageHeaders(request.redirectUri), ...createCookieHeader(context, cookie) },
    body,
  };
}

async function grantRequest(
  request: AuthorizationRequest,
  { cookie, session }: { readonly cookie: string; readonly session: Session },
  context: HandlerContext,
): Promise<SignInResponse> {
  const { client, scopes, resources, nonce, redirectUri, challenge, pushedKey } = request;
  const { sub, authTime, acr, sid, clients } = session;
  const shared = context.scopes.shared;
  const granted = { clientId: client.clientId, sub, scopes, resources, authTime, acr, sid };
  const code = await issueCode(
    context,
    { redirectUri, challenge },
    { ...granted, ...(nonce === undefined ? {} : { nonce }) },
  );
  const key = toConsentKey(sub, client.clientId);
  const before = (await shared.collection(consentsCollection).get(key))?.scopes ?? [];
  await shared.collection(consentsCollection).put(key, { scopes: [...new Set([...before, ...scopes])] });
  if (!clients.includes(client.clientId)) {
    const seen = { ...session, clients: [...clients, client.clientId] };
    await shared.collection(sessionsCollection).put(toOpaqueKey(cookie), seen);
  }
  if (pushedKey !== undefined) await shared.collection(pushedCollection).delete(pushedKey);
  const { status, headers } = redirectBack(context, request, { code });
  return { status, headers: { ...headers, ...createCookieHeader(context, cookie) } };
}

async function mustSignIn(
  { prompts, maxAge, acr, idTokenHint }: AuthorizationRequest,
  session: Session,
  context: HandlerContext,
  { signedIn }: Progress,
): Promise<boolean> {
  if (idTokenHint !== undefined && (await readIdToken(context, idTokenHint))?.sub !== session.sub) return true;
  if (signedIn === true) return false;
  if (prompts.includes('login') || prompts.includes('select_account')) return true;
  if (acr !== undefined && rankOf(acr) > rankOf(session.acr)) return true;
  return maxAge !== undefined && context.clock.now().getTime() > (session.authTime + maxAge) * 1000;
}

const ranks: readonly string[] = acrValues;
const rankOf = (acr: string) => ranks.indexOf(acr);

async function mustAsk({ client, scopes, prompts }: AuthorizationRequest, user: User, context: HandlerContext) {
  if (prompts.includes('consent')) return true;
  const given = await context.scopes.shared.collection(consentsCollection).get(toConsentKey(user.sub, client.clientId));
  if (given?.withdrawn === true) return true;
  if (client.consent !== true && context.settings.of(consentSetting) !== 'always') return false;
  return !scopes.every((scope) => given?.scopes.includes(scope) === true);
}

/** Returns the purpose of a form's secret, so that a page does not accept the form of another page. */
function toFormPurpose(step: 'login' | 'consent', text: string): string {
  return `${step} ${text}`;
}

function formOf(
  { client, text }: AuthorizationRequest,
  cookie: string,
  { context, step }: { readonly context: HandlerContext; readonly step: 'login' | 'consent' },
): SignInForm {
  const secret = createFormSecret(context, cookie, toFormPurpose(step, text));
  return { action: `${context.baseUrl}/oidc/login`, hidden: { request: text, secret }, clientId: client.clientId };
}
