import { createErrorResult, type ErrorEnvelope, type ErrorResult, type KernelErrors } from '@understudy/kernel';
import { createTokenErrorEnvelope } from './auth/token-errors.js';

const bearer = { 'WWW-Authenticate': 'Bearer' };

function refuseWith(
  status: number,
  code: string,
  message: string,
  details: readonly string[] = [],
  headers?: Readonly<Record<string, string>>,
): ErrorResult {
  const findings = details.map((text) => ({ ruleId: code, severity: 'error' as const, message: text, pointer: '' }));
  return createErrorResult(status, code, message, { findings, ...(headers === undefined ? {} : { headers }) });
}

const invalidToken = 'Invalid or expired token';

/** All errors of the API: einvoicing.gap.error-body, einvoicing.gap.unauthorized-status, einvoicing.gap.unknown-id. */
export const einvoicingErrors = {
  badRequest: (details: readonly string[]) =>
    refuseWith(400, 'invalid_parameters', 'The request has invalid parameters', details),
  noToken: (reason: string) => refuseWith(401, 'auth_unauthorized', invalidToken, [reason], bearer),
  missingScope: (scopes: readonly string[]) =>
    refuseWith(
      401,
      'auth_unauthorized',
      'The token has no access to this resource',
      [`It needs the scope ${scopes.join(' or ')}`],
      bearer,
    ),
  noAccess: (reason: string) =>
    refuseWith(401, 'auth_unauthorized', 'The token has no access to this resource', [reason], bearer),
  unknownKey: (field: string) =>
    refuseWith(401, 'auth_unauthorized', `The ${field} is unknown`, [`Send a valid ${field}`], bearer),
  unverified: () =>
    refuseWith(
      401,
      'company_unverified',
      'Unauthorized',
      ['The company is not verified yet; ask for its authorization at /v1/company/authorization'],
      bearer,
    ),
  notFound: () => refuseWith(404, 'not_found', 'Not found', ['There is nothing of this id for this company']),
  conflict: (code: string, message: string, details: readonly string[] = []) => refuseWith(409, code, message, details),
  unprocessable: (code: string, message: string, details: readonly string[] = []) =>
    refuseWith(422, code, message, details),
  unreadableInvoice: (faults: readonly string[]) =>
    refuseWith(400, 'invoice_create_api_error', 'Error while creating invoice', faults),
  payloadTooLarge: (what: string, size: number, limit: number) =>
    refuseWith(413, 'payload_too_large', `The ${what} has ${size} bytes; at most ${limit} are accepted`),
};

export const einvoicingKernelErrors: KernelErrors = {
  unknownPath: (path, near) =>
    refuseWith(
      404,
      'not_found',
      `There is no operation at ${path}`,
      near.length === 0 ? [] : [`Near: ${near.join(', ')}`],
    ),
  wrongMethod: (method, path, allow) =>
    refuseWith(405, 'method_not_allowed', `${path} is not served by ${method}; use ${allow.join(' or ')}`, [], {
      Allow: allow.join(', '),
    }),
  badRequest: (findings) => einvoicingErrors.badRequest(findings.map(({ message }) => message)),
  payloadTooLarge: (size, limit) => einvoicingErrors.payloadTooLarge('body', size, limit),
  unauthorized: (reason) => einvoicingErrors.noToken(reason),
  tokenRefused: (reason) => einvoicingErrors.noToken(reason),
  forbidden: (reason) => einvoicingErrors.noAccess(reason),
  injected: (status) =>
    refuseWith(
      status,
      injectedCodes[status] ?? (status >= 500 ? 'internal_error' : 'invalid_parameters'),
      `Status ${status} was injected on purpose`,
      ['By the header Prefer or by a fault rule of the sandbox'],
      status === 429 || status === 503 ? { 'Retry-After': '1' } : status === 401 ? bearer : undefined,
    ),
  internal: () => refuseWith(500, 'internal_error', 'The service failed', ['Repeat the request later']),
};

const injectedCodes: Readonly<Record<number, string>> = {
  401: 'auth_unauthorized',
  404: 'not_found',
  409: 'conflict',
  413: 'payload_too_large',
  422: 'unprocessable',
  429: 'too_many_requests',
  503: 'service_unavailable',
};

/** `{code, message, details}`. The token operation adds the fields of RFC 6749. */
export function createErrorEnvelope(
  refusal: ErrorResult,
  { operationId }: { readonly operationId: string | undefined },
): ErrorEnvelope {
  const details = (refusal.findings ?? []).map(({ message }) => message);
  if (operationId === 'createToken') return createTokenErrorEnvelope(refusal, details);
  return { mediaType: 'application/json', body: { code: refusal.code, message: refusal.message, details } };
}
