import { devicesCollection } from '../entities.js';
import { oauthErrors } from '../errors.js';
import { slowDownIntervalSeconds } from '../policies.js';
import { toOpaqueKey } from '../records/opaque.js';
import { findGrant } from '../tokens/grants.js';
import { createTokenResponse } from '../tokens/token-response.js';
import type { GrantHandler } from './grant-type.js';

/** Responds to a device that polls for its tokens (RFC 8628 section 3.4). */
export const grantDeviceTokens: GrantHandler = async (parameters, { client }, context) => {
  const code = parameters.one('device_code');
  if (code === undefined) return oauthErrors.invalid_request('The form parameter "device_code" is missing');
  const devices = context.scopes.shared.collection(devicesCollection);
  const key = toOpaqueKey(code);
  const found = await devices.get(key);
  if (found === undefined || found.clientId !== client.clientId)
    return oauthErrors.invalid_grant('The device code is unknown, or belongs to another client');
  const now = context.clock.now().getTime();
  if (now >= found.expiresAt) return oauthErrors.expired_token('The device code has expired');
  if (found.state === 'denied') return oauthErrors.access_denied('The user has refused');
  if (found.state === 'pending') {
    const tooSoon = now < found.nextPollAt;
    const interval = found.interval + (tooSoon ? slowDownIntervalSeconds : 0);
    await devices.put(key, { ...found, interval, nextPollAt: now + interval * 1000 });
    const refusal = tooSoon
      ? oauthErrors.slow_down(`Wait ${interval} seconds before the next request`)
      : oauthErrors.authorization_pending('The user has not answered yet');
    return { ...refusal, stores: true };
  }
  const grant = await findGrant(context, found.grantId ?? '');
  if (grant === undefined) return oauthErrors.invalid_grant('The grant was revoked');
  await devices.delete(key);
  return await createTokenResponse(context, { client, grant, scopes: grant.scopes, resources: grant.resources });
};
