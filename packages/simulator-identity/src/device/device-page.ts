import type { HandlerContext, OperationHandler } from '@understudy/kernel';
import {
  createCookie,
  createCookieHeader,
  createFormSecret,
  isFromOwnPage,
  readBrowser,
} from '../authorize/session.js';
import { oauthErrors } from '../errors.js';
import type { operations } from '../generated/types.js';
import { createPageHeaders, escapeHtml, renderForm, renderPage } from '../pages/page.js';
import { readParameters } from '../records/parameters.js';
import { findUser, listUsers } from '../users/find-user.js';
import { formatUserName } from '../users/select-claims.js';
import { decideDevice, findDevice } from './decide-device.js';

const purpose = 'device';

/** Serves the page on which a user enters a device's code (RFC 8628 section 3.3). */
export const showDevice: OperationHandler<operations['showDevice']> = async ({ query }, context) =>
  await show(context, String(query['user_code'] ?? ''));

/** Processes the user's decision. */
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
