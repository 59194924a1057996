import { stringifyJson } from '@understudy/contract';
import type { StateSession } from '../state/state-session.js';
import type { StateStep } from '../state/state-step.js';

const builtIn: Readonly<Record<string, readonly number[]>> = {
  unauthenticated: [401],
  forbidden: [403],
  missing: [404],
  state: [409],
  duplicate: [409],
  reference: [404, 422],
};

/** True if an error response has the code of a kind of error of the model. */
export function isRefusedAs(session: StateSession, { status, body }: StateStep, kind: string): boolean {
  const { errors } = session.context.plan.behavior;
  const error = errors.get(kind);
  const statuses = error?.status === undefined ? (builtIn[kind] ?? []) : [error.status];
  if (!statuses.includes(status) || error?.code === undefined) return false;
  return (stringifyJson(body) ?? '').includes(`"${error.code}"`);
}

/** True if a refusal can be one of a kind: it has its status, or the status of the kind is not known. */
export function canBe(session: StateSession, { status }: StateStep, kind: string): boolean {
  const error = session.context.plan.behavior.errors.get(kind);
  const statuses = error?.status === undefined ? builtIn[kind] : [error.status];
  return statuses === undefined || statuses.includes(status);
}
