import { createErrorResult, type ErrorEnvelope, type ErrorResult } from '@understudy/kernel';

/** The errors of the token operation, with the codes of RFC 6749 section 5.2 (einvoicing.gap.token-errors). */
export const einvoicingTokenErrors = {
  missing: (key: string) => createErrorResult(400, 'invalid_request', `The parameter "${key}" is missing or empty`),
  repeated: (key: string) => createErrorResult(400, 'invalid_request', `The parameter "${key}" occurs more than once`),
  mixed: () =>
    createErrorResult(
      400,
      'invalid_request',
      'Send one pair of credentials: client_id with client_secret, or company_id with user_api_key',
    ),
  twoWays: () =>
    createErrorResult(400, 'invalid_request', 'The Authorization header and the form name different credentials'),
  grantType: (given: string) =>
    createErrorResult(400, 'unsupported_grant_type', `grant_type must be client_credentials, but is "${given}"`),
  client: (byBasic: boolean) =>
    createErrorResult(
      401,
      'invalid_client',
      'The company is unknown or the key is wrong',
      byBasic ? { headers: basic } : {},
    ),
  vendor: () =>
    createErrorResult(401, 'invalid_client', 'The vendor_api_key is unknown, or this company cannot use it'),
  scope: (scope: string) =>
    createErrorResult(400, 'invalid_scope', `The scope "${scope}" is unknown or not for these credentials`),
};

const basic = { 'WWW-Authenticate': 'Basic realm="token"' };

/** Combines the error of RFC 6749 and the API's own error in one body. Tokens and their errors are never cached. */
export function createTokenErrorEnvelope(
  { code, message, status }: ErrorResult,
  details: readonly string[],
): ErrorEnvelope {
  const error = tokenRefusalCode(code, status);
  // Clients of the API's own errors read this code, OAuth clients read `error` (einvoicing.gap.token-errors).
  const own = error === 'invalid_client' ? 'invalid_credentials' : error;
  const body = { error, error_description: describable(message), code: own, message, details };
  return { mediaType: 'application/json', body, headers: { 'Cache-Control': 'no-store' } };
}

const known = new Set(['invalid_request', 'invalid_client', 'invalid_scope', 'unsupported_grant_type']);

function tokenRefusalCode(code: string, status: number): string {
  if (known.has(code)) return code;
  if (status === 503) return 'temporarily_unavailable';
  if (status >= 500) return 'server_error';
  return status === 401 ? 'invalid_client' : 'invalid_request';
}

/** RFC 6749 section 5.2 allows printable ASCII without quotation mark and backslash in a description. */
function describable(message: string): string {
  return message.replaceAll(/["\\]/g, "'").replaceAll(/[^ -~]/g, '?');
}
