import { isObject, type Operation } from '@understudy/contract';
import { demoSignIn } from '../demo-sign-in.js';
import { ToolError } from './tool.js';
import { sandboxUrl, type ToolContext } from './tool-context.js';

/**
 * The `Authorization` header from the demo credentials; undefined if the operation needs none, or the API has no
 * tokens.
 */
export async function requestAuthorization(
  { api, security }: Operation,
  sandbox: string,
  place: ToolContext,
): Promise<string | undefined> {
  const { contracts, apis } = place.workspace;
  const known = apis.get(api);
  const request = known === undefined ? undefined : demoSignIn(known);
  const schemes: unknown = contracts.get(api)?.document.components?.['securitySchemes'];
  const isToken = (name: string) => ['oauth2', 'http', 'openIdConnect'].includes(Object(Object(schemes)[name])['type']);
  if (request === undefined || !security.some((schemesOf) => Object.keys(schemesOf).some(isToken))) return undefined;
  const address = `${sandboxUrl(place, sandbox)}${request.path}`;
  const answer = await place.fetch(address, { method: 'POST', body: new URLSearchParams(request.form) });
  const body: unknown = await answer.json().catch(() => undefined);
  if (isObject(body) && typeof body['access_token'] === 'string') return `Bearer ${body['access_token']}`;
  throw new ToolError(
    `The token request with the demo credentials failed for ${api}: ${request.path} returned ${answer.status} ${JSON.stringify(body)}. ` +
      'Use the demo seed, an Authorization header, or signIn: false.',
  );
}
