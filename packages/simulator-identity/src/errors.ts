import {
  createErrorResult,
  type EnvelopeFacts,
  type ErrorEnvelope,
  type ErrorResult,
  type KernelErrors,
} from '@understudy/kernel';
import { createPageHeaders, escapeHtml, renderPage } from './page.js';

/** Errors of the token operation, with the codes of RFC 6749 section 5.2 (analysis.gap.token-errors). */
export const identityTokenErrors = {
  duplicate: (key: string) =>
    createErrorResult(
      400,
      'invalid_request',
      `The form parameter "${key}" occurs more than once; names match in any case`,
    ),
  missing: (key: string) =>
    createErrorResult(400, 'invalid_request', `The form parameter "${key}" is missing or empty`),
  notAForm: () =>
    createErrorResult(
      400,
      'invalid_request',
      'The body must be a form: send Content-Type application/x-www-form-urlencoded',
    ),
  grantType: (given: string) =>
    createErrorResult(400, 'unsupported_grant_type', `grant_type must be client_credentials, but is "${given}"`),
  client: () => createErrorResult(400, 'invalid_client', 'The client is unknown or its secret is wrong'),
  basic: () =>
    createErrorResult(
      401,
      'invalid_client',
      'HTTP Basic is not supported; send client_id and client_secret in the form',
      { headers: { 'WWW-Authenticate': 'Basic realm="token"' } },
    ),
  scopeShape: (scope: string, shape: string) =>
    createErrorResult(400, 'invalid_scope', `The scope "${scope}" is unknown here; it must have the shape ${shape}`),
  unknownScope: (scope: string) =>
    createErrorResult(
      400,
      'invalid_scope',
      `The scope "${scope}" is unknown here. Register the client with it: the action registerClient, member scopes`,
    ),
  notGranted: (scope: string) =>
    createErrorResult(400, 'invalid_scope', `The scope "${scope}" is not granted to this client`),
  notAccepted: () =>
    createErrorResult(400, 'invalid_scope', 'The integration request of this client is not accepted yet'),
};

const bad =
  (code: string) =>
  (message: string): ErrorResult =>
    createErrorResult(400, code, message);
const challenged =
  (status: number, code: string) =>
  (message: string): ErrorResult =>
    createErrorResult(status, code, message, {
      headers: { 'WWW-Authenticate': `Bearer error="${code}", error_description="${describable(message)}"` },
    });

/** Errors of the endpoints at `/oidc`, with the codes of their specifications. */
export const oauthErrors = {
  invalid_request: bad('invalid_request'),
  invalid_client: (message: string) =>
    createErrorResult(401, 'invalid_client', message, { headers: { 'WWW-Authenticate': 'Basic realm="oidc"' } }),
  invalid_grant: bad('invalid_grant'),
  unauthorized_client: bad('unauthorized_client'),
  unsupported_grant_type: bad('unsupported_grant_type'),
  invalid_scope: bad('invalid_scope'),
  invalid_target: bad('invalid_target'),
  access_denied: bad('access_denied'),
  authorization_pending: bad('authorization_pending'),
  slow_down: bad('slow_down'),
  expired_token: bad('expired_token'),
  invalid_token: challenged(401, 'invalid_token'),
  insufficient_scope: challenged(403, 'insufficient_scope'),
  noToken: () =>
    createErrorResult(401, 'invalid_request', 'Send the access token: "Authorization: Bearer <token>"', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    }),
};

/** Operations whose errors are shown to a person. */
const withPages = new Set([
  'authorize',
  'authorizeByForm',
  'signIn',
  'answerDevice',
  'showDevice',
  'logOut',
  'logOutByForm',
]);

const withBearer = new Set(['getUserInfo', 'postUserInfo']);

/** Rules that indicate a body that is not a form. Without a media type, a form is read as malformed JSON. */
const notAForm = new Set(['request/media-type', 'body/malformed-json', 'body/too-deep']);

export const identityErrors = {
  unknownPath: (path) =>
    createErrorResult(404, 'invalid_request', `There is no operation at ${path}; tokens are at /connect/token`),
  wrongMethod: (method, path, allow) =>
    createErrorResult(405, 'invalid_request', `${path} is not served by ${method}; use ${allow.join(' or ')}`, {
      headers: { Allow: allow.join(', ') },
    }),
  badRequest: (findings) =>
    findings.some(({ ruleId }) => notAForm.has(ruleId))
      ? identityTokenErrors.notAForm()
      : createErrorResult(400, 'invalid_request', findings[0]?.message ?? 'The request is malformed', { findings }),
  payloadTooLarge: (size, limit) =>
    createErrorResult(413, 'invalid_request', `The body has ${size} bytes; at most ${limit} are accepted`),
  unauthorized: (reason) => createErrorResult(401, 'invalid_client', reason),
  tokenRefused: (reason) => createErrorResult(403, 'invalid_client', reason),
  forbidden: (reason) => createErrorResult(403, 'invalid_client', reason),
  injected: (status) =>
    status === 401
      ? identityTokenErrors.basic()
      : createErrorResult(
          status,
          'invalid_request',
          `Status ${status} was injected on purpose, by the header Prefer or a fault rule`,
        ),
  internal: () => createErrorResult(500, 'server_error', 'The server failed at this request; repeat it later'),
} satisfies KernelErrors;

/** Creates the error body of RFC 6749 section 5.2, or a page. Tokens and their errors are never cached. */
export function createTokenErrorEnvelope(refusal: ErrorResult, { operationId = '' }: EnvelopeFacts): ErrorEnvelope {
  const { code, message, headers = {} } = refusal;
  if (withPages.has(operationId))
    return { mediaType: 'text/html', body: errorPage(code, message), headers: createPageHeaders() };
  const isScheme = headers['WWW-Authenticate']?.startsWith('Bearer') === true;
  const ofBearer = withBearer.has(operationId) && !isScheme ? { 'WWW-Authenticate': 'Bearer' } : {};
  return {
    mediaType: 'application/json',
    body: { error: code, error_description: describable(message) },
    headers: { 'Cache-Control': 'no-store', ...ofBearer },
  };
}

/** Converts a message to printable ASCII without quotation marks and backslashes, as RFC 6749 section 5.2 requires. */
function describable(message: string): string {
  return message.replaceAll(/["\\]/g, "'").replaceAll(/[^ -~]/g, '?');
}

function errorPage(code: string, message: string): string {
  return renderPage(
    'Something went wrong',
    `<p class="error">${escapeHtml(message)}</p>\n<p><small>${escapeHtml(code)}</small></p>`,
  );
}
