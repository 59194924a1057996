import type { DocumentedResponse, ErrorResult, HandlerContext, OperationHandler } from '@understudy/kernel';
import { redirectTo } from './authorize/read-request.js';
import { createCookie, createCookieHeader, createFormSecret, isFromOwnPage, readBrowser } from './authorize/session.js';
import { canReturnAfterLogout, findClient } from './clients/clients.js';
import { clientsCollection, grantsCollection, type Session, sessionsCollection } from './entities.js';
import { oauthErrors } from './errors.js';
import type { operations } from './generated/types.js';
import { createPageHeaders, renderForm, renderPage } from './page.js';
import { type RequestParameters, readParameters, toOpaqueKey } from './parameters.js';
import { getIssuer } from './settings.js';
import { signJwt } from './signing-keys.js';
import { readIdToken } from './tokens/tokens.js';

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

const policy = { timeoutSeconds: 10, attempts: 3, retryDelaysSeconds: [5, 30] };

const logoutTokenSeconds = 120;

type Reply = DocumentedResponse<operations['logOut']> | ErrorResult;

/** Serves the end-session endpoint (OpenID Connect RP-Initiated Logout). */
export const logOut: OperationHandler<operations['logOut']> = async (_input, context) => {
  const { url } = context.request;
  return await answer(
    readParameters(new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')),
    context,
  );
};

export const logOutByForm: OperationHandler<operations['logOutByForm']> = async ({ body }, context) =>
  await answer(readParameters(body), context);

/** Signs the user out immediately if an ID token names the session's user. Otherwise asks first. */
async function answer(parameters: RequestParameters, context: HandlerContext): Promise<Reply> {
  const target = await targetOf(parameters, context);
  if (typeof target === 'object') return target;
  const { cookie, session } = await readBrowser(context);
  const purpose = `logout ${target}`;
  const confirmed = isFromOwnPage(context, cookie, { purpose, secret: parameters.one('secret') });
  const hint = parameters.one('id_token_hint');
  const hinted = hint === undefined ? undefined : await readIdToken(context, hint);
  if (session !== undefined && cookie !== undefined) {
    if (!confirmed && hinted?.sub !== session.sub) return ask(context, cookie, { parameters, purpose });
    await endSession(context, cookie, session);
  }
  const state = parameters.one('state');
  const cleared = createCookieHeader(context, createCookie(context));
  if (target === '')
    return {
      status: 200,
      headers: { ...createPageHeaders(), ...cleared },
      body: renderPage('Signed out', '<p>You are signed out.</p>'),
    };
  const { status, headers } = redirectTo(target, state === undefined ? {} : { state });
  return { status, headers: { ...headers, ...cleared } };
}

/** Returns the address that the browser visits next. Empty for a page of the provider. */
async function targetOf(parameters: RequestParameters, context: HandlerContext): Promise<string | ErrorResult> {
  const hint = parameters.one('id_token_hint');
  const hinted = hint === undefined ? undefined : await readIdToken(context, hint);
  if (hint !== undefined && hinted === undefined)
    return oauthErrors.invalid_request('id_token_hint must be an ID token of this provider');
  const clientId = parameters.one('client_id') ?? (typeof hinted?.aud === 'string' ? hinted.aud : undefined);
  if (hinted !== undefined && hinted.aud !== clientId)
    return oauthErrors.invalid_request('client_id must be the client of id_token_hint');
  const target = parameters.one('post_logout_redirect_uri');
  if (target === undefined) return '';
  const client = clientId === undefined ? undefined : await findClient(context, clientId);
  if (client !== undefined && canReturnAfterLogout(client, target)) return target;
  return oauthErrors.invalid_request('post_logout_redirect_uri must exactly match a registered URI of the client');
}

function ask(
  context: HandlerContext,
  cookie: string,
  { parameters, purpose }: { readonly parameters: RequestParameters; readonly purpose: string },
): Reply {
  const kept = ['client_id', 'post_logout_redirect_uri', 'state', 'id_token_hint'].flatMap((name) => {
    const value = parameters.one(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const hidden = { ...Object.fromEntries(kept), secret: createFormSecret(context, cookie, purpose) };
  const body = renderForm(`${context.baseUrl}/oidc/logout`, hidden, '<button>Sign out</button>');
  const headers = {
    ...createPageHeaders(parameters.one('post_logout_redirect_uri')),
    ...createCookieHeader(context, cookie),
  };
  return { status: 200, headers, body: renderPage('Sign out', `<p>Do you want to sign out?</p>\n${body}`) };
}

/**
 * Ends a session and its grants without `offline_access`, and notifies the clients (OpenID Connect Back-Channel
 * Logout).
 */
async function endSession(context: HandlerContext, cookie: string, session: Session): Promise<void> {
  const { scopes, webhooks } = context;
  const { sid, sub } = session;
  await scopes.shared.collection(sessionsCollection).delete(toOpaqueKey(cookie));
  const grants = scopes.shared.collection(grantsCollection);
  for (const { key, value } of await grants.range('session', [sid], [sid]))
    if (!value.scopes.includes('offline_access')) await grants.delete(key);
  for (const clientId of session.clients) {
    const client = await scopes.shared.collection(clientsCollection).get(clientId);
    if (client?.backchannelLogoutUri === undefined) continue;
    const iat = Math.floor(context.clock.now().getTime() / 1000);
    const claims = {
      ...{
        iss: getIssuer(context),
        aud: clientId,
        iat,
        exp: iat + logoutTokenSeconds,
        jti: context.ids.next('logout'),
      },
      ...{ sub, sid, events: { [logoutEvent]: {} } },
    };
    const token = await signJwt(context, claims, { alg: client.idTokenAlgorithm ?? 'ES256', typ: 'logout+jwt' });
    webhooks.send({
      tenantId: clientId,
      reference: `logout ${sid}`,
      request: {
        url: client.backchannelLogoutUri,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: String(new URLSearchParams({ logout_token: token })),
        policy,
      },
    });
  }
}
