import { type ApiContract, isObject, type Operation, resolveReference } from '@understudy/contract';

/** What lets a request in. */
export interface CredentialsInForm {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/**
 * What the first security requirement of an operation asks for: keys and names that are any, and a token where one must be
 * real.
 *
 * @param token of the identity provider
 * @param values real ones, by the names of security schemes
 */
export function credentialsInForm(
  { document }: ApiContract,
  { security: [requirement] }: Operation,
  token: string,
  values: Readonly<Record<string, string>> = {},
): CredentialsInForm {
  const headers: Record<string, string> = {};
  const query: Record<string, string> = {};
  for (const name of Object.keys(requirement ?? {})) {
    const schemes = document.components?.['securitySchemes'];
    const scheme = resolveReference(document, isObject(schemes) ? schemes[name] : undefined) ?? {};
    const { type, in: place, name: key, scheme: kind } = scheme;
    const value = values[credentialName(name)];
    if (type === 'apiKey' && place === 'query') query[String(key)] = value ?? 'fuzz';
    else if (type === 'apiKey' && place === 'cookie')
      headers['cookie'] = [headers['cookie'], `${key}=${value ?? 'fuzz'}`].filter(Boolean).join('; ');
    else if (type === 'apiKey') headers[String(key).toLowerCase()] = value ?? 'fuzz';
    else if (type === 'http' && String(kind).toLowerCase() === 'basic')
      headers['authorization'] = `Basic ${value ?? Buffer.from('user:password').toString('base64')}`;
    else headers['authorization'] = `Bearer ${value ?? token}`;
  }
  return { headers, query };
}

/** What the input of a scenario, or the credential of an environment, for a security scheme is called. */
export function credentialName(scheme: string): string {
  return scheme.replace(/[^A-Za-z0-9_-]/g, '-');
}
