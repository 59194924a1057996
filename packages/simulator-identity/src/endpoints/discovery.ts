import type { HandlerContext, OperationHandler } from '@understudy/kernel';
import type { operations } from '../generated/types.js';
import { getIssuer } from '../get-issuer.js';
import { grantHandlers } from '../grant-types/request-grant.js';
import { getCurrentKey, listPublishedKeys, toPublicKey } from '../keys/signing-keys.js';
import { acrValues, scopeClaims } from '../policies.js';
import { signingAlgorithm } from '../settings.js';

const authMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'];
const assertionAlgorithms = ['ES256', 'RS256', 'PS256'];

/**
 * Returns the metadata of OpenID Connect Discovery section 3 and RFC 8414 section 2. All URLs start with the issuer.
 */
function metadata(context: HandlerContext) {
  const issuer = getIssuer(context);
  const at = (path: string) => `${issuer}/oidc/${path}`;
  return {
    issuer,
    authorization_endpoint: at('authorize'),
    token_endpoint: at('token'),
    userinfo_endpoint: at('userinfo'),
    jwks_uri: at('jwks'),
    introspection_endpoint: at('introspect'),
    revocation_endpoint: at('revoke'),
    pushed_authorization_request_endpoint: at('par'),
    device_authorization_endpoint: at('device_authorization'),
    end_session_endpoint: at('logout'),
    scopes_supported: Object.keys(scopeClaims),
    claims_supported: [...new Set(['iss', 'auth_time', 'acr', ...Object.values(scopeClaims).flat()])],
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment'],
    grant_types_supported: Object.keys(grantHandlers),
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256', 'RS256'],
    acr_values_supported: [...acrValues],
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: [...authMethods, 'none'],
    token_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    introspection_endpoint_auth_methods_supported: authMethods,
    introspection_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    revocation_endpoint_auth_methods_supported: [...authMethods, 'none'],
    revocation_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    authorization_response_iss_parameter_supported: true,
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    require_request_uri_registration: false,
    require_pushed_authorization_requests: false,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  };
}

export const getOpenIdConfiguration: OperationHandler<operations['getOpenIdConfiguration']> = async (
  _input,
  context,
) => ({ status: 200, body: metadata(context) });

export const getServerMetadata: OperationHandler<operations['getServerMetadata']> = async (_input, context) => ({
  status: 200,
  body: metadata(context),
});

/** Returns the public keys (RFC 7517). An RSA key is created when a token first needs it. */
export const getKeys: OperationHandler<operations['getKeys']> = async (_input, context) => {
  await getCurrentKey(context, context.settings.of(signingAlgorithm));
  return { status: 200, body: { keys: (await listPublishedKeys(context)).map(toPublicKey) } };
};
