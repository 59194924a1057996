import { type HandlerContext, putExpiring } from '@understudy/kernel';
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import { clientsCollection, type RegisteredClient, refusedIdsCollection } from '../entities.js';
import { oauthErrors } from '../errors.js';
import type { RequestParameters } from '../parameters.js';
import { getIssuer } from '../settings.js';
import { findClient, isSameSecret } from './clients.js';

export interface AuthenticatedClient {
  readonly client: RegisteredClient;
  readonly proven: boolean;
}

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const unknown = 'The client is unknown, or its credentials are wrong';

/** Authenticates a client with HTTP Basic, the form or a signed assertion (RFC 6749 section 2.3, RFC 7523). */
export async function authenticateClient(parameters: RequestParameters, context: HandlerContext) {
  const header = context.request.headers['authorization'];
  const [secret, assertion] = [parameters.one('client_secret'), parameters.one('client_assertion')];
  if ([header, secret, assertion].filter((each) => each !== undefined).length > 1)
    return oauthErrors.invalid_request('The client must authenticate by one method only');
  if (assertion !== undefined) return await byAssertion(assertion, parameters, context);
  const basic = header === undefined ? undefined : readBasic(header);
  if (header !== undefined && basic === undefined)
    return oauthErrors.invalid_client('The Authorization header must have the form "Basic <client id and secret>"');
  const id = basic?.id ?? parameters.one('client_id');
  if (id === undefined) return oauthErrors.invalid_client('The client is missing; send client_id');
  if (parameters.one('client_id') !== undefined && parameters.one('client_id') !== id)
    return oauthErrors.invalid_request('client_id must match the client in the Authorization header');
  const client = await findClient(context, id);
  if (client === undefined) return oauthErrors.invalid_client(unknown);
  const given = basic?.secret ?? secret;
  if (given !== undefined)
    return client.isUnregistered === true || isSameSecret(client.clientSecret, given)
      ? { client, proven: true }
      : oauthErrors.invalid_client(unknown);
  return client.isPublic === true ? { client, proven: false } : oauthErrors.invalid_client(unknown);
}

/** Like {@link authenticateClient}, but rejects public clients without credentials. */
export async function requireAuthenticatedClient(parameters: RequestParameters, context: HandlerContext) {
  const authenticated = await authenticateClient(parameters, context);
  if ('refused' in authenticated) return authenticated;
  return authenticated.proven ? authenticated.client : oauthErrors.invalid_client('The client must authenticate');
}

/** Reads HTTP Basic credentials. Id and secret are also form-encoded (RFC 6749 section 2.3.1). */
function readBasic(header: string): { readonly id: string; readonly secret: string } | undefined {
  const [, encoded = ''] = /^basic +([a-z0-9+/]+=*)$/i.exec(header) ?? [];
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  if (colon < 1) return undefined;
  try {
    const [id = '', secret = ''] = [text.slice(0, colon), text.slice(colon + 1)].map((part) =>
      decodeURIComponent(part.replaceAll('+', ' ')),
    );
    return { id, secret };
  } catch {
    return undefined;
  }
}

async function byAssertion(assertion: string, parameters: RequestParameters, context: HandlerContext) {
  if (parameters.one('client_assertion_type') !== assertionType)
    return oauthErrors.invalid_request(`client_assertion_type must be ${assertionType}`);
  try {
    const { sub = '' } = decodeJwt(assertion);
    const client = await context.scopes.shared.collection(clientsCollection).get(sub);
    if (client?.keys === undefined || (parameters.one('client_id') ?? sub) !== sub)
      return oauthErrors.invalid_client(unknown);
    const issuer = getIssuer(context);
    const { payload } = await jwtVerify(assertion, createLocalJWKSet({ keys: [...client.keys] }), {
      issuer: sub,
      audience: [issuer, `${issuer}/oidc/token`, `${issuer}/oidc/par`],
      algorithms: ['ES256', 'RS256', 'PS256'],
      requiredClaims: ['exp', 'jti'],
      currentDate: context.clock.now(),
    });
    const key = JSON.stringify([sub, payload.jti]);
    if ((await context.scopes.shared.collection(refusedIdsCollection).get(key)) !== undefined)
      return oauthErrors.invalid_client('The client assertion was used before');
    await putExpiring(context, refusedIdsCollection, [key, { keptUntil: (payload.exp ?? 0) * 1000 }]);
    return { client, proven: true };
  } catch {
    return oauthErrors.invalid_client('The client assertion is not valid here and now');
  }
}
