import { STATUS_CODES } from 'node:http';
import { parsePointer } from '@understudy/contract';
import type { ErrorEnvelope, ErrorResult } from '@understudy/kernel';
import type { ApiPlan, CompiledTemplate, ExpressionContext, RecordReader } from '@understudy/model';
import { kindOf, statedError } from './name-error.js';

type Behavior = ApiPlan['behavior'];

/** No records are read for an error: what it is about is in its message. */
const nothing: RecordReader = {
  find: () => null,
  all: () => [],
  read: () => null,
  of: () => [],
  others: () => [],
  countOf: () => 0,
  next: () => null,
  transitions: () => [],
  meta: () => null,
  remembered: () => [],
  like: () => null,
};

/** Steps of the expressions of an error. */
const mostSteps = 10_000;

/** An error with the message that the model states for its kind. Errors of statements about records have theirs already. */
export function sayError<Refusal extends ErrorResult>(
  behavior: Behavior,
  refusal: Refusal,
  {
    operationId,
    now,
    named,
  }: { readonly operationId: string | undefined; readonly now: Date; readonly named: Refusal },
): Refusal {
  const kind = kindOf(refusal);
  const stated =
    kind === undefined || refusal.kind !== undefined
      ? undefined
      : statedError(behavior, operationId, [kind, String(refusal.status)])?.message;
  const own = kind === undefined ? named : { ...named, kind };
  return stated === undefined ? own : { ...own, message: String(evaluate(stated, own, now)) };
}

/** The body of an error that the model states for all of them. */
export function stateErrorBody(
  { errorBody }: Behavior,
  refusal: ErrorResult,
  envelope: ErrorEnvelope,
  now: Date,
): ErrorEnvelope {
  if (errorBody === undefined || refusal.code === 'injected') return envelope;
  const status = envelope.status ?? refusal.status;
  return { ...envelope, status, body: evaluate(errorBody, { ...refusal, status }, now) };
}

function evaluate({ evaluate: read }: CompiledTemplate, refusal: ErrorResult, now: Date): unknown {
  const { status, code, message, findings = [] } = refusal;
  const all = findings.map((each) => ({ field: fieldOf(each.pointer), message: each.message }));
  const error = {
    ...{ status, code, message, all },
    kind: kindOf(refusal) ?? code,
    title: STATUS_CODES[status] ?? 'Error',
    field: all[0]?.field ?? null,
  };
  const context: ExpressionContext = {
    values: { error, self: refusal.about ?? null },
    records: nothing,
    now,
    budget: { steps: mostSteps },
    locals: [],
  };
  return read(context);
}

/** The member of the request that a finding is about, with dots in depth. */
function fieldOf(pointer: string): string {
  const [, ...path] = parsePointer(pointer);
  return path.join('.');
}
