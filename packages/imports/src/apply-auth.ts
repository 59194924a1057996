import { isObject } from '@understudy/contract';
import type { ForeignObject } from './foreign-object.js';
import type { NameValuePairs, OAuthFlow } from './imported.js';

interface AppliedAuth {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: NameValuePairs;
}

/**
 * Returns the headers and parameters of an authorization, in a format that many tools share. Reports unsupported types
 * by name.
 *
 * @param template converts the variables in a value to `{{name}}`
 */
export function applyAuth(auth: ForeignObject | undefined, template = (text: string) => text): AppliedAuth {
  const none = { headers: {}, query: [] };
  if (auth?.value('disabled') === true) auth.note('it is disabled');
  if (auth === undefined || auth.value('disabled') === true) return none;
  // The settings are direct members, or are nested under the type's name as an object or a list of names and values.
  const type = auth.text('type') || (auth.has('username') ? 'basic' : '');
  const own = auth.value(type);
  const parts = new Map(Object.entries(isObject(own) ? own : {}));
  if (Array.isArray(own)) for (const { key, value } of own.map(Object)) parts.set(String(key), value);
  const read = (name: string): string => template(String(parts.get(name) ?? auth.text(name)));
  /** Returns the value of a credential: a variable, or an input that replaces a secret in the file. */
  const given = (name: string, input: string): string => {
    if (/^\s*\{\{[^{}]+\}\}\s*$/.test(read(name))) return read(name);
    auth.into.variables.push({ name: input, secret: read(name) });
    return `{{${input}}}`;
  };
  const header = (name: string, value: string): AppliedAuth => ({ ...none, headers: { [name]: value } });
  switch (type.toLowerCase()) {
    case '':
    case 'none':
    case 'noauth':
    case 'inherit':
      return none;
    case 'bearer':
      return header('Authorization', `${read('prefix') || 'Bearer'} ${given('token', 'accessToken')}`);
    case 'oauth2': {
      const [grant, flow] = describeFlow(read);
      const { scopes: known } = auth.into.flows.get(grant) ?? {};
      if (grant !== '') auth.into.flows.set(grant, { ...flow, scopes: { ...known, ...flow.scopes } });
      const scopes = Object.keys(flow.scopes).join(' ');
      const what = [grant, flow.authorizationUrl, flow.tokenUrl, scopes].filter(Boolean).join(', ');
      auth.note(`sign in with OAuth 2.0 (${what || 'no address'}), and pass the token as the input accessToken`);
      const isInQuery = /query/i.test(read('addTokenTo'));
      if (isInQuery) return { ...none, query: [['access_token', given('accessToken', 'accessToken')]] };
      const prefix = read('headerPrefix') || read('tokenPrefix') || 'Bearer';
      return header('Authorization', `${prefix.trim()} ${given('accessToken', 'accessToken')}`);
    }
    case 'basic':
      auth.note('the user and password are replaced by the input basicCredentials, in base64');
      given('password', 'password');
      return header('Authorization', 'Basic {{basicCredentials}}');
    case 'apikey': {
      const [name, value] = [read('key') || 'X-Api-Key', given('value', 'apiKey')];
      const isInQuery = /query/i.test(read('in') || read('addTo') || read('placement'));
      return isInQuery ? { ...none, query: [[name, value]] } : header(name, value);
    }
    default:
      auth.omit(`the authorization "${type}" is not supported`);
      return none;
  }
}

/** Returns an OAuth 2.0 flow and its name in OpenAPI. The name is empty if the authorization has no URL. */
function describeFlow(read: (name: string) => string): [name: string, OAuthFlow] {
  const first = (...names: string[]): string => names.map(read).find((value) => value !== '') ?? '';
  const authorizationUrl = first('authorizationUrl', 'authUrl', 'authorization_url');
  const tokenUrl = first('accessTokenUrl', 'access_token_url');
  const scopes = first('scope').split(/[\s,]+/);
  const flow = {
    ...(authorizationUrl === '' ? {} : { authorizationUrl }),
    ...(tokenUrl === '' ? {} : { tokenUrl }),
    scopes: Object.fromEntries(scopes.flatMap((scope) => (scope === '' ? [] : [[scope, scope]]))),
  };
  const grant = first('grantType', 'grant_type');
  if (/^client/.test(grant)) return [tokenUrl && 'clientCredentials', flow];
  if (/^password/.test(grant)) return [tokenUrl && 'password', flow];
  return [authorizationUrl && (tokenUrl === '' ? 'implicit' : 'authorizationCode'), flow];
}
