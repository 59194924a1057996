import type { ApiContract } from '@understudy/contract';
import { isTokenRequest } from '../arazzo/effects.js';
import type { Step } from '../arazzo/model.js';
import type { Inputs } from './inputs.js';
import type { RecordedCall } from './recorded-call.js';

/**
 * The step that gets a token for an API whose calls carry one that the recording does not show.
 *
 * @returns undefined where the API's tokens are not got by client credentials
 */
export function tokenStep(
  { operation }: RecordedCall,
  contracts: ReadonlyMap<string, ApiContract>,
  inputs: Inputs,
  defaults: Readonly<Record<string, unknown>>,
): { step: Step; api: string } | undefined {
  const scopes = operation.security.flatMap((requirement) => Object.values(requirement).flat());
  const api = 'identity';
  const request = [...(contracts.get(api)?.operations.values() ?? [])].find(isTokenRequest);
  if (scopes.length === 0 || request === undefined) return undefined;
  const payload = {
    grant_type: 'client_credentials',
    client_id: inputs.declare('clientId', defaults.clientId),
    client_secret: inputs.declare('clientSecret', defaults.clientSecret),
    scope: inputs.declare('scope', scopes.join(' ')),
  };
  const step: Step = {
    stepId: `token-${operation.api}`,
    operationId: `$sourceDescriptions.${api}.${request.operationId}`,
    requestBody: { contentType: 'application/x-www-form-urlencoded', payload },
    successCriteria: [{ condition: '$statusCode == 200' }],
    outputs: { accessToken: '$response.body#/access_token' },
  };
  return { step, api };
}
