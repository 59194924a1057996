import { type OperationHandler, putExpiring } from '@understudy/kernel';
import { authenticateClient } from '../clients/authenticate-client.js';
import { checkResources, checkScopes } from '../clients/check-scopes.js';
import { type DeviceRequest, devicesCollection } from '../entities.js';
import type { operations } from '../generated/types.js';
import { getIssuer } from '../get-issuer.js';
import { deviceCodeTtlSeconds } from '../policies.js';
import { createOpaqueValue, toOpaqueKey } from '../records/opaque.js';
import { readParameters, splitWords } from '../records/parameters.js';
import { deviceInterval } from '../settings.js';

/** Letters that are not easily confused and form no words (RFC 8628 section 6.1). */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';

/** Starts the device flow (RFC 8628 section 3.1). */
export const startDevice: OperationHandler<operations['startDevice']> = async ({ body }, context) => {
  const parameters = readParameters(body);
  const from = await authenticateClient(parameters, context);
  if ('refused' in from) return from;
  const { client } = from;
  const scopes = splitWords(parameters.one('scope'));
  const resources = parameters.all('resource');
  const refusal = checkScopes(scopes, client, context) ?? checkResources(resources, client);
  if (refusal !== undefined) return refusal;
  const deviceCode = createOpaqueValue(context, 'device-code');
  const bytes = Buffer.from(createOpaqueValue(context, 'user-code'), 'base64url');
  const word = [...bytes.subarray(0, 8)].map((byte) => letters[byte % letters.length]).join('');
  const userCode = `${word.slice(0, 4)}-${word.slice(4)}`;
  const interval = context.settings.of(deviceInterval);
  const now = context.clock.now().getTime();
  const expiresAt = now + deviceCodeTtlSeconds * 1000;
  const stored: DeviceRequest = {
    ...{ userCode, clientId: client.clientId, scopes, resources, interval, expiresAt, keptUntil: expiresAt },
    nextPollAt: now,
    state: 'pending',
  };
  await putExpiring(context, devicesCollection, [toOpaqueKey(deviceCode), stored]);
  const uri = `${getIssuer(context)}/oidc/device`;
  return {
    status: 200,
    headers: { 'Cache-Control': 'no-store' },
    body: {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: uri,
      verification_uri_complete: `${uri}?user_code=${userCode}`,
      expires_in: deviceCodeTtlSeconds,
      interval,
    },
  };
};
