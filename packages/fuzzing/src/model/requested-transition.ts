import { isObject } from '@understudy/contract';
import { draftRequest } from '@understudy/described';
import type { ApiPlan, CompiledLifecycle, CompiledTransition, OperationPlan } from '@understudy/model';
import type { StateSession } from '../state/state-session.js';

/** A transition, and an operation that performs it. */
export interface Operated {
  readonly transition: CompiledTransition;
  readonly operation: OperationPlan;
}

const namesState = /^body\.(\w+) == (true|false|"[^"]*")$/;

/** Returns the request body with which an operation selects a transition. */
export function naming(
  session: StateSession,
  { transition: { requested }, operation }: Operated,
): { readonly body?: unknown } {
  const [, member = '', value = 'null'] = namesState.exec(requested?.text ?? '') ?? [];
  if (member === '') return {};
  const draft = operation.does === 'update' ? {} : draftRequest(session.context.plan.schemas, operation).body?.value;
  return { body: { ...(isObject(draft) ? draft : {}), [member]: JSON.parse(value) } };
}

/** Returns the transitions of the same operation, among which the record's state decides. */
export function siblingsOf({ byOperation }: CompiledLifecycle, { transition, operation }: Operated) {
  return transition.requested === undefined ? (byOperation.get(operation.operation.operationId) ?? []) : [transition];
}

/**
 * Returns the operations that perform a transition. A condition on their requests must specify one value: `body.to ==
 * "paid"`.
 */
export function operationsOf(plan: ApiPlan, { requested, statement: { on } }: CompiledTransition): OperationPlan[] {
  if (requested !== undefined && !namesState.test(requested.text)) return [];
  return [on ?? []].flat().flatMap((id) => plan.operations.get(id) ?? []);
}
