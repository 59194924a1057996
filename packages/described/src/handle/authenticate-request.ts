import { membersOf, type OpenApiDocument, type Operation, resolveReference } from '@understudy/contract';
import type { AdmissionContext, Caller, ErrorResult, RequestCredentials, TokenFault } from '@understudy/kernel';
import { type BehaviorModel, remember } from '@understudy/model';
import { inferredErrors } from '../errors.js';
import { securitySetting } from './settings.js';
import { listSchemeScopes } from './token-endpoint.js';

/** A security scheme that a request must satisfy. */
interface Demand {
  readonly name: string;
  /** The scopes that a token must have. */
  readonly scopes: readonly string[];
  readonly scheme: Readonly<Record<string, unknown>>;
  readonly by: 'key' | 'basic' | 'token' | 'header' | 'nothing';
}

/** The result of checking a security scheme: a known caller, a valid credential, or an error. */
type Verdict =
  | { readonly caller?: Caller }
  | { readonly reason: string; readonly status: 401 | 403; readonly challenge: string; readonly isUnknown?: boolean };

/** The rights of accepted keys, by key prefix. */
type Keys = NonNullable<BehaviorModel['http']>['keys'];

interface Sent extends RequestCredentials {
  readonly token: string | undefined;
  readonly verified: Caller | TokenFault | undefined;
  /** True if only tokens issued by this server are valid. */
  readonly isIssued: boolean;
  readonly keys: Keys;
  readonly method: string;
}

type Admission = Caller | ErrorResult | undefined;

/**
 * Decides by the security schemes of a description whether to accept a request. Keys, names, passwords and bearer
 * tokens can have any value, but a token issued by this server must be valid and have the scopes of the operation.
 */
export function authenticateRequest(
  document: OpenApiDocument,
  operation: Operation,
  credentials: RequestCredentials,
  { tokens, settings }: AdmissionContext,
  keys: Keys,
): Admission | Promise<Admission> {
  const security = settings.of(securitySetting);
  if (security === 'off') return undefined;
  const alternatives = remember(demands, operation, () => listDemands(document, operation));
  const { headers, query } = credentials;
  const token = alternatives.some((each) => each.some(({ by }) => by === 'token')) ? readToken(credentials) : undefined;
  const { method } = operation;
  const isIssued = security === 'issued';
  const judge = (verified: Caller | TokenFault | undefined) =>
    admit(alternatives, { headers, query, token, verified, keys, method, isIssued });
  const known = token === undefined ? undefined : tokens.recall(token);
  return token === undefined || known !== undefined ? judge(known) : tokens.verify(token).then(judge);
}

const demands = new WeakMap<Operation, readonly (readonly Demand[])[]>();

/** The alternative security requirements of an operation. A request must satisfy all schemes of one alternative. */
function listDemands(document: OpenApiDocument, operation: Operation): readonly (readonly Demand[])[] {
  const schemes = membersOf(document.components?.['securitySchemes']);
  return operation.security.map((requirement) =>
    Object.entries(requirement).map(([name, scopes]) => {
      const scheme = resolveReference(document, schemes[name]) ?? {};
      return { name, scopes, scheme, by: credentialOf(scheme) };
    }),
  );
}

function credentialOf({ type, scheme }: Demand['scheme']): Demand['by'] {
  const kind = String(scheme).toLowerCase();
  if (type === 'apiKey') return 'key';
  if (type === 'http' && kind === 'basic') return 'basic';
  if (type === 'oauth2' || type === 'openIdConnect' || kind === 'bearer') return 'token';
  return type === 'http' ? 'header' : 'nothing';
}

function readToken({ headers: { authorization = '' }, query }: RequestCredentials): string | undefined {
  const sent = /^bearer +(.+)$/i.exec(authorization) ?? /^token +(.+)$/i.exec(authorization);
  return sent?.[1]?.trim() ?? (query.get('access_token') || undefined);
}

