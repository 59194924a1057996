import { devicesCollection } from '../entities.js';
import { oauthRefusals } from '../errors.js';
import { slowDownSeconds } from '../policies.js';
import { opaqueKey } from '../records/opaque.js';
import { grantOf } from '../tokens/grants.js';
import { tokenResponse } from '../tokens/token-response.js';
import type { GrantType } from './grant-type.js';

/** Answers a device that polls for its tokens (RFC 8628 section 3.4). */
export const device: GrantType = async (parameters, { client }, context) => {
  const code = parameters.one('device_code');
  if (code === undefined) return oauthRefusals.invalid_request('The form parameter "device_code" is missing');
  const devices = context.scopes.shared.collection(devicesCollection);
  const key = opaqueKey(code);
  const found = await devices.get(key);
  if (found === undefined || found.clientId !== client.clientId)
    return oauthRefusals.invalid_grant('The device code is unknown, or belongs to another client');
  const now = context.clock.now().getTime();
  if (now >= found.expiresAt) return oauthRefusals.expired_token('The device code has expired');
  if (found.state === 'denied') return oauthRefusals.access_denied('The user has refused');
  if (found.state === 'pending') {
    const tooSoon = now < found.nextPollAt;
    const interval = found.interval + (tooSoon ? slowDownSeconds : 0);
    await devices.put(key, { ...found, interval, nextPollAt: now + interval * 1000 });
    const refusal = tooSoon
      ? oauthRefusals.slow_down(`Wait ${interval} seconds before the next request`)
      : oauthRefusals.authorization_pending('The user has not answered yet');
    return { ...refusal, stores: true };
  }
  const grant = await grantOf(context, found.grantId ?? '');
  if (grant === undefined) return oauthRefusals.invalid_grant('The grant was revoked');
  await devices.delete(key);
  return await tokenResponse(context, { client, grant, scopes: grant.scopes, resources: grant.resources });
};
