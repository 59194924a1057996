import { createErrorResult, type ErrorResult } from './error-result.js';

export const createRequestLimitError = (token: string, seconds: number): ErrorResult =>
  createErrorResult(
    429,
    'request-limit',
    `The control token "${token}" has sent more requests than it may in a second; wait`,
    {
      headers: { 'Retry-After': String(seconds) },
    },
  );

export const createStoredBytesLimitError = (token: string, bytes: number, most: number): ErrorResult =>
  createErrorResult(
    403,
    'stored-bytes-limit',
    `The sandboxes of the control token "${token}" and its snapshots hold ${bytes} bytes, and it has room for ${most}; delete or reset some`,
  );

export const createMemoryLimitError = (bytes: number, most: number): ErrorResult =>
  createErrorResult(
    507,
    'memory-limit',
    `The server holds ${bytes} of ${most} bytes in memory, and nothing of this request was stored; delete sandboxes, records or snapshots, or start the server with --max-memory-bytes`,
  );

export const createSandboxLimitError = (message: string): ErrorResult =>
  createErrorResult(409, 'sandbox-limit', message);

/** Undocumented, so it replaces the API's own error. */
export const createNotArchivedError = (message: string): ErrorResult =>
  createErrorResult(
    507,
    'not-archived',
    `${message}; make room where the server keeps its data, and send the request again`,
  );

/** Only additions are rejected. */
export const createRecordLimitError = (sandbox: string, most: number): ErrorResult =>
  createErrorResult(
    507,
    'record-limit',
    `Sandbox "${sandbox}" has as many records as it may, ${most}, and nothing of this request was stored; delete some, reset the sandbox, or start the server with --max-records`,
  );

/** Nothing was done, so a retry is safe. */
export const createUnavailableError = (message: string): ErrorResult =>
  createErrorResult(503, 'unavailable', `${message}; send the request again in a moment`, {
    headers: { 'Retry-After': '1' },
  });

/** Creates a retry could repeat it. */
export const createOutcomeUnknownError = (message: string): ErrorResult =>
  createErrorResult(504, 'unclear', `${message}; it may have been done all the same: look before you send it again`);
