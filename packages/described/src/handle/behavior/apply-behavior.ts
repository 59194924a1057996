import type { ErrorResult } from '@understudy/kernel';
import type { CompiledTransition } from '@understudy/model';
import type { ResourceCall } from '../api-runtime.js';
import type { StoredEntity } from '../entity-store.js';
import { applySets } from './apply-sets.js';
import { applyDeletion, findDeletionRefusal } from './delete-rules.js';
import { findMissing, findViolation } from './find-violation.js';
import { createModelError, type Violation } from './model-error.js';
import { findUnmetNeed } from './operation-needs.js';
import { applyComputed, applyCreation, applyTransition, chooseTransition, completeItems } from './transition.js';

type Fields = Record<string, unknown>;
type Place = Pick<StoredEntity, 'key' | 'parents'>;

/**
 * Completes the members of a new record by the model.
 *
 * @param given the members that the request sets
 * @returns the record as it is shown, or the error of a statement that it violates
 */
export function completeNewRecord(
  call: ResourceCall,
  { fields, given, key }: { readonly fields: Fields; readonly given: Readonly<Fields>; readonly key: string },
): ErrorResult | { readonly shown: Readonly<Fields> } {
  const { session, resource } = call;
  session.place(fields, resource, { key, parents: call.store.parents });
  applyCreation(session, resource, fields, given);
  applySets(call, fields, undefined);
  if (session.behaviorOf(resource) === undefined) return { shown: fields };
  applyComputed(session, resource, fields, false);
  const shown = shownDraft(call, fields, key);
  const draft = { resource, fields: shown };
  return (
    refuse(call, findMissing(session, draft)) ??
    findUnmetNeed(call, shown) ??
    refuse(call, findViolation(session, draft)) ?? { shown }
  );
}

/** The transition of an operation on a record, or why its state or a condition forbids it. */
export function beginChange(
  call: ResourceCall,
  there: StoredEntity,
): ErrorResult | { readonly transition?: CompiledTransition } {
  const { session, resource, plan, served } = call;
  const hasNeeds = served.plan.behavior.operations.has(plan.operation.operationId);
  if (session.behaviorOf(resource) === undefined && !hasNeeds) return {};
  const before = session.show(resource, there.fields ?? {}, there);
  call.done.old = before;
  const { operationId } = plan.operation;
  const { transition, violation } = chooseTransition(session, { resource, operationId, before });
  if (violation !== undefined) return createModelError(session, plan, violation);
  return findUnmetNeed(call, before) ?? (transition === undefined ? {} : { transition });
}

/** Completes the members of a changed record by the model. Returns the error of a statement that it violates. */
export function completeChangedRecord(
  call: ResourceCall,
  {
    fields,
    there,
    transition,
  }: {
    readonly fields: Fields;
    readonly there: Place & StoredEntity;
    readonly transition: CompiledTransition | undefined;
  },
): ErrorResult | undefined {
  const { session, resource } = call;
  const before = there.fields ?? {};
  session.place(fields, resource, there);
  // The life cycle has the last word about the state that an operation leads to.
  applySets(call, fields, before);
  if (transition !== undefined) applyTransition(session, { resource, before }, transition, fields);
  if (session.behaviorOf(resource) === undefined) return undefined;
  completeItems(session, resource, fields);
  applyComputed(session, resource, fields, true);
  const draft = { resource, fields: shownDraft(call, fields, there.key), before };
  return refuse(call, findMissing(session, draft) ?? findViolation(session, draft));
}

/** True if a member of a record is computed when it is read. */
export function isLiveMember({ session, resource }: ResourceCall, name: string): boolean {
  const { live = [] } = session.behaviorOf(resource) ?? {};
  return live.some(({ path }) => (path.list ?? path.names)[0] === name);
}

/** Why a record cannot be deleted, or the transition to the state in which it stays. */
export function beginDeletion(
  call: ResourceCall,
  there: StoredEntity,
): ErrorResult | { readonly transition?: CompiledTransition } {
  const begun = beginChange(call, there);
  if ('refused' in begun) return begun;
  return refuse(call, findDeletionRefusal(call.session, call.resource, there)) ?? begun;
}

/** Applies what the deletion of a record does to those that refer to it. */
export async function endDeletion(call: ResourceCall, there: StoredEntity): Promise<void> {
  await applyDeletion(call.session, call.resource, there);
}

/** A draft with its live members, at the place where it will be stored. */
function shownDraft({ session, resource, store }: ResourceCall, fields: Fields, key: string): Readonly<Fields> {
  return session.show(resource, fields, { key, parents: store.parents });
}

function refuse({ session, plan }: ResourceCall, violation: Violation | undefined): ErrorResult | undefined {
  return violation === undefined ? undefined : createModelError(session, plan, violation);
}
