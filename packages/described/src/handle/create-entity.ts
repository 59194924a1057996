import { isObject } from '@understudy/contract';
import type { ErrorResult } from '@understudy/kernel';
import { getMember, type OperationPlan, remember, setMember } from '@understudy/model';
import { inferredErrors } from '../errors.js';
import {
  createNotFoundError,
  findEntity,
  findParentScope,
  type Handled,
  type HandlerResult,
  type ResourceCall,
  rejectMissingParent,
} from './api-runtime.js';
import { beginChange, completeChangedRecord, completeNewRecord, isLiveMember } from './behavior/apply-behavior.js';
import { createModelError } from './behavior/model-error.js';
import { applyStamps } from './behavior/transition.js';
import { updateEntity } from './change-entity.js';
import { createFields } from './create-fields.js';
import { createResponse } from './create-response.js';
import { embedEntities } from './embed-entities.js';
import type { StoredEntity } from './entity-store.js';
import { addShownMembers, mergeFields, pickLastingMembers, pickSettableMembers } from './fields.js';
import { fitRecord } from './fit-record.js';
import { type EntityKey, generateKey, readRequestedKey } from './generate-key.js';
import { goOn } from './go-on.js';
import { keepHidden } from './hidden-members.js';
import { readSentFields } from './read-sent-fields.js';
import { sendAll } from './send-webhooks.js';
import { startTimedTransitions } from './timed-transitions.js';

/** Stores a new entity, or a copy of the entity in the path. */
export function createEntity(call: ResourceCall): Handled {
  const { plan, parents, key, store } = call;
  const isCopy = plan.effects !== undefined && key !== undefined;
  const isPlain = !isCopy && plan.through.length === 0 && parents.length === 0 && !store.isToFill;
  return isPlain ? createWithBody(call) : createLater(call, isCopy);
}

async function createLater(call: ResourceCall, isCopy: boolean): Promise<HandlerResult> {
  const { resource, served, store } = call;
  const missing = await rejectMissingParent(call);
  if (missing !== undefined) return missing;
  const above = served.plan.resources.get(resource.parent ?? '');
  if (call.parents.length > 0 && (above === undefined || above.tenant === true)) await store.startEmpty();
  await store.fill();
  const source = isCopy ? await findEntity(call, call.key) : undefined;
  if (isCopy && source === undefined) return createNotFoundError(resource, call.key);
  return await createWithBody(call, source?.fields);
}

/** @param source the members of the copied record */
function createWithBody(call: ResourceCall, source?: StoredEntity['fields']): Handled {
  return goOn(embedEntities(call, readSentFields(call)), (body) => {
    const { resource, schemas, store, plan } = call;
    const given = readRequestedKey(resource, pickSettableMembers(call, body));
    if (given === undefined && isGivenKey(call)) return createMissingKeyError(call);
    const key = given ?? generateKey(call, body);
    const isTaken = given !== undefined && store.getSync(key.key)?.fields !== undefined;
    if (isTaken && plan.missing === 'create') return updateEntity({ ...call, key: key.key });
    const conflict = ['409', '422'].find((status) => plan.operation.statuses.includes(status));
    if (isTaken && conflict !== undefined)
      return inferredErrors.conflict(String(resource.key), key.value, Number(conflict));
    return storeNew(call, key, mergeFields(schemas, resource.schema, source, body));
  });
}

/** Replaces an entity, or stores a new one if the operation can create entities. */
export async function replaceEntity(call: ResourceCall): Promise<HandlerResult> {
  const { resource, store, plan, session } = call;
  const missing = await rejectMissingParent(call);
  if (missing !== undefined) return missing;
  const body = await embedEntities(call, readSentFields(call));
  const there = await findEntity(call, call.key);
  const isNew =
    there?.invented === true && plan.missing === 'create' && (await store.get(there.key))?.fields === undefined;
  if (there === undefined || isNew) {
    if (!isNew && plan.missing !== 'create' && (resource.kept || plan.missing === 'refuse'))
      return createNotFoundError(resource, call.key);
    return await storeNew(call, { key: String(call.key), value: call.key }, body);
  }
  const begun = beginChange(call, there);
  if ('refused' in begun) return begun;
  const sent = pickSettableMembers(call, body);
  const kept = plan.partial === true ? there.fields : pickLastingMembers(call, there.fields ?? {});
  const fields: Record<string, unknown> = { ...kept, ...sent };
  applyStamps(session, resource, fields, 'change');
  setKey(call, fields, { key: there.key, value: getMember(there.fields, resource.key ?? '') });
  if (resource.key === undefined || getMember(fields, resource.key) === undefined)
    setKey(call, fields, { key: there.key, value: call.key });
  const refused = completeChangedRecord(call, { fields, there, transition: begun.transition });
  if (refused !== undefined) return refused;
  store.put(there.key, fields, there);
  await keepHidden(call, there.key);
  const result = createResponse(call, { entity: call.session.show(resource, fields, there) });
  await sendAll(call, fields, result);
  return result;
}

