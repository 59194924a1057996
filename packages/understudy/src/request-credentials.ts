import { type ApiContract, isObject, type Operation, resolveReference } from '@understudy/contract';
import type { ApiDefinition } from '@understudy/kernel';
import type { SignIn } from '@understudy/server';
import { demoClient } from '@understudy/simulator-identity';

interface RequestCredentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/**
 * Creates credentials for the first security requirement of an operation: placeholder keys and user names, and a real
 * token.
 *
 * @param token a token from the identity provider
 * @param values real credentials, by security scheme
 */
export function createRequestCredentials(
  { document }: ApiContract,
  { security: [requirement] }: Operation,
  token: string,
  values: Readonly<Record<string, string>> = {},
): RequestCredentials {
  const headers: Record<string, string> = {};
  const query: Record<string, string> = {};
  for (const name of Object.keys(requirement ?? {})) {
    const schemes = document.components?.['securitySchemes'];
    const scheme = resolveReference(document, isObject(schemes) ? schemes[name] : undefined) ?? {};
    const { type, in: place, name: key, scheme: kind } = scheme;
    const value = values[toCredentialName(name)];
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

/** Returns the name of the scenario input, or environment credential, of a security scheme. */
export function toCredentialName(scheme: string): string {
  return scheme.replace(/[^A-Za-z0-9_-]/g, '-');
}

/** Finds the token request with the demo credentials. Returns undefined for APIs without tokens. */
export function findDemoSignIn({ tokens }: ApiDefinition): SignIn | undefined {
  if (tokens === undefined) return undefined;
  const { path, scope, account } = tokens;
  const grant = { grant_type: 'client_credentials' };
  if (account !== undefined) return { path, form: { ...grant, ...asFields(account) } };
  if (scope === undefined) return undefined;
  const { clientId, clientSecret } = demoClient;
  return { path, form: { ...grant, client_id: clientId, client_secret: clientSecret, scope } };
}

/** Converts account members to form fields: `companyId` becomes `company_id`. */
function asFields(account: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(account).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return Object.fromEntries(named);
}
