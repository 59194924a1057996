import { STATUS_CODES } from 'node:http';
import type { Finding } from '@understudy/contract';
import {
  createErrorResult,
  type EnvelopeFacts,
  type ErrorEnvelope,
  type ErrorResult,
  type KernelErrors,
} from '@understudy/kernel';

export const controlErrors = {
  unknownPath: (path, near) =>
    createErrorResult(
      404,
      'unknown-path',
      near.length === 0
        ? `Nothing is served at ${path}; GET /_sim/apis lists the APIs and describes them`
        : `Nothing is served at ${path}; nearest is ${near.join(', ')}; GET /_sim/apis lists the APIs and describes them`,
    ),
  wrongMethod: (method, path, allow) =>
    createErrorResult(405, 'wrong-method', `${path} is not served by ${method}; use ${allow.join(' or ')}`, {
      headers: { Allow: allow.join(', ') },
    }),
  badRequest: (findings) =>
    createErrorResult(400, 'bad-request', findings.map(({ message }) => message).join('; '), { findings }),
  payloadTooLarge: (size, limit) =>
    createErrorResult(413, 'payload-too-large', `The body has ${size} bytes; the limit is ${limit}`),
  unauthorized: (reason) =>
    createErrorResult(401, 'unauthorized', reason, { headers: { 'WWW-Authenticate': 'Bearer' } }),
  tokenRefused: (reason) =>
    createErrorResult(401, 'unauthorized', reason, { headers: { 'WWW-Authenticate': 'Bearer' } }),
  forbidden: (reason) => createErrorResult(403, 'forbidden', reason),
  injected: (status) => createErrorResult(status, 'injected', `Status ${status} was requested with the header Prefer`),
  internal: () =>
    createErrorResult(
      500,
      'internal',
      'The server failed at this request; its log has the cause. Please report it with the request',
    ),
} satisfies KernelErrors;

export const createUnknownApiError = (name: string, known: readonly string[]): ErrorResult =>
  createErrorResult(404, 'unknown-api', `Unknown API "${name}". Available APIs: ${known.join(', ')}`);

export const createUnknownScenarioError = (api: string, name: string): ErrorResult =>
  createErrorResult(
    404,
    'unknown-scenario',
    `No scenario "${name}" of ${api} is kept here; GET /_sim/apis/${api}/evidence lists them`,
  );

export const createUnknownFileError = (name: string): ErrorResult =>
  createErrorResult(404, 'unknown-file', `Unknown page file "${name}"; GET /_sim/apis lists the API pages`);

export const createNotReadyError = (): ErrorResult =>
  createErrorResult(
    503,
    'not-ready',
    'The default sandbox is being seeded, or the server is shutting down; try again',
    { headers: { 'Retry-After': '1' } },
  );

export const createUnknownSandboxError = (name: string): ErrorResult =>
  createErrorResult(404, 'unknown-sandbox', `Unknown sandbox "${name}"; GET /_sim/sandboxes lists all`);

export const createSandboxExistsError = (name: string): ErrorResult =>
  createErrorResult(409, 'sandbox-exists', `Sandbox "${name}" already exists; delete it first, or choose another name`);

export const createDefaultSandboxError = (): ErrorResult =>
  createErrorResult(409, 'default-sandbox', 'The default sandbox cannot be deleted; use POST /_sim/reset');

export const createTokenSandboxLimitError = (token: string, most: number): ErrorResult =>
  createErrorResult(
    409,
    'sandbox-limit',
    `The control token "${token}" has reached its limit of ${most} sandboxes; delete one`,
  );

export const createUnknownSnapshotError = (name: string): ErrorResult =>
  createErrorResult(404, 'unknown-snapshot', `Unknown snapshot "${name}"; PUT /_sim/snapshots/${name} creates one`);

export const createForeignSnapshotError = (name: string, token: string): ErrorResult =>
  createErrorResult(
    403,
    'forbidden',
    `Snapshot names of the control token "${token}" must start with its name, such as ${token}-${name}`,
  );

export const createSnapshotLimitError = (message: string): ErrorResult =>
  createErrorResult(409, 'snapshot-limit', message);

export const createInboxLimitError = (message: string): ErrorResult => createErrorResult(409, 'inbox-limit', message);

