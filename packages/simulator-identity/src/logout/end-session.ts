import type { Context } from '@understudy/kernel';
import { clientsCollection, grantsCollection, type Session, sessionsCollection } from '../entities.js';
import { issuerOf } from '../issuer-of.js';
import { signJwt } from '../keys/sign-jwt.js';
import { keyOf } from '../records/opaque.js';

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const policy = { timeoutSeconds: 10, attempts: 3, retryDelaysSeconds: [5, 30] };
const logoutTokenSeconds = 120;

/** Ends a session, its grants without `offline_access`, and reports that to the clients (OpenID Connect Back-Channel Logout). */
export async function endSession(context: Context, cookie: string, session: Session): Promise<void> {
  const { scopes, webhooks } = context;
  const { sid, sub } = session;
  await scopes.shared.collection(sessionsCollection).delete(keyOf(cookie));
  const grants = scopes.shared.collection(grantsCollection);
  for (const { key, value } of await grants.range('session', [sid], [sid]))
    if (!value.scopes.includes('offline_access')) await grants.delete(key);
  for (const clientId of session.clients) {
    const client = await scopes.shared.collection(clientsCollection).get(clientId);
    if (client?.backchannelLogoutUri === undefined) continue;
    const iat = Math.floor(context.clock.now().getTime() / 1000);
    const claims = {
      ...{ iss: issuerOf(context), aud: clientId, iat, exp: iat + logoutTokenSeconds, jti: context.ids.next('logout') },
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
