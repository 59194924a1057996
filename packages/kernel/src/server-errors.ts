import { createErrorResult, type ErrorResult } from './error-result.js';

export const createRequestLimitError = (token: string, seconds: number): ErrorResult =>
  createErrorResult(
    429,
    'request-limit',
    `The control token "${token}" has exceeded its requests per second; wait and try again`,
    { headers: { 'Retry-After': String(seconds) } },
  );

export const createStoredBytesLimitError = (token: string, bytes: number, most: number): ErrorResult =>
  createErrorResult(
    403,
    'stored-bytes-limit',
    `The sandboxes and snapshots of the control token "${token}" have ${bytes} bytes, but its limit is ${most}; delete or reset some`,
  );

export const createBodyOverLimitError = (token: string, bytes: number, most: number): ErrorResult =>
  createErrorResult(
    403,
    'stored-bytes-limit',
    `The body has ${bytes} bytes, but the control token "${token}" can store ${most} in all; send something smaller`,
  );

export const createMemoryLimitError = (bytes: number, most: number): ErrorResult =>
  createErrorResult(
    507,
    'memory-limit',
    `The server uses ${bytes} of ${most} bytes of memory, so nothing was stored; delete sandboxes, records or snapshots, or start the server with a higher --limit maxMemoryBytes`,
  );

export const createSandboxLimitError = (message: string): ErrorResult =>
  createErrorResult(409, 'sandbox-limit', message);

export const createUnknownSandboxError = (name: string): ErrorResult =>
  createErrorResult(404, 'unknown-sandbox', `Unknown sandbox "${name}"; GET /_sim/sandboxes lists all`);

/** Creates an error that replaces the API's own error, because it is undocumented. */
export const createNotArchivedError = (message: string): ErrorResult =>
  createErrorResult(
    507,
    'not-archived',
    `${message}; free up space in the server's data folder, and retry the request`,
  );

/** Creates the error for a full sandbox, which rejects only additions. */
export const createRecordLimitError = (sandbox: string, most: number): ErrorResult =>
  createErrorResult(
    507,
    'record-limit',
    `Sandbox "${sandbox}" has reached its limit of ${most} records, so nothing was stored; delete some, reset the sandbox, or start the server with a higher --limit maxRecords`,
  );

/** Reports that nothing was done, so that a retry is safe. */
export const createUnavailableError = (message: string): ErrorResult =>
  createErrorResult(503, 'unavailable', `${message}; retry the request shortly`, { headers: { 'Retry-After': '1' } });

/** Reports that a retry could repeat the request. */
export const createOutcomeUnknownError = (message: string): ErrorResult =>
  createErrorResult(504, 'unclear', `${message}; the request may have been executed, so check before you retry it`);
