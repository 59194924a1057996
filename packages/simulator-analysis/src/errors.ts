import { STATUS_CODES } from 'node:http';
import type { EnvelopeFacts, ErrorEnvelope, ErrorResult, KernelErrors } from '@understudy/kernel';
import { createErrorResult } from '@understudy/kernel/compute';
import type { AnalysisService } from './service.js';

/** The error codes of analysis.gap.error-codes (except `CLIENT_ID_MISSING`) and analysis.gap.status-code-meanings. */
export const analysisErrors = {
  unknownPath: (path, near) => {
    const advice = near.length === 0 ? 'check the path and its prefix' : `nearest is ${near.join(', ')}`;
    return createErrorResult(404, 'NOT_FOUND', `There is no operation at ${path}; ${advice}`);
  },
  wrongMethod: (method, path, allow) =>
    createErrorResult(405, 'METHOD_NOT_ALLOWED', `${path} is not served by ${method}; use ${allow.join(' or ')}`, {
      headers: { Allow: allow.join(', ') },
    }),
  badRequest: (findings) => {
    const others = findings.filter(({ pointer }) => pointer !== '/headers/tenantId').map(({ message }) => message);
    if (others.length < findings.length) {
      const message = 'The header tenantId is missing or empty; name the tenant that the call is for';
      return createErrorResult(400, 'CLIENT_ID_MISSING', message, { details: others.join('; '), findings });
    }
    const [first = 'The request is malformed', ...rest] = others;
    return createErrorResult(400, 'BAD_REQUEST', first, { details: rest.join('; '), findings });
  },
  payloadTooLarge: (size, limit) =>
    createErrorResult(
      413,
      'PAYLOAD_TOO_LARGE',
      `The body has ${size} bytes; at most ${limit} are accepted, send fewer datasets per request`,
    ),
  unauthorized: (reason) =>
    createErrorResult(401, 'UNAUTHORIZED', reason, { headers: { 'WWW-Authenticate': 'Bearer' } }),
  tokenRefused: (reason) => createErrorResult(403, 'TOKEN_INVALID', reason),
  forbidden: (reason) => createErrorResult(403, 'FORBIDDEN', reason),
  injected: (status) =>
    createErrorResult(
      status,
      codeOf(status),
      `Status ${status} was injected on purpose, by the header Prefer or a fault rule`,
      injectedHeaders(status),
    ),
  internal: () =>
    createErrorResult(
      500,
      'INTERNAL_SERVER_ERROR',
      'The server failed at this request; repeat it later or report it with error_uuid',
    ),
} satisfies KernelErrors;

export const createUnknownJobError = (jobId: string): ErrorResult =>
  createErrorResult(
    404,
    'NOT_FOUND',
    `There is no job "${jobId}" for this tenant; a presigned job exists from its upload on`,
  );

export const createJobRunningError = (jobId: string): ErrorResult =>
  createErrorResult(404, 'NOT_FOUND', `Job "${jobId}" is in progress and has no results yet; poll its status`);

export const createNoResultsError = (jobId: string, kind: string): ErrorResult =>
  createErrorResult(404, 'NOT_FOUND', `Job "${jobId}" is a ${kind} job, which has no results here`);

export const createPageRangeError = (page: number, pages: number): ErrorResult =>
  createErrorResult(404, 'NOT_FOUND', `There is no page ${page}; the last page is ${pages}`);

/**
 * Creates the error for an unknown dataset. The data operations do not document a 404: analysis.gap.unknown-dataset.
 */
export const createUnknownDatasetError = (datasetId: string): ErrorResult =>
  createErrorResult(400, 'DATASET_NOT_FOUND', `There is no dataset "${datasetId}" for this tenant; upload it first`);

export const createDatasetNotFoundError = (datasetId: string): ErrorResult =>
  createErrorResult(404, 'DATASET_NOT_FOUND', `There is no dataset "${datasetId}" for this tenant; upload it first`);

/**
 * Creates the error for a real-time prediction without a model (analysis.gap.untrained). Other predictions report it in
 * the job.
 */
export const createDatasetNotTrainedError = (datasetId: string): ErrorResult =>
  createErrorResult(404, 'NOT_FOUND', notTrainedMessage(datasetId));

/** Returns the message about a dataset that has data but no model. */
export function notTrainedMessage(datasetId: string): string {
  return `Dataset "${datasetId}" is not trained; start the trainer first`;
}

/**
 * Creates an error for a body that a schema cannot reject. `message` starts with the path, such as
 * `/body/parameters/0`.
 */
