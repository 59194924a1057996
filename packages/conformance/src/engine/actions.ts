import type { FailureAction, ScenarioFile, Step, SuccessAction } from '../arazzo/model.js';
import { resolveReusables } from '../arazzo/resolve.js';
import type { Scope } from '../expressions/scope.js';
import type { HttpResponse } from '../targets/target.js';
import { allMatch } from './criteria.js';
import type { Frame } from './session.js';

/** The first success action whose criteria hold: the step's own, then those of the workflow it does not override. */
export function chooseSuccessAction(frame: Frame, step: Step, scope: Scope): SuccessAction | undefined {
  const own = resolveReusables(step.onSuccess, 'successActions', frame.file);
  const common = resolveReusables(frame.workflow.successActions, 'successActions', frame.file);
  return merge(own, common).find((action) => allMatch(action.criteria, scope));
}

/** The same for failure actions; a retry that has used up its limit is passed over. */
export function chooseFailureAction(
  frame: Frame,
  step: Step,
  scope: Scope,
  retries: ReadonlyMap<string, number>,
): FailureAction | undefined {
  return failureActions(frame, step).find(
    (action) =>
      (action.type !== 'retry' || (retries.get(action.name) ?? 0) < retryLimit(action)) &&
      allMatch(action.criteria, scope),
  );
}

/** All failure actions of a step, its own first. */
export function failureActions(
  frame: { file: ScenarioFile; workflow: Frame['workflow'] },
  step: Step,
): FailureAction[] {
  const own = resolveReusables(step.onFailure, 'failureActions', frame.file);
  return merge(own, resolveReusables(frame.workflow.failureActions, 'failureActions', frame.file));
}

/** How often a step is tried again: once by default (Arazzo 1.0.1, Failure Action Object). */
export function retryLimit(action: FailureAction): number {
  return action.retryLimit ?? 1;
}

/**
 * Milliseconds to wait before a retry: the response's `Retry-After`, in seconds or as a date counted from the
 * response's own `Date`, and otherwise the action's `retryAfter`.
 */
export function retryDelay(action: FailureAction, response: Pick<HttpResponse, 'headers'> | undefined): number {
  const header = response?.headers['retry-after']?.trim();
  if (header !== undefined && /^\d+(\.\d+)?$/.test(header)) return Number(header) * 1000;
  const until = Date.parse(header ?? '');
  const from = Date.parse(response?.headers.date ?? '');
  if (!Number.isNaN(until) && !Number.isNaN(from)) return Math.max(0, until - from);
  return Math.round((action.retryAfter ?? 0) * 1000);
}

function merge<T extends { name: string }>(own: T[], common: T[]): T[] {
  const names = new Set(own.map((action) => action.name));
  return [...own, ...common.filter((action) => !names.has(action.name))];
}