function admit(alternatives: readonly (readonly Demand[])[], sent: Sent): Admission {
  let first: ErrorResult | undefined;
  for (const all of alternatives) {
    let caller: Caller | undefined;
    let refusal: ErrorResult | undefined;
    for (const demand of all) {
      const verdict = judge(demand, sent);
      if ('reason' in verdict)
        refusal ??= {
          ...inferredErrors.notAuthenticated(verdict.status, verdict.reason, verdict.challenge),
          ...(verdict.isUnknown === true ? { code: 'token_refused' } : {}),
        };
      else caller ??= verdict.caller;
    }
    if (refusal === undefined) return caller;
    first ??= refusal;
  }
  return first;
}

function judge(demand: Demand, sent: Sent): Verdict {
  const { name, scopes, scheme, by } = demand;
  const { headers, query, token, verified, isIssued } = sent;
  const { authorization = '' } = headers;
  const refused = (reason: string, challenge: string): Verdict => ({ reason, challenge, status: 401 });
  if (by === 'key') {
    const key = keyOf(scheme, headers, query);
    const place = `${scheme['in'] === 'query' ? 'query parameter' : scheme['in']} ${scheme['name']}`;
    return key
      ? judgeKey(key, sent, `ApiKey realm="${name}"`)
      : refused(`The API key is missing: send any text in the ${place}`, `ApiKey realm="${name}"`);
  }
  if (by === 'basic') {
    const pair = Buffer.from(/^basic +(.+)$/i.exec(authorization)?.[1] ?? '', 'base64').toString();
    if (pair.includes(':')) return { caller: { clientId: pair.slice(0, pair.indexOf(':')), scopes: [] } };
    const reason = 'A user and a password are missing: send "Authorization: Basic <base64 of user:password>"';
    return refused(reason, `Basic realm="${name}"`);
  }
  if (by === 'header') {
    const kind = String(scheme['scheme']).toLowerCase();
    return authorization === '' ? refused(`The Authorization header is missing; the scheme is ${kind}`, kind) : {};
  }
  if (by === 'nothing') return {};
  if (token === undefined || verified === undefined)
    return refused('A token is missing: send "Authorization: Bearer <any text>"', 'Bearer');
  if (!('fault' in verified)) return whyNotEnough(scheme, scopes, verified) ?? { caller: verified };
  const challenge = 'Bearer error="invalid_token"';
  if (verified.isForeign === true && !isIssued) return judgeKey(token, sent, challenge);
  return { ...refused(verified.fault, challenge), isUnknown: true };
}

/** Checks the prefix of a key against the keys in the model. */
function judgeKey(key: string, { keys, method }: Sent, challenge: string): Verdict {
  if (keys === undefined) return {};
  const [prefix, right] = Object.entries(keys)
    .filter(([each]) => key.startsWith(each))
    .reduce<readonly [string, string?]>((best, each) => (each[0].length >= best[0].length ? each : best), ['']);
  if (right === undefined)
    return {
      status: 401,
      reason: `The key must start with ${Object.keys(keys).join(' or ')}`,
      challenge,
      isUnknown: true,
    };
  // A key that the description itself lists identifies a user.
  if (right === 'all' && prefix === key) return { caller: { clientId: key, scopes: [] } };
  if (right === 'all' || ['GET', 'HEAD', 'OPTIONS'].includes(method)) return {};
  return { status: 403, reason: `A key with the prefix ${prefix} can only read`, challenge };
}

/** Returns the error if a token lacks a required scope. A token without any described scope is not restricted. */
function whyNotEnough(scheme: Demand['scheme'], needed: readonly string[], { scopes }: Caller): Verdict | undefined {
  const described = listSchemeScopes(scheme);
  const missing = needed.filter((scope) => !scopes.includes(scope));
  if (missing.length === 0 || !scopes.some((scope) => described.has(scope))) return undefined;
  const reason = `The token does not have the scope ${missing.join(' ')}`;
  return { reason, status: 403, challenge: `Bearer error="insufficient_scope", scope="${needed.join(' ')}"` };
}

function keyOf(
  scheme: Demand['scheme'],
  headers: RequestCredentials['headers'],
  query: URLSearchParams,
): string | undefined {
  const name = String(scheme['name']);
  if (scheme['in'] === 'query') return query.get(name) ?? undefined;
  if (scheme['in'] === 'header') return headers[name.toLowerCase()];
  const cookies = (headers['cookie'] ?? '').split(';').map((each) => each.trim());
  return cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
}
