import type { ErrorResult, FormPairs, OperationHandler } from '@understudy/kernel';
import { checkRequestedScope } from './clients/check-scopes.js';
import { isSameSecret } from './clients/clients.js';
import { clientsCollection } from './entities.js';
import { identityTokenErrors } from './errors.js';
import type { operations } from './generated/types.js';
import { environmentSetting, scopePrefix } from './settings.js';

const keys = ['grant_type', 'client_id', 'client_secret', 'scope'] as const;

type TokenForm = Readonly<Record<(typeof keys)[number], string>>;

/**
 * Reads the form. Names are case-insensitive and must not be repeated (analysis.gap.token-form-keys,
 * analysis.auth.step4-token-request).
 */
function readForm(pairs: FormPairs): TokenForm | ErrorResult {
  const found = new Map<string, string>();
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    if (found.has(key)) return identityTokenErrors.duplicate(key);
    found.set(key, value);
  }
  const form = { grant_type: '', client_id: '', client_secret: '', scope: '' };
  for (const key of keys) {
    const value = found.get(key) ?? '';
    if (value.trim() === '') return identityTokenErrors.missing(key);
    form[key] = value;
  }
  return form;
}

/**
 * Issues an access token with the client credentials flow (analysis.auth.step4-token-request, RFC 6749 section 4.4).
 */
export const requestToken: OperationHandler<operations['requestToken']> = async ({ body }, context) => {
  if (/^basic\b/i.test(context.request.headers['authorization'] ?? '')) return identityTokenErrors.basic();
  const form = readForm(body);
  if ('refused' in form) return form;
  if (form.grant_type !== 'client_credentials') return identityTokenErrors.grantType(form.grant_type);
  const client = await context.scopes.shared.collection(clientsCollection).get(form.client_id);
  if (client === undefined || !isSameSecret(client.clientSecret, form.client_secret))
    return identityTokenErrors.client();

  const scopes = form.scope.split(/\s+/).filter((scope) => scope !== '');
  const refusal = checkRequestedScope(scopes, client, {
    scopePrefix: context.settings.of(scopePrefix),
    environment: context.settings.of(environmentSetting),
  });
  if (refusal !== undefined) return refusal;

  const { clientId, tokenLifetime, tenants } = client;
  const caller = { clientId, scopes, ...(tenants === undefined ? {} : { tenants }) };
  const accessToken = await context.tokens.issue(caller, tokenLifetime, context.ids.next('token'));
  return {
    status: 200,
    headers: { 'Cache-Control': 'no-store' },
    body: { access_token: accessToken, expires_in: tokenLifetime, token_type: 'Bearer', scope: scopes.join(' ') },
  };
};
