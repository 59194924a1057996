import { isObject, membersOf, type OpenApiDocument, type OperationInput, resolveReference } from '@understudy/contract';
import type { HandlerContext } from '@understudy/kernel';
import { inferredErrors } from '../errors.js';
import { type HandlerResult, readObjectBody } from './api-runtime.js';

const lifetimeSeconds = 3600;

/** Grant types, with the required form fields of each. */
const grants: Readonly<Record<string, readonly string[]>> = {
  client_credentials: [],
  password: ['username', 'password'],
  authorization_code: ['code'],
  refresh_token: ['refresh_token'],
  'urn:ietf:params:oauth:grant-type:device_code': ['device_code'],
  'urn:ietf:params:oauth:grant-type:jwt-bearer': ['assertion'],
  'urn:ietf:params:oauth:grant-type:token-exchange': ['subject_token'],
};

/** Lists the scopes that the flows of a security scheme name. */
export function listSchemeScopes(scheme: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const flows = Object.values(membersOf(scheme['flows']));
  return new Set(flows.flatMap((flow) => Object.keys(membersOf(membersOf(flow)['scopes']))));
}

/**
 * Issues a token at the token URL of a description (RFC 6749). Clients, users and codes can have any value.
 *
 * @param inferred the response of the described operation at the same path
 */
export async function issueToken(
  document: OpenApiDocument,
  {
    input,
    context,
    inferred,
  }: { input: OperationInput; context: HandlerContext; inferred: () => Promise<HandlerResult> },
): Promise<HandlerResult> {
  const { extensions } = context.operation;
  const form = readObjectBody(input.body);
  const text = (name: string) => (typeof form[name] === 'string' ? form[name] : '');
  const grant = text('grant_type');
  const { 'x-understudy-added': isAdded } = membersOf(document.paths?.[context.operation.path]);
  const fail = (error: string, error_description: string, status = 400) =>
    isAdded ? answer(status, { error, error_description }) : inferredErrors.token(status, error, error_description);
  if (grant === '') return fail('invalid_request', 'The form field grant_type is missing');
  const needed = Object.hasOwn(grants, grant) ? grants[grant] : undefined;
  if (needed === undefined)
    return fail('unsupported_grant_type', `grant_type must be one of ${Object.keys(grants).join(', ')}`);
  const missing = needed.find((name) => text(name) === '');
  if (missing !== undefined) return fail('invalid_request', `The form field ${missing} is missing`);
  const clientId = text('client_id') || basicUser(context.request.headers['authorization']);
  if (clientId === '' && grant === 'client_credentials')
    return fail('invalid_client', 'Send client_id and client_secret, in the form or by HTTP Basic', 401);
  const { securitySchemes } = membersOf(document.components);
  const scheme = resolveReference(document, membersOf(securitySchemes)[String(extensions['x-understudy-token'])]) ?? {};
  const known = listSchemeScopes(scheme);
  const asked = text('scope')
    .split(' ')
    .filter((scope) => scope !== '');
  const unknown = known.size === 0 ? undefined : asked.find((scope) => !known.has(scope));
  if (unknown !== undefined)
    return fail('invalid_scope', `Unknown scope "${unknown}"; available scopes: ${[...known].join(', ')}`);
  const scopes = asked.length === 0 ? [...known] : asked;
  const caller = { clientId: clientId || text('username') || 'anyone', scopes };
  const token = {
    access_token: await context.tokens.issue(caller, lifetimeSeconds, context.ids.next('token')),
    token_type: 'Bearer',
    expires_in: lifetimeSeconds,
    scope: scopes.join(' '),
    ...(grant === 'client_credentials' ? {} : { refresh_token: context.ids.next('refreshToken') }),
  };
  const own = isAdded ? answer(200, token) : await inferred();
  return 'refused' in own || !isObject(own.body) ? own : { ...own, body: { ...own.body, ...pick(token, own.body) } };
}

function answer(status: number, body: Readonly<Record<string, unknown>>): HandlerResult {
  return { status, headers: { 'Cache-Control': 'no-store' }, body };
}

/** Returns the token members that the described response contains. */
function pick(token: Readonly<Record<string, unknown>>, body: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(token).filter(([name]) => Object.hasOwn(body, name)));
}

function basicUser(authorization = ''): string {
  const [user = ''] = Buffer.from(/^basic +(.+)$/i.exec(authorization)?.[1] ?? '', 'base64')
    .toString()
    .split(':');
  return user;
}
