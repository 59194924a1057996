import type { HandlerContext, OperationHandler } from '@understudy/kernel';
import type { operations } from '../generated/types.js';
import { getIssuer } from '../get-issuer.js';
import { type RequestParameters, readParameters } from '../records/parameters.js';
import { readRequest } from './read-request.js';
import { redirectTo } from './redirect.js';
import { respondToAuthorization, type SignInResponse } from './respond-to-authorization.js';
import { readBrowser } from './session.js';

/** Serves the authorization endpoint (RFC 6749 section 3.1, OpenID Connect Core section 3.1.2). */
export const authorize: OperationHandler<operations['authorize']> = async (_input, context) => {
  const { url } = context.request;
  const own = context.operation.path;
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  // The provider's cookies apply only to its own paths.
  if (!url.startsWith(own)) return redirectTo(`${getIssuer(context)}${own}?${query}`, {});
  return await begin(readParameters(new URLSearchParams(query)), context);
};

/** Serves the authorization endpoint for POST (OpenID Connect Core section 3.1.2.1). */
export const authorizeByForm: OperationHandler<operations['authorizeByForm']> = async ({ body }, context) =>
  await begin(readParameters(body), context);

async function begin(parameters: RequestParameters, context: HandlerContext): Promise<SignInResponse> {
  const request = await readRequest(parameters, context);
  if (!('client' in request)) return request;
  return await respondToAuthorization(request, await readBrowser(context), context);
}
