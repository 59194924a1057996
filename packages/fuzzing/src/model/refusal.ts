import { stringifyJson } from '@understudy/contract';
import type { ApiPlan } from '@understudy/model';
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

/** Returns the statuses of a kind of error: those in the model, or else the usual ones. Undefined if there are none. */
export function statusesOf({ behavior: { errors } }: ApiPlan, kind: string): readonly number[] | undefined {
  const { status } = errors.get(kind) ?? {};
  return status === undefined ? builtIn[kind] : [status];
}

/** True if an error response has the code of an error kind of the model. */
export function isRefusedAs({ context: { plan } }: StateSession, { status, body }: StateStep, kind: string): boolean {
  const { code } = plan.behavior.errors.get(kind) ?? {};
  if (code === undefined || statusesOf(plan, kind)?.includes(status) !== true) return false;
  return (stringifyJson(body) ?? '').includes(`"${code}"`);
}

/** True if a rejection can be an error of this kind: it has its status, or the kind's status is unknown. */
export function canBe({ context: { plan } }: StateSession, { status }: StateStep, kind: string): boolean {
  return statusesOf(plan, kind)?.includes(status) ?? true;
}
