import type { ErrorResult } from '@understudy/kernel';
import type { CompiledBehavior, CompiledError } from '@understudy/model';

/** An error whose code or status is stated by the model. */
export interface NamedError extends ErrorResult {
  readonly isNamed?: boolean;
  readonly hasStatedStatus?: boolean;
}

/** The kinds of the errors that every described API has, by error code. */
const kinds: Readonly<Record<string, string>> = {
  bad_request: 'invalid',
  bad_patch: 'invalid',
  invalid: 'invalid',
  not_found: 'missing',
  unknown_path: 'missing',
  unauthorized: 'unauthenticated',
  token_refused: 'unknownKey',
  forbidden: 'forbidden',
  conflict: 'duplicate',
  in_use: 'used',
  invalid_state: 'state',
  precondition_failed: 'stale',
  precondition_required: 'unconditional',
  idempotency_error: 'idempotency',
  unknown_page_token: 'cursor',
  too_large: 'tooLarge',
  rate_limit_exceeded: 'rateLimit',
};

/** The more general kind of each error kind. */
const wider: Readonly<Record<string, string>> = {
  cursor: 'invalid',
  unconditional: 'stale',
  used: 'state',
  unknownKey: 'unauthenticated',
};

/** Returns the kind of an error: its own, or else derived from its code and status. */
export function kindOf({ kind: own, code, status, findings }: ErrorResult): string | undefined {
  if (own !== undefined) return own;
  if (lacksCondition(findings)) return 'unconditional';
  if (status === 415) return 'mediaType';
  const kind = Object.hasOwn(kinds, code) ? kinds[code] : undefined;
  // A missing value outside the path makes the request invalid.
  return kind === 'missing' && status !== 404 && status !== 410 ? 'invalid' : kind;
}

/** True if the only problem of a request is that it lacks a header required for conditional requests. */
export function lacksCondition(findings: ErrorResult['findings'] = []): boolean {
  const isCondition = (pointer: string) => /^\/headers\/if-(?:match|unmodified-since)$/i.test(pointer);
  return (
    findings.length > 0 &&
    findings.every(({ pointer, ruleId }) => ruleId === 'request/required-header' && isCondition(pointer))
  );
}

/** Sets the code and the status that the model states for the kind or the status of an error. */
export function nameError(
  { errors, operations }: Pick<CompiledBehavior, 'errors' | 'operations'>,
  operationId: string | undefined,
  refusal: ErrorResult,
): NamedError {
  const kind = kindOf(refusal);
  const stated =
    kind === undefined ? undefined : statedError({ errors, operations }, operationId, [kind, String(refusal.status)]);
  // An error of a statement about a record already has the status and message of its kind.
  const status = refusal.kind === undefined ? (stated?.status ?? refusal.status) : refusal.status;
  const told = stated?.status === status ? { ...refusal, status, hasStatedStatus: true } : refusal;
  const isStated = [...errors.values(), ...(operations.get(operationId ?? '')?.errors.values() ?? [])].some(
    ({ code }) => code !== undefined && String(code) === refusal.code,
  );
  if (isStated) return { ...told, isNamed: true };
  return stated?.code === undefined ? told : { ...told, code: String(stated.code), isNamed: true };
}

/** The model's statement about an error: for its kind or status in this operation, or else for its kind in general. */
export function statedError(
  { errors, operations }: Pick<CompiledBehavior, 'errors' | 'operations'>,
  operationId: string | undefined,
  [kind, status]: readonly [kind: string, status?: string],
): CompiledError | undefined {
  const own = operations.get(operationId ?? '')?.errors;
  const ofStatus = status === undefined ? undefined : own?.get(status);
  const ofKind = own?.get(kind);
  const exact = ofKind === undefined ? (ofStatus ?? errors.get(kind)) : { ...errors.get(kind), ...ofStatus, ...ofKind };
  // An unknown key in a body is one of the reasons why a request is invalid.
  const isInvalid = kind === 'reference' && exact?.code === undefined && [400, 422].includes(exact?.status ?? 0);
  if (isInvalid) return { ...exact, ...codeOf(errors.get('invalid')) };
  if (exact !== undefined) return exact;
  // The message of a more general kind would describe another problem.
  const wide = codeOf(own?.get(wider[kind] ?? '') ?? errors.get(wider[kind] ?? ''));
  return wide.code === undefined ? undefined : wide;
}

function codeOf(error: CompiledError | undefined): Pick<CompiledError, 'code'> {
  return error?.code === undefined ? {} : { code: error.code };
}
