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
    createErrorResult(413, 'payload-too-large', `The body has ${size} bytes; at most ${limit} are accepted`),
  unauthorized: (reason) =>
    createErrorResult(401, 'unauthorized', reason, { headers: { 'WWW-Authenticate': 'Bearer' } }),
  tokenRefused: (reason) =>
    createErrorResult(401, 'unauthorized', reason, { headers: { 'WWW-Authenticate': 'Bearer' } }),
  forbidden: (reason) => createErrorResult(403, 'forbidden', reason),
  injected: (status) => createErrorResult(status, 'injected', `Status ${status} was asked for by the header Prefer`),
  internal: () =>
    createErrorResult(
      500,
      'internal',
      'The server failed at this request; its log has the cause. Please report it with the request',
    ),
} satisfies KernelErrors;

export const createUnknownApiError = (name: string, known: readonly string[]): ErrorResult =>
  createErrorResult(404, 'unknown-api', `No API "${name}" is served; there are ${known.join(', ')}`);

export const createUnknownScenarioError = (api: string, name: string): ErrorResult =>
  createErrorResult(
    404,
    'unknown-scenario',
    `No scenario "${name}" of ${api} is kept here; GET /_sim/apis/${api}/evidence lists them`,
  );

export const createUnknownFileError = (name: string): ErrorResult =>
  createErrorResult(
    404,
    'unknown-file',
    `There is no file "${name}" of the pages of APIs; GET /_sim/apis lists these pages`,
  );

export const createNotReadyError = (): ErrorResult =>
  createErrorResult(503, 'not-ready', 'The default sandbox is being filled, or the server is ending; ask again', {
    headers: { 'Retry-After': '1' },
  });

export const createUnknownSandboxError = (name: string): ErrorResult =>
  createErrorResult(404, 'unknown-sandbox', `There is no sandbox "${name}"; GET /_sim/sandboxes lists them`);

export const createSandboxExistsError = (name: string): ErrorResult =>
  createErrorResult(409, 'sandbox-exists', `A sandbox "${name}" exists already; delete it first, or take another name`);

export const createDefaultSandboxError = (): ErrorResult =>
  createErrorResult(409, 'default-sandbox', 'The default sandbox cannot be deleted; POST /_sim/reset empties it');

export const createTokenSandboxLimitError = (token: string, most: number): ErrorResult =>
  createErrorResult(
    409,
    'sandbox-limit',
    `The control token "${token}" has ${most} sandboxes, the most that it may; delete one`,
  );

export const createUnknownSnapshotError = (name: string): ErrorResult =>
  createErrorResult(404, 'unknown-snapshot', `There is no snapshot "${name}"; PUT /_sim/snapshots/${name} takes one`);

export const createForeignSnapshotError = (name: string, token: string): ErrorResult =>
  createErrorResult(403, 'forbidden', `Snapshots of the control token "${token}" have names such as ${token}-${name}`);

export const createSnapshotLimitError = (message: string): ErrorResult =>
  createErrorResult(409, 'snapshot-limit', message);

export const createInboxLimitError = (message: string): ErrorResult => createErrorResult(409, 'inbox-limit', message);

export const createUnknownDeliveryError = (id: string): ErrorResult =>
  createErrorResult(
    404,
    'unknown-delivery',
    `There is no delivery "${id}" in this sandbox; GET /_sim/deliveries lists them`,
  );

export const createDeliveryPendingError = (id: string): ErrorResult =>
  createErrorResult(409, 'delivery-pending', `Delivery "${id}" is still under way; replay it when it has ended`);

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
    `There is a record "${key}" already; change it with PATCH, or replace it with PUT`,
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
    `Job "${id}" has not ended; end it with POST /_sim/jobs/${id}/complete, then edit it`,
  );

export const createNothingToUndoError = (): ErrorResult =>
  createErrorResult(409, 'nothing-to-undo', 'The journal has no edit to undo; name an entry as "before"');

export const createChangesForgottenError = (): ErrorResult =>
  createErrorResult(
    409,
    'changes-forgotten',
    'The changes since then took more memory than the journal has; compare with a snapshot instead',
  );

export const createUnknownEntryError = (seq: number): ErrorResult =>
  createErrorResult(404, 'unknown-entry', `The journal has no entry ${seq}; GET /_sim/journal lists its entries`);

export const createUnknownFaultError = (id: string): ErrorResult =>
  createErrorResult(
    404,
    'unknown-fault',
    `There is no fault rule "${id}" in this sandbox; GET /_sim/faults lists them`,
  );

export const createUnknownJobError = (id: string): ErrorResult =>
  createErrorResult(404, 'unknown-job', `There is no job "${id}" in this sandbox; GET /_sim/jobs lists them`);

export const createJobFinalError = (id: string, status: string): ErrorResult =>
  createErrorResult(409, 'job-final', `Job "${id}" has ended already with status ${status}`);

export const createUnknownActionError = (api: string, action: string, known: readonly string[]): ErrorResult =>
  createErrorResult(
    404,
    'unknown-action',
    `There is no action "${action}" for "${api}"; there are ${known.length === 0 ? 'none' : known.join(', ')}`,
  );

export const createWaitTimeoutError = (wanted: number, seen: number, what: string): ErrorResult =>
  createErrorResult(408, 'wait-timeout', `Waited for ${wanted} ${what}, but only ${seen} came in time`);

/** Creates an error that no schema can express. */
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
