import { STATUS_CODES } from 'node:http';
import { parsePointer } from '@understudy/contract';
import { createErrorResult, type ErrorEnvelope, type ErrorResult, type KernelErrors } from '@understudy/kernel';
import { rosteringScopes } from './policies.js';

/**
 * The errors of the API. Their codes are assumptions: rostering.gap.error-codes-meaning and
 * rostering.gap.error-unlisted.
 */
export const rosteringErrors = {
  unknownPath: (path, near) => {
    const advice = near.length === 0 ? 'check the path' : `nearest is ${near.join(', ')}`;
    return createErrorResult(404, 'NOT_FOUND', `There is no operation at ${path}; ${advice}`);
  },
  wrongMethod: (method, path, allow) =>
    createErrorResult(405, 'METHOD_NOT_ALLOWED', `${path} is not served by ${method}; use ${allow.join(' or ')}`, {
      headers: { Allow: allow.join(', ') },
    }),
  badRequest: (findings) => {
    const [first] = findings;
    const more = findings.length > 1 ? ` (and ${findings.length - 1} more, see errors)` : '';
    const message =
      first === undefined ? 'The request is malformed' : `${toJsonPath(first.pointer)}: ${first.message}${more}`;
    return createErrorResult(400, 'BAD_REQUEST', message, { findings });
  },
  payloadTooLarge: (size, limit) =>
    createErrorResult(
      413,
      'PAYLOAD_TOO_LARGE',
      `The body has ${size} bytes; at most ${limit} are accepted, split the job by department or time`,
    ),
  unauthorized: (reason) => unauthorized(reason),
  tokenRefused: (reason) => unauthorized(reason),
  forbidden: (reason) => createErrorResult(403, 'FORBIDDEN', reason),
  injected: (status) =>
    createErrorResult(
      status,
      'INJECTED',
      `Status ${status} was injected on purpose, by the header Prefer or a fault rule`,
      status === 429
        ? { headers: { 'Retry-After': '1' } }
        : status === 401
          ? { headers: { 'WWW-Authenticate': 'Bearer' } }
          : {},
    ),
  internal: () => createErrorResult(500, 'INTERNAL_SERVER_ERROR', 'The server failed at this request; repeat it later'),
} satisfies KernelErrors;

function unauthorized(reason: string): ErrorResult {
  return createErrorResult(401, 'UNAUTHORIZED', reason, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

export const createScopeError = (given: readonly string[]): ErrorResult =>
  rosteringErrors.forbidden(
    `The access token is for scope ${given.join(' ')}; this API needs ${rosteringScopes.join(' or ')}`,
  );

/** Creates the error for an unknown job or a job of another client (rostering.gap.job-visibility). */
export const createUnknownJobError = (id: string): ErrorResult =>
  createErrorResult(404, 'NOT_FOUND', `There is no job "${id}" of this client; start one by POST /jobs`);

export const createMediaTypeError = (given: string | undefined): ErrorResult =>
  createErrorResult(
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    `The body must be sent with Content-Type: application/json, but has ${given === undefined ? 'no Content-Type' : given}`,
  );

export const createNotAcceptableError = (accept: string): ErrorResult =>
  createErrorResult(
    406,
    'NOT_ACCEPTABLE',
    `The response is application/json, which "Accept: ${accept}" excludes; send Accept: application/json`,
  );

function statusTitle(status: number): string {
  return STATUS_CODES[status] ?? 'Error';
}

/** Creates every error as an RFC 9457 problem body (rostering.gap.error-body). */
export function createProblemEnvelope({ status, message, findings = [] }: ErrorResult): ErrorEnvelope {
  const errors: Record<string, string[]> = {};
  for (const finding of findings) {
    const place = toJsonPath(finding.pointer);
    errors[place] = [...(errors[place] ?? []), finding.message];
  }
  return {
    mediaType: 'application/problem+json',
    body: {
      type: 'about:blank',
      title: statusTitle(status),
      status,
      detail: message,
      ...(findings.length === 0 ? {} : { errors }),
    },
  };
}

/** Converts a JSON Pointer to a path: `/body/demands/0/days` becomes `$.demands[0].days` (rostering.gap.error-body). */
function toJsonPath(pointer: string): string {
  const [root = '', ...rest] = parsePointer(pointer);
  const path = rest.map((part) => {
    if (/^\d+$/.test(part)) return `[${part}]`;
    return /^[A-Za-z_][\w-]*$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
  });
  return `${root === 'body' || root === '' ? '$' : root}${path.join('')}`;
}