export const createMalformedBodyError = (message: string): ErrorResult =>
  createErrorResult(400, 'BAD_REQUEST', message);

/** A date in a request, with its location. */
interface NamedDate {
  readonly pointer: string;
  readonly date: string;
}

export const createReversedDatesError = (from: NamedDate, to: NamedDate): ErrorResult =>
  createErrorResult(
    400,
    'BAD_REQUEST',
    `${from.pointer} ${from.date} lies after ${to.pointer} ${to.date}; swap them or leave one out`,
  );

export const createWebhookUrlError = (url: string): ErrorResult =>
  createErrorResult(400, 'BAD_REQUEST', `/body/webhook/webhookUrl must be an http or https address, but is "${url}"`);

export const createDuplicateError = (pointer: string, datasetId: string): ErrorResult =>
  createErrorResult(
    400,
    'BAD_REQUEST',
    `${pointer} names dataset "${datasetId}" more than once with different content; send one item per dataset`,
  );

export const createFutureDateError = (pointer: string, date: string, today: string): ErrorResult =>
  createErrorResult(400, 'BAD_REQUEST', `${pointer} must not be after today, ${today}, but is ${date}`);

export const createUnknownPredictionError = (what: string): ErrorResult =>
  createErrorResult(404, 'NOT_FOUND', `${what}; no feedback was stored`);

/** The errors of an upload, with the codes of an object store: analysis.gap.upload-response. */
export const uploadErrors = {
  twoMechanisms: (): ErrorResult =>
    createErrorResult(
      400,
      'InvalidArgument',
      'Only one auth mechanism allowed: the URL authenticates itself, send no Authorization header',
    ),
  altered: (): ErrorResult =>
    createErrorResult(
      403,
      'SignatureDoesNotMatch',
      'The URL was altered; use it exactly as the presigned URL operation returned it',
    ),
  contentType: (): ErrorResult =>
    createErrorResult(
      403,
      'SignatureDoesNotMatch',
      'The upload carries a Content-Type header that was not signed; send none',
    ),
  expired: (): ErrorResult => createErrorResult(403, 'AccessDenied', 'Request has expired; get a new presigned URL'),
};

function codeOf(status: number): string {
  return (STATUS_CODES[status] ?? 'ERROR').toUpperCase().replaceAll(/[^A-Z]+/g, '_');
}

function injectedHeaders(status: number): { headers?: Record<string, string> } {
  if (status === 429) return { headers: { 'Retry-After': '1' } };
  return status === 401 ? { headers: { 'WWW-Authenticate': 'Bearer' } } : {};
}

/**
 * Creates the error body with six fields (analysis.error.schema). Errors of an upload are XML
 * (analysis.gap.upload-response).
 */
export function createAnalysisEnvelope(refusal: ErrorResult, { operationId, now, ids }: EnvelopeFacts): ErrorEnvelope {
  const uuid = ids.next('error');
  if (operationId === 'uploadData') return uploadEnvelope(refusal, uuid);
  return {
    mediaType: 'application/json',
    body: {
      error: STATUS_CODES[refusal.status] ?? 'Error',
      code: refusal.code,
      message: refusal.message,
      details: refusal.details ?? '',
      timestamp: now.toISOString(),
      error_uuid: uuid,
    },
  };
}

function uploadEnvelope({ code, message }: ErrorResult, uuid: string): ErrorEnvelope {
  const parts = { Code: camelCase(code), Message: message, RequestId: uuid };
  const elements = Object.entries(parts).map(([name, text]) => `<${name}>${escaped(text)}</${name}>`);
  return {
    mediaType: 'application/xml',
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${elements.join('')}</Error>`,
  };
}

/** `BAD_REQUEST` as `BadRequest`. A code in the storage's format stays unchanged. */
function camelCase(code: string): string {
  if (!/^[A-Z_]+$/.test(code)) return code;
  return code.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Checks that the scope of a token ends with the API's suffix, `<prefix>-<env>:<suffix>` (analysis.auth.scope-shape).
 */
export function checkScope({ scopeSuffix }: Pick<AnalysisService, 'scopeSuffix'>, scopes: readonly string[]) {
  if (scopes.some((scope) => scope.endsWith(`:${scopeSuffix}`))) return undefined;
  return analysisErrors.forbidden(
    `The access token is for scope ${scopes.join(' ')}; this API needs one that ends in ":${scopeSuffix}"`,
  );
}
