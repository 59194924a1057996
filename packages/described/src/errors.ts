import { stringifyJson } from '@understudy/contract';
import { createErrorResult, type KernelErrors } from '@understudy/kernel';

/** Errors of a described API. Their bodies use the described format. */
export const inferredErrors = {
  unknownPath: (path, near) =>
    createErrorResult(
      404,
      'unknown_path',
      `Unknown path ${path}${near.length === 0 ? '' : `; similar paths: ${near.join(', ')}`}`,
    ),
  wrongMethod: (method, path, allow) =>
    createErrorResult(
      method === 'OPTIONS' ? 204 : 405,
      'wrong_method',
      `${path} does not support ${method}; use ${allow.join(' or ')}`,
      { headers: { Allow: allow.join(', ') } },
    ),
  badRequest: (findings) =>
    createErrorResult(
      findings.length > 0 && findings.every(({ ruleId }) => ruleId === 'request/media-type') ? 415 : 400,
      'bad_request',
      findings.map(({ message }) => message).join(' ') || 'The request is invalid',
      { findings },
    ),
  payloadTooLarge: (size, limit) =>
    createErrorResult(413, 'too_large', `The body has ${size} bytes; the limit is ${limit}`),
  unauthorized: (reason) => createErrorResult(401, 'unauthorized', reason),
  tokenRefused: (reason) => createErrorResult(401, 'token_refused', reason),
  forbidden: (reason) => createErrorResult(403, 'forbidden', reason),
  injected: (status, example) =>
    createErrorResult(
      status,
      'injected',
      `Status ${status} was injected on purpose`,
      example === undefined ? {} : { details: `example=${example}` },
    ),
  internal: () => createErrorResult(500, 'internal', 'Internal server error; see the server log'),
  tooLarge: (message: string) => createErrorResult(413, 'too_large', message),
  badKey: () =>
    createErrorResult(400, 'bad_request', 'The key is not valid Unicode: it contains an unpaired surrogate'),
  noKey: (kind: string, key: string | undefined) =>
    createErrorResult(
      400,
      'bad_request',
      `The request does not say which ${kind} it is about; send ${key === undefined ? 'its key' : `its "${key}"`}`,
    ),
  unknownPageToken: (name: string, token: string) =>
    createErrorResult(
      400,
      'unknown_page_token',
      `${name} ${JSON.stringify(token)} is not from a page of this list; send the token of the page before, or none for the first page`,
    ),
  costlyExpression: (message: string) => createErrorResult(422, 'costly_expression', message),
  badPatch: (reason: string) => createErrorResult(400, 'bad_patch', `The patch cannot be applied: ${reason}`),
  notFound: (kind: string, key: string) => createErrorResult(404, 'not_found', `There is no ${kind} ${key}`.trim()),
  conflict: (member: string, value: unknown, status = 409) =>
    createErrorResult(status, 'conflict', `An entry with ${member} ${stringifyJson(value)} already exists`),
  rateLimit: (rule: string, seconds: number, headers: Readonly<Record<string, string>>) =>
    createErrorResult(429, 'rate_limit_exceeded', `${rule} are allowed; wait ${seconds} seconds`, { headers }),
  longIdempotencyKey: (length: number, limit: number) =>
    createErrorResult(400, 'idempotency_key', `The Idempotency-Key has ${length} characters; ${limit} are allowed`),
  reusedIdempotencyKey: () =>
    createErrorResult(
      422,
      'idempotency_error',
      'The Idempotency-Key was already used for a different request; send a new key',
    ),
  preconditionFailed: (tag: string | undefined) =>
    createErrorResult(
      412,
      'precondition_failed',
      `The ETag is ${tag ?? 'none'}, which does not meet the condition in the request header`,
    ),
  preconditionRequired: (status: number) =>
    createErrorResult(status, 'precondition_required', 'The header If-Match is missing; send the ETag of the record'),
  /** @param challenge value of `WWW-Authenticate` */
  notAuthenticated: (status: number, reason: string, challenge: string) =>
    createErrorResult(status, status === 401 ? 'unauthorized' : 'forbidden', reason, {
      headers: { 'WWW-Authenticate': challenge },
    }),
  /** @param code an error code of RFC 6749 */
  token: (status: number, code: string, description: string) => createErrorResult(status, code, description),
} satisfies KernelErrors & Readonly<Record<string, unknown>>;
