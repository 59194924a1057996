import { STATUS_CODES } from 'node:http';
import { parsePointer } from '@understudy/contract';
import type { ErrorEnvelope, ErrorResult } from '@understudy/kernel';
import type { ApiPlan, CompiledTemplate, ExpressionContext, RecordReader } from '@understudy/model';
import { kindOf, statedError } from './name-error.js';

type Behavior = ApiPlan['behavior'];

/** Errors are created without access to records, because the message already contains the details. */
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

/** Maximum number of evaluation steps for one error. */
const mostSteps = 10_000;

/**
 * Sets the message that the model states for the kind of an error. Errors of statements about records already have it.
 */
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

/** The body that the model states for all errors. */
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

/** The request member of a finding, as a dotted path. */
function fieldOf(pointer: string): string {
  const [, ...path] = parsePointer(pointer);
  return path.join('.');
}
