import { joinPointer } from '@understudy/contract';
import { createErrorResult, type ErrorResult } from '@understudy/kernel';
import type { CompiledTemplate, OperationPlan } from '@understudy/model';
import { statedError } from '../../answer/name-error.js';
import type { BehaviorSession } from './behavior-session.js';

/** A violated statement: the kind of its error, and the values that the message uses. */
export interface Violation {
  readonly kind: string;
  /** The problem, used if the model has no message. Default: that the request is not possible. */
  readonly message?: string | undefined;
  /** The message of the statement itself. It takes precedence over the message of the error kind. */
  readonly own?: CompiledTemplate | undefined;
  /** The invalid member, as a dotted path. */
  readonly field?: string;
  readonly self?: unknown;
}

interface ErrorKind {
  /** Possible statuses, the most common first. The first one in the description is used. */
  readonly statuses: readonly number[];
  readonly code: string;
  /** A default message, if it says more than which condition does not hold. */
  readonly message?: string;
}

const state: ErrorKind = { statuses: [409, 422, 400, 403, 412], code: 'invalid_state' };
const kinds: Readonly<Record<string, ErrorKind>> = {
  invalid: { statuses: [422, 400], code: 'invalid' },
  missing: { statuses: [404, 410], code: 'not_found' },
  reference: { statuses: [422, 404, 400, 409], code: 'not_found' },
  duplicate: { statuses: [409, 422, 400], code: 'conflict' },
  unauthenticated: { statuses: [401], code: 'unauthorized' },
  forbidden: { statuses: [403], code: 'forbidden' },
  stale: { statuses: [412, 409], code: 'precondition_failed' },
  unconditional: {
    statuses: [428, 400],
    code: 'precondition_required',
    message: 'The If-Match header is missing: send the ETag of the record that the change is based on',
  },
  state,
  used: { ...state, code: 'in_use' },
};

/** The description's text about a violated condition. Clients never see the expression. */
export function reasonOf({ work }: BehaviorSession, part: string, ...place: readonly string[]): string | undefined {
  const { says } = work.served.plan.model.because?.[joinPointer(part, ...place)] ?? {};
  return says === undefined ? undefined : says.charAt(0).toUpperCase() + says.slice(1);
}

/** Default messages by status. */
const defaults: Readonly<Record<number, string>> = {
  400: 'The request is invalid',
  401: 'The request does not identify a known caller',
  403: 'The caller is not allowed to do this',
  404: 'There is no such record',
  422: 'The request is invalid',
};

/** Creates the error of a violated statement: as the model defines its kind, or else with a described status. */
export function createModelError(
  session: BehaviorSession,
  { operation }: Pick<OperationPlan, 'operation'>,
  { kind, field, self, own, message: reason }: Violation,
): ErrorResult {
  const stated = statedError(session.work.served.plan.behavior, operation.operationId, [kind]);
  const { statuses, code, message: usual } = kinds[kind] ?? { ...state, code: kind };
  const described = statuses.find((each) => operation.statuses.includes(String(each)));
  const status = stated?.status ?? described ?? statuses[0] ?? 409;
  const usually = usual ?? reason ?? defaults[status] ?? 'The request is not possible in this state';
  const values = { self: self ?? null, error: { kind, status, field: field ?? null, message: usually } };
  const told = own ?? stated?.message;
  const message = told === undefined ? usually : String(session.evaluate(told, values));
  const pointer = joinPointer('/body', ...(field ?? '').split('.').filter((part) => part !== ''));
  const findings = [{ ruleId: `model/${kind}`, severity: 'error' as const, message, pointer }];
  const refusal = createErrorResult(
    status,
    String(stated?.code ?? code),
    message,
    field === undefined ? {} : { findings },
  );
  return { ...refusal, kind, about: self };
}
