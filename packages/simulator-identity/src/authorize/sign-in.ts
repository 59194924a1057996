import type { OperationHandler } from '@understudy/kernel';
import { oauthErrors } from '../errors.js';
import type { operations } from '../generated/types.js';
import { acrValues } from '../policies.js';
import { readParameters } from '../records/parameters.js';
import { findUser } from '../users/find-user.js';
import { readRequest } from './read-request.js';
import { redirectBack } from './redirect.js';
import { respondToAuthorization, showLogin, toFormPurpose } from './respond-to-authorization.js';
import { isFromOwnPage, readBrowser, startSession } from './session.js';

/** Processes the user's input on the sign-in or consent page. Reads and checks the request again. */
export const signIn: OperationHandler<operations['signIn']> = async ({ body }, context) => {
  const form = readParameters(body);
  const text = form.one('request') ?? '';
  const browser = await readBrowser(context);
  const decision = form.one('decision');
  const steps = decision === 'allow' ? (['consent'] as const) : (['login', 'consent'] as const);
  const secret = form.one('secret');
  if (!steps.some((step) => isFromOwnPage(context, browser.cookie, { purpose: toFormPurpose(step, text), secret })))
    return oauthErrors.invalid_request('The form was not opened in this browser; start again');
  const request = await readRequest(readParameters(new URLSearchParams(text)), context);
  if (!('client' in request)) return request;
  if (decision === 'deny')
    return redirectBack(context, request, { error: 'access_denied', error_description: 'The user has refused' });
  if (decision === 'allow')
    return await respondToAuthorization(request, browser, context, { signedIn: true, allowed: true });
  const name = form.one('user') ?? form.one('login') ?? '';
  const user = await findUser(context, name);
  if (user === undefined) return await showLogin(request, browser, context, `There is no user "${name}"`);
  const signedIn = await startSession(context, { sub: user.sub, acr: request.acr ?? acrValues[0] }, browser);
  return await respondToAuthorization(request, signedIn, context, { signedIn: true });
};