export const createUnknownDeliveryError = (id: string): ErrorResult =>
  createErrorResult(
    404,
    'unknown-delivery',
    `Unknown delivery "${id}" in this sandbox; GET /_sim/deliveries lists all`,
  );

export const createDeliveryPendingError = (id: string): ErrorResult =>
  createErrorResult(409, 'delivery-pending', `Delivery "${id}" is still pending; replay it when it has finished`);

export const createUnknownRecordError = (api: string, collection: string, key: string): ErrorResult =>
  createErrorResult(
    404,
    'unknown-record',
    `${api} has no record "${key}" in "${collection}" of this owner; GET /_sim/records lists the collections`,
  );

export const createRecordExistsError = (key: string): ErrorResult =>
  createErrorResult(
    409,
    'record-exists',
    `Record "${key}" already exists; change it with PATCH, or replace it with PUT`,
  );

export const createNotEditableError = (api: string, collection: string): ErrorResult =>
  createErrorResult(
    409,
    'not-editable',
    `Records of "${collection}" of ${api} cannot be edited: the server updates them itself, or the API has no such collection`,
  );

export const createJobRunningError = (id: string): ErrorResult =>
  createErrorResult(
    409,
    'job-running',
    `Job "${id}" is still running; complete it with POST /_sim/jobs/${id}/complete before you edit it`,
  );

export const createNothingToUndoError = (): ErrorResult =>
  createErrorResult(409, 'nothing-to-undo', 'The journal has no edit to undo; select an entry with "before"');

export const createChangesForgottenError = (): ErrorResult =>
  createErrorResult(
    409,
    'changes-forgotten',
    'The changes since then took more memory than the journal has; compare with a snapshot instead',
  );

export const createUnknownEntryError = (seq: number): ErrorResult =>
  createErrorResult(404, 'unknown-entry', `Unknown journal entry ${seq}; GET /_sim/journal lists all entries`);

export const createUnknownFaultError = (id: string): ErrorResult =>
  createErrorResult(404, 'unknown-fault', `Unknown fault rule "${id}" in this sandbox; GET /_sim/faults lists all`);

export const createUnknownJobError = (id: string): ErrorResult =>
  createErrorResult(404, 'unknown-job', `Unknown job "${id}" in this sandbox; GET /_sim/jobs lists all`);

export const createJobFinalError = (id: string, status: string): ErrorResult =>
  createErrorResult(409, 'job-final', `Job "${id}" has already finished with status ${status}`);

export const createUnknownActionError = (api: string, action: string, known: readonly string[]): ErrorResult =>
  createErrorResult(
    404,
    'unknown-action',
    `There is no action "${action}" for "${api}"; there are ${known.length === 0 ? 'none' : known.join(', ')}`,
  );

export const createWaitTimeoutError = (wanted: number, seen: number, what: string): ErrorResult =>
  createErrorResult(408, 'wait-timeout', `Expected ${wanted} ${what}, but only ${seen} arrived in time`);

/** Limits of event streams. A client can retry after five seconds. */
export const createStreamLimitError = (why: string): ErrorResult =>
  createErrorResult(429, 'stream-limit', `${why}; close one, and try again`, { headers: { 'Retry-After': '5' } });

export const createFixedOverlayError = (api: string): ErrorResult =>
  createErrorResult(
    409,
    'fixed-overlay',
    `The Overlay of "${api}" cannot change while this server runs; start every server with --overlay`,
  );

/** Creates an error for invalid input that no schema can express. */
export const createInvalidInputError = (pointer: string, message: string): ErrorResult => {
  const finding: Finding = { ruleId: 'request/value', severity: 'error', message, pointer };
  return controlErrors.badRequest([finding]);
};

export function createProblemEnvelope(refusal: ErrorResult, _facts: EnvelopeFacts): ErrorEnvelope {
  const { status, code, message, findings } = refusal;
  return {
    mediaType: 'application/problem+json',
    body: {
      type: `urn:understudy:problem:${code}`,
      title: STATUS_CODES[status] ?? 'Error',
      status,
      detail: message,
      ...(code === 'unknown-path' ? { apis: '/_sim/apis' } : {}),
      ...(findings === undefined ? {} : { errors: findings }),
    },
  };
}
