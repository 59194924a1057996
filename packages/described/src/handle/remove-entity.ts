import type { UnitContext } from '@understudy/kernel';
import { type CompiledTransition, getMember, type Resource } from '@understudy/model';
import {
  type ApiRuntime,
  createNotFoundError,
  findEntity,
  type HandlerResult,
  type ResourceCall,
  readObjectBody,
  rejectMissingParent,
} from './api-runtime.js';
import { beginChange, beginDeletion, completeChangedRecord, endDeletion } from './behavior/apply-behavior.js';
import { respondAfterChange, showEntity } from './change-entity.js';
import { createResponse } from './create-response.js';
import { EntityStore, type StoredEntity } from './entity-store.js';
import { sendAll } from './send-webhooks.js';

export async function removeEntity(call: ResourceCall): Promise<HandlerResult> {
  const { resource, store, served, context, parents } = call;
  const missing = await rejectMissingParent(call);
  if (missing !== undefined) return missing;
  const there = await findEntity(call, call.key);
  if (there === undefined) return createNotFoundError(resource, call.key);
  const begun = beginDeletion(call, there);
  if ('refused' in begun) return begun;
  if (begun.transition?.to !== undefined) return await endEntity(call, there, begun.transition);
  const deleted = { ...showEntity(call, there), deleted: true };
  const result = createResponse(call, { entity: deleted });
  const left = 'refused' in result ? {} : readObjectBody(getMember(result.body, call.plan.wrapped.join('.')));
  const marked = resource.marksDeleted === true && left['deleted'] === true ? left : undefined;
  if (resource.single && call.plan.missing === 'create') await store.forget(there.key);
  else await store.remove(there.key, resource.keepsDeleted === true ? there.fields : marked);
  await endDeletion(call, there);
  await removeDescendants(served, resource, [...parents, there.key], context);
  await sendAll(call, there.fields ?? {}, result);
  return result;
}

/** Restores a deleted entity, if the resource keeps them. */
export async function restoreEntity(call: ResourceCall): Promise<HandlerResult> {
  const { resource, store, session } = call;
  const missing = await rejectMissingParent(call);
  if (missing !== undefined) return missing;
  const there = await store.get(String(call.key));
  const fields = there?.fields ?? there?.deleted;
  if (there === undefined || fields === undefined) return createNotFoundError(resource, call.key);
  const begun = beginChange(call, { ...there, fields });
  if ('refused' in begun) return begun;
  const changed = { ...fields };
  const refused = completeChangedRecord(call, {
    fields: changed,
    there: { ...there, fields },
    transition: begun.transition,
  });
  if (refused !== undefined) return refused;
  await store.put(there.key, changed);
  const result = respondAfterChange(call, session.show(resource, changed, there), fields);
  await sendAll(call, changed, result);
  return result;
}

/** Changes an entity to its state after deletion, in which it can still be read. */
async function endEntity(
  call: ResourceCall,
  there: StoredEntity,
  transition: CompiledTransition,
): Promise<HandlerResult> {
  const fields: Record<string, unknown> = { ...there.fields };
  const refused = completeChangedRecord(call, { fields, there, transition });
  if (refused !== undefined) return refused;
  await call.store.put(there.key, fields, there);
  const result = respondAfterChange(call, call.session.show(call.resource, fields, there), there.fields ?? {});
  await sendAll(call, fields, result);
  return result;
}

/**
 * Removes the descendants of an entity.
 * @param path the keys of its parents and its own
 */
export async function removeDescendants(
  ...[{ plan }, { shape }, path, context]: readonly [ApiRuntime, Resource, readonly unknown[], UnitContext]
): Promise<void> {
  for (const other of plan.resources.values())
    if (other.shape.startsWith(`${shape}/{}/`)) await new EntityStore(context, other, []).removeBelow(path);
}
