import { type OperationHandler, putExpiring } from '@understudy/kernel';
import { findRequestProblem } from '../authorize/read-request.js';
import { authenticateClient } from '../clients/authenticate-client.js';
import { canRedirect } from '../clients/redirect-uri.js';
import { pushedCollection } from '../entities.js';
import { oauthErrors } from '../errors.js';
import type { operations } from '../generated/types.js';
import { pushedRequestTtlSeconds } from '../policies.js';
import { createOpaqueValue, toOpaqueKey } from '../records/opaque.js';
import { readParameters } from '../records/parameters.js';

/** Parameters that authenticate the client and are not part of the request. */
const credentials = new Set(['client_secret', 'client_assertion', 'client_assertion_type']);

/** Accepts a pushed authorization request, checked like one from the browser (RFC 9126). */
export const pushRequest: OperationHandler<operations['pushRequest']> = async ({ body }, context) => {
  const sent = readParameters(body);
  const from = await authenticateClient(sent, context);
  if ('refused' in from) return from;
  const { client } = from;
  if (sent.one('request_uri') !== undefined) return oauthErrors.invalid_request('request_uri cannot be pushed');
  const redirectUri = sent.one('redirect_uri');
  if (redirectUri === undefined || !canRedirect(client, redirectUri))
    return oauthErrors.invalid_request('redirect_uri must exactly match a registered URI of the client');
  const problem = findRequestProblem(sent, client, context);
  if (problem !== undefined) return { ...oauthErrors.invalid_request(problem[1]), code: problem[0] };
  const uri = `urn:ietf:params:oauth:request_uri:${createOpaqueValue(context, 'pushed-request')}`;
  const kept = [...new URLSearchParams(sent.text)].filter(([name]) => !credentials.has(name));
  const keptUntil = context.clock.now().getTime() + pushedRequestTtlSeconds * 1000;
  const text = String(new URLSearchParams(kept));
  await putExpiring(context, pushedCollection, [toOpaqueKey(uri), { clientId: client.clientId, text, keptUntil }]);
  return {
    status: 201,
    headers: { 'Cache-Control': 'no-store' },
    body: { request_uri: uri, expires_in: pushedRequestTtlSeconds },
  };
};
