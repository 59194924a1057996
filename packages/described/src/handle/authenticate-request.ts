import { isObject, type OpenApiDocument, type Operation, resolveReference } from '@understudy/contract';
import type { AdmissionContext, Caller, ErrorResult, RequestCredentials } from '@understudy/kernel';
import { inferredErrors } from '../errors.js';
import { securitySetting } from './settings.js';
import { listSchemeScopes } from './token-endpoint.js';

type Scheme = Readonly<Record<string, unknown>>;

/** The verdict of a security scheme on a request: a known caller, a valid credential, or an error. */
type Verdict =
  | { readonly caller?: Caller }
  | { readonly reason: string; readonly status: 401 | 403; readonly challenge: string };

/**
 * Uses the security schemes of a description to decide whether to accept a request. Keys, names, passwords and bearer
 * tokens can have any value. A token of this server must be valid and have the scopes of the operation.
 */
export async function authenticateRequest(
  document: OpenApiDocument,
  operation: Operation,
  credentials: RequestCredentials,
  { tokens, settings }: AdmissionContext,
): Promise<Caller | ErrorResult | undefined> {
  const security = settings.of(securitySetting);
  if (security === 'off') return undefined;
  let first: ErrorResult | undefined;
  for (const requirement of operation.security) {
    let caller: Caller | undefined;
    let refusal: ErrorResult | undefined;
    for (const [name, scopes] of Object.entries(requirement)) {
      const asked = { ...credentials, isIssued: security === 'issued' };
      const verdict = await judge([name, scopes], schemeOf(document, name), asked, tokens);
      if ('reason' in verdict)
        refusal ??= inferredErrors.notAuthenticated(verdict.status, verdict.reason, verdict.challenge);
      else caller ??= verdict.caller;
    }
    if (refusal === undefined) return caller;
    first ??= refusal;
  }
  return first;
}

function schemeOf(document: OpenApiDocument, name: string): Scheme {
  const schemes = document.components?.['securitySchemes'];
  return resolveReference(document, isObject(schemes) ? schemes[name] : undefined) ?? {};
}

/** @param requirement the name of a security scheme, and the scopes that a token must have */
async function judge(
  [name, scopes]: readonly [string, readonly string[]],
  scheme: Scheme,
  { headers, query, isIssued }: RequestCredentials & { readonly isIssued: boolean },
  tokens: AdmissionContext['tokens'],
): Promise<Verdict> {
  const { authorization = '' } = headers;
  const type = String(scheme['type']);
  const kind = String(scheme['scheme']).toLowerCase();
  const refused = (reason: string, challenge: string): Verdict => ({ reason, challenge, status: 401 });
  if (type === 'apiKey') {
    const key = keyOf(scheme, headers, query);
    const place = `${scheme['in'] === 'query' ? 'query parameter' : scheme['in']} ${scheme['name']}`;
    return key ? {} : refused(`The API key is missing: send any text in the ${place}`, `ApiKey realm="${name}"`);
  }
  if (type === 'http' && kind === 'basic') {
    const pair = Buffer.from(/^basic +(.+)$/i.exec(authorization)?.[1] ?? '', 'base64').toString();
    if (pair.includes(':')) return { caller: { clientId: pair.slice(0, pair.indexOf(':')), scopes: [] } };
    const reason = 'A user and a password are missing: send "Authorization: Basic <base64 of user:password>"';
    return refused(reason, `Basic realm="${name}"`);
  }
  const isToken = type === 'oauth2' || type === 'openIdConnect' || kind === 'bearer';
  if (!isToken && type === 'http') {
    return authorization === '' ? refused(`The Authorization header is missing; the scheme is ${kind}`, kind) : {};
  }
  if (!isToken) return {};
  const token =
    (/^bearer +(.+)$/i.exec(authorization) ?? /^token +(.+)$/i.exec(authorization))?.[1]?.trim() ??
    (query.get('access_token') || undefined);
  if (token === undefined) return refused('A token is missing: send "Authorization: Bearer <any text>"', 'Bearer');
  const caller = await tokens.verify(token);
  if (!('fault' in caller)) return whyNotEnough(scheme, scopes, caller) ?? { caller };
  return caller.isForeign === true && !isIssued ? {} : refused(caller.fault, 'Bearer error="invalid_token"');
}

/** A token from the token URL of the description has its scopes. Other tokens of this server do not have them. */
function whyNotEnough(scheme: Scheme, needed: readonly string[], { scopes }: Caller): Verdict | undefined {
  const described = listSchemeScopes(scheme);
  const missing = needed.filter((scope) => !scopes.includes(scope));
  if (missing.length === 0 || !scopes.some((scope) => described.has(scope))) return undefined;
  const reason = `The token does not have the scope ${missing.join(' ')}`;
  return { reason, status: 403, challenge: `Bearer error="insufficient_scope", scope="${needed.join(' ')}"` };
}

function keyOf(scheme: Scheme, headers: RequestCredentials['headers'], query: URLSearchParams): string | undefined {
  const name = String(scheme['name']);
  if (scheme['in'] === 'query') return query.get(name) ?? undefined;
  if (scheme['in'] === 'header') return headers[name.toLowerCase()];
  const cookies = (headers['cookie'] ?? '').split(';').map((each) => each.trim());
  return cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
}
