import { STATUS_CODES } from 'node:http';
import { createErrorFinding, toKebabCase } from '@understudy/contract';
import { createErrorResult, type ErrorEnvelope, type ErrorResult, type KernelErrors } from '@understudy/kernel';
import { createUnknownSandboxError } from '@understudy/kernel/serving';

type Messages = Readonly<Record<string, (...facts: never[]) => string>>;
type ErrorsOf<Of extends Messages> = { readonly [Name in keyof Of]: (...facts: Parameters<Of[Name]>) => ErrorResult };

/** Creates errors with the given status. Each error code is the error's name in kebab case. */
function withStatus<const Of extends Messages>(status: number, messages: Of): ErrorsOf<Of> {
  const errors = Object.entries(messages).map(([name, describe]) => [
    name,
    (...facts: never[]) => createErrorResult(status, toKebabCase(name), describe(...facts)),
  ]);
  return Object.fromEntries(errors);
}

export const controlErrors = {
  ...{ unknownSandbox: createUnknownSandboxError },
  unknownPath: (path, near) => {
    const nearest = near.length === 0 ? '' : `; nearest is ${near.join(', ')}`;
    const message = `Nothing is served at ${path}${nearest}; GET /_sim/apis lists the APIs and describes them`;
    return createErrorResult(404, 'unknown-path', message);
  },
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

  ...withStatus(404, {
    unknownApi: (name: string, known: readonly string[]) =>
      `Unknown API "${name}". Available APIs: ${known.join(', ')}`,
    unknownScenario: (api: string, name: string) =>
      `No scenario "${name}" of ${api} is kept here; GET /_sim/apis/${api}/evidence lists them`,
    unknownFile: (name: string) => `Unknown page file "${name}"; GET /_sim/apis lists the API pages`,
    unknownSnapshot: (name: string) => `Unknown snapshot "${name}"; PUT /_sim/snapshots/${name} creates one`,
    unknownDelivery: (id: string) => `Unknown delivery "${id}" in this sandbox; GET /_sim/deliveries lists all`,
    unknownRecord: (api: string, collection: string, key: string) =>
      `${api} has no record "${key}" in "${collection}" of this owner; GET /_sim/records lists the collections`,
    unknownEntry: (seq: number) => `Unknown journal entry ${seq}; GET /_sim/journal lists all entries`,
    unknownFault: (id: string) => `Unknown fault rule "${id}" in this sandbox; GET /_sim/faults lists all`,
    unknownJob: (id: string) => `Unknown job "${id}" in this sandbox; GET /_sim/jobs lists all`,
    unknownAction: (api: string, action: string, known: readonly string[]) =>
      `There is no action "${action}" for "${api}"; there are ${known.join(', ') || 'none'}`,
  }),
  ...withStatus(408, {
    waitTimeout: (wanted: number, seen: number, what: string) =>
      `Expected ${wanted} ${what}, but only ${seen} arrived in time`,
  }),
  ...withStatus(409, {
    sandboxExists: (name: string) => `Sandbox "${name}" already exists; delete it first, or choose another name`,
    defaultSandbox: () => 'The default sandbox cannot be deleted; use POST /_sim/reset',
    sandboxLimit: (token: string, most: number) =>
      `The control token "${token}" has reached its limit of ${most} sandboxes; delete one`,
    snapshotLimit: (message: string) => message,
    inboxLimit: (message: string) => message,
    deliveryPending: (id: string) => `Delivery "${id}" is still pending; replay it when it has finished`,
    recordExists: (key: string) => `Record "${key}" already exists; change it with PATCH, or replace it with PUT`,
    notEditable: (api: string, collection: string) =>
      `Records of "${collection}" of ${api} cannot be edited: the server updates them itself, or the API has no such collection`,
    jobRunning: (id: string) =>
      `Job "${id}" is still running; complete it with POST /_sim/jobs/${id}/complete before you edit it`,
    nothingToUndo: () => 'The journal has no edit to undo; select an entry with "before"',
    changesForgotten: () =>
      'The changes since then took more memory than the journal has; compare with a snapshot instead',
    jobFinal: (id: string, status: string) => `Job "${id}" has already finished with status ${status}`,
    fixedBehavior: (api: string) =>
      `The model of "${api}" cannot change while this server runs; start every server with --model`,
    implemented: (api: string) =>
      `"${api}" is implemented in code; only an API that is made from an OpenAPI description has a behavior model`,
  }),
} satisfies KernelErrors;

export const createNotReadyError = (): ErrorResult =>
  createErrorResult(
    503,
    'not-ready',
    'The default sandbox is being seeded, or the server is shutting down; try again',
    { headers: { 'Retry-After': '1' } },
  );

export const createForeignSnapshotError = (name: string, token: string): ErrorResult =>
  createErrorResult(
    403,
    'forbidden',
    `Snapshot names of the control token "${token}" must start with its name, such as ${token}-${name}`,
  );

/** Limits of event streams. A client can retry after five seconds. */
export const createStreamLimitError = (why: string): ErrorResult =>
  createErrorResult(429, 'stream-limit', `${why}; close one, and try again`, { headers: { 'Retry-After': '5' } });

/** Creates an error for invalid input that no schema can express. */
export const createInvalidInputError = (pointer: string, message: string): ErrorResult =>
  controlErrors.badRequest([createErrorFinding('request/value', message, pointer)]);

export function createProblemEnvelope(refusal: ErrorResult): ErrorEnvelope {
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
