import { type HandlerContext, type OperationHandler, putExpiring, type UnitContext } from '@understudy/kernel';
import { createCookie, createCookieHeader, createFormSecret, isFromOwnPage, readBrowser } from './authorize/session.js';
import { authenticateClient } from './clients/authenticate-client.js';
import { checkResources, checkScopes, listUserScopes } from './clients/check-scopes.js';
import { type DeviceRequest, devicesCollection, type User } from './entities.js';
import { oauthErrors } from './errors.js';
import { findUser, formatUserName, listUsers } from './find-user.js';
import type { operations } from './generated/types.js';
import { createPageHeaders, escapeHtml, renderForm, renderPage } from './page.js';
import { createOpaqueValue, readParameters, splitWords, toOpaqueKey } from './parameters.js';
import { acrValues, deviceCodeTtlSeconds } from './policies.js';
import { deviceInterval, getIssuer } from './settings.js';
import { createGrant } from './tokens/grants.js';

/** Letters that are hard to confuse and cannot form words (RFC 8628 section 6.1). */
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

const purpose = 'device';

/** Serves the page on which a user enters a device's code (RFC 8628 section 3.3). */
export const showDevice: OperationHandler<operations['showDevice']> = async ({ query }, context) =>
  await show(context, String(query['user_code'] ?? ''));

export const answerDevice: OperationHandler<operations['answerDevice']> = async ({ body }, context) => {
  const sent = readParameters(body);
  const { cookie } = await readBrowser(context);
  if (!isFromOwnPage(context, cookie, { purpose, secret: sent.one('secret') }))
    return oauthErrors.invalid_request('The form was not opened in this browser; start again');
  const code = sent.one('user_code') ?? '';
  const device = await findDevice(context, code);
  if (device === undefined) return await show(context, code, 'This code is unknown, was used, or has expired');
  const user = sent.one('decision') === 'deny' ? undefined : await findUser(context, sent.one('user') ?? '');
  if (user === undefined && sent.one('decision') !== 'deny') return await show(context, code, 'Choose a user');
  await decideDevice(context, device, user);
  const text = user === undefined ? 'The device was refused.' : 'The device is signed in. You can close this page.';
  return { status: 200, headers: createPageHeaders(), body: renderPage('Device', `<p>${escapeHtml(text)}</p>`) };
};

async function show(context: HandlerContext, userCode: string, error?: string) {
  const cookie = (await readBrowser(context)).cookie ?? createCookie(context);
  const users = (await listUsers(context)).map(
    (user) =>
      `<button name="user" value="${escapeHtml(user.sub)}">Allow as ${escapeHtml(formatUserName(user))}</button>`,
  );
  const message = error === undefined ? '' : `<p class="error" role="alert">${escapeHtml(error)}</p>`;
  const body = `${message}<label for="code">Code on the device</label>
<input id="code" name="user_code" value="${escapeHtml(userCode)}" autocomplete="off" required>
${users.join('\n')}\n<button name="decision" value="deny">Refuse</button>`;
  const secret = createFormSecret(context, cookie, purpose);
  return {
    status: 200 as const,
    headers: { ...createPageHeaders(), ...createCookieHeader(context, cookie) },
    body: renderPage('Sign in on a device', renderForm(`${context.baseUrl}/oidc/device`, { secret }, body)),
  };
}

/** Finds the waiting device that shows a code. Ignores case and hyphens (RFC 8628 section 6.1). */
export async function findDevice(
  { scopes, clock }: Pick<UnitContext, 'scopes' | 'clock'>,
  userCode: string,
): Promise<{ readonly key: string; readonly value: DeviceRequest } | undefined> {
  const word = userCode.toUpperCase().replaceAll(/[^A-Z]/g, '');
  const code = `${word.slice(0, 4)}-${word.slice(4)}`;
  const [found] = await scopes.shared.collection(devicesCollection).range('userCode', [code], [code], { limit: 1 });
  const waits = found?.value.state === 'pending' && clock.now().getTime() < found.value.expiresAt;
  return waits ? found : undefined;
}

/** Allows a device on behalf of a user, or denies it without a user. */
export async function decideDevice(
  context: UnitContext,
  { key, value }: { readonly key: string; readonly value: DeviceRequest },
  user: User | undefined,
): Promise<void> {
  const devices = context.scopes.shared.collection(devicesCollection);
  if (user === undefined) return await devices.put(key, { ...value, state: 'denied' });
  const { clientId, resources } = value;
  const authTime = Math.floor(context.clock.now().getTime() / 1000);
  const scopes = listUserScopes(user, value.scopes);
  const grant = await createGrant(context, { clientId, sub: user.sub, scopes, resources, authTime, acr: acrValues[0] });
  await devices.put(key, { ...value, state: 'approved', grantId: grant.id });
}