/** Stores a new entity as an effect of another operation. Returns the error of a violated statement. */
export async function storeRecord(call: ResourceCall, body: Record<string, unknown>): Promise<ErrorResult | undefined> {
  const { resource, store, input } = call;
  const one = { ...call, input: { ...input, body } };
  await store.fill();
  const key = readRequestedKey(resource, body) ?? generateKey(one, body);
  const { fields } = newEntity(one, key, body);
  const completed = completeNewRecord(one, { fields, given: body, key: key.key });
  if ('refused' in completed) return completed;
  store.put(key.key, fields);
  await startTimedTransitions(one, key.key, fields);
  return undefined;
}

/** True if the model requires the request to contain the key of a new record. */
function isGivenKey({ session, resource }: ResourceCall): boolean {
  return session.behaviorOf(resource)?.key?.form === 'given';
}

function createMissingKeyError({ session, plan, resource }: ResourceCall): HandlerResult {
  const field = resource.key ?? 'key';
  return createModelError(session, plan, { kind: 'invalid', field, message: `The request must give ${field}` });
}

/** Returns the members and the URL of a new entity. */
function newEntity(call: ResourceCall, key: EntityKey, body: Record<string, unknown>) {
  const { resource, schemas, session, facts } = call;
  const address = addressOf(call, key.key);
  const given = pickSettableMembers(call, body);
  const made = createFields({ call, given, key: key.key, address });
  applyStamps(session, resource, made, 'create');
  applyStamps(session, resource, made, 'change');
  const fields = mergeFields(schemas, resource.schema, made, given);
  setKey(call, fields, key);
  const kept = new Set([
    ...Object.keys(body),
    ...(resource.key === undefined ? [] : [resource.key.split('.')[0] ?? '']),
  ]);
  const record = { resource, fields, kept, creation: call.plan, facts, seed: `${resource.name} ${key.key}` };
  return { fields: fitRecord(call.served, record), address, given };
}

/** The URL of a new record: its read path, or else a path below the one it was created at. */
function addressOf(call: ResourceCall, key: string): string {
  const { context, parents } = call;
  const parts = call.key === undefined ? readPathOf(call) : undefined;
  if (parts?.length === parents.length + 2) {
    const values = [...parents, key].map((value) => encodeURIComponent(String(value)));
    return `${context.baseUrl}${parts.map((part, index) => part + (values[index] ?? '')).join('')}`;
  }
  const path = context.request.url.replace(/\?.*$/, '').replace(/\/$/, '');
  if (call.key !== undefined) return `${context.baseUrl}${path}`;
  const suffix = /\.(?:json|xml)$/i.exec(path)?.[0] ?? '';
  return `${context.baseUrl}${path.slice(0, path.length - suffix.length)}/${encodeURIComponent(key)}${suffix}`;
}

const readPaths = new WeakMap<OperationPlan, readonly string[] | undefined>();

/** The path at which new records can be read, split at its parameters. */
function readPathOf({ served, resource, plan }: ResourceCall): readonly string[] | undefined {
  return remember(readPaths, plan, () => {
    const reads = [...served.plan.operations.values()].filter(
      (each) => each.does === 'read' && each.resource === resource && each.member === undefined,
    );
    return reads.find((each) => each.key?.in === 'path')?.operation.path.split(/\{[^{}]*\}/);
  });
}

function storeNew(call: ResourceCall, key: EntityKey, body: Record<string, unknown>): Handled {
  const { resource, schemas, store, plan } = call;
  const { fields, address, given } = newEntity(call, key, body);
  const completed = completeNewRecord(call, { fields, given, key: key.key });
  if ('refused' in completed) return completed;
  const result = createResponse(call, { status: 201, entity: completed.shown, headers: { Location: address } });
  // Members that were added for the response are stored in the entity.
  const isShown = !('refused' in result) && plan.shows === undefined;
  const shown = isShown ? getMember(result.body, plan.wrapped.join('.')) : undefined;
  const isLeftOut = (name: string) => isLiveMember(call, name);
  const kept = addShownMembers(schemas, resource.schema, { fields, shown: isObject(shown) ? shown : {}, isLeftOut });
  store.put(key.key, kept, findParentScope(call));
  return goOn(keepHidden(call, key.key), () =>
    goOn(startTimedTransitions(call, key.key, kept), () => goOn(sendAll(call, kept, result), () => result)),
  );
}

function setKey({ resource }: ResourceCall, fields: Record<string, unknown>, { value }: EntityKey): void {
  if (resource.key !== undefined && value !== undefined) setMember(fields, resource.key, value);
}
