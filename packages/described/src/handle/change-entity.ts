import { isDeepStrictEqual } from 'node:util';
import { checkSize, isJsonNumber, membersOf, patchJson } from '@understudy/contract';
import type { ErrorResult } from '@understudy/kernel';
import {
  findSuccessBody,
  getMember,
  isRelatedSchema,
  isSameSchema,
  type ListChange,
  type Resource,
  type SchemaReader,
  setMember,
  toSingular,
} from '@understudy/model';
import { defineMember } from '../answer/shape-value.js';
import { inferredErrors } from '../errors.js';
import {
  createNotFoundError,
  findEntity,
  type Handled,
  type HandlerResult,
  type ResourceCall,
  rejectMissingParent,
} from './api-runtime.js';
import { beginChange, completeChangedRecord } from './behavior/apply-behavior.js';
import { createModelError } from './behavior/model-error.js';
import { findUnmetNeed } from './behavior/operation-needs.js';
import { createListMetadata } from './create-list-metadata.js';
import { createResponse } from './create-response.js';
import { embedEntities, findEmbeddedEntity } from './embed-entities.js';
import type { StoredEntity } from './entity-store.js';
import { bodyLimits, mergeFields, pickSettableMembers } from './fields.js';
import { goOn } from './go-on.js';
import { keepHidden } from './hidden-members.js';
import { withIds } from './item-ids.js';
import { listIdentities } from './match-values.js';
import { readSentFields } from './read-sent-fields.js';
import { respondFromDescription } from './respond-from-description.js';
import { sendAll } from './send-webhooks.js';

export function readEntity(call: ResourceCall): Handled {
  // If the query parameter with the key is absent, the newest entity is read.
  const isAny = call.key === undefined && call.plan.key?.in === 'query';
  return goOn(rejectMissingParent(call), (missing) => {
    if (missing !== undefined) return missing;
    if (isAny) return readNewest(call);
    return goOn(findEntity(call, call.key), (entity) => readFound(call, entity));
  });
}

async function readNewest(call: ResourceCall): Promise<HandlerResult> {
  const entity = (await call.store.list()).at(-1);
  return entity === undefined ? await respondFromDescription(call) : await readFound(call, entity);
}

function readFound(call: ResourceCall, entity: StoredEntity | undefined): Handled {
  const { statement } = call.served.plan.behavior.operations.get(call.plan.operation.operationId) ?? {};
  const [asked] = Object.entries(statement?.set ?? {});
  const isAsked = asked === undefined || getMember(entity?.fields, asked[0]) === asked[1];
  if (entity === undefined || !(isAsked || entity.invented === true)) return readDeleted(call, entity);
  const shown = showEntity(call, entity);
  const unmet = findUnmetNeed(call, shown);
  if (unmet !== undefined) return unmet;
  const { member } = call.plan;
  if (member === undefined) return createResponse(call, { entity: shown });
  const items = getMember(entity.fields, member);
  const { types } = call.schemas.chosen(call.schemas.member(call.resource.schema, member));
  if (!types.includes('array')) return createResponse(call, { entity: items, self: entity.fields });
  const whole = { entities: [], total: 0, skip: 0, size: Number.POSITIVE_INFINITY };
  const { beside } = createListMetadata(call, { filters: {} }, whole);
  return createResponse(call, { entity: Array.isArray(items) ? items : [], beside });
}

/** Responds with the remaining members of a deleted entity, or with an error. */
async function readDeleted(call: ResourceCall, entity: StoredEntity | undefined): Promise<HandlerResult> {
  const isMarked = entity === undefined && call.resource.marksDeleted === true;
  const deleted = isMarked ? (await call.store.get(String(call.key)))?.deleted : undefined;
  return deleted === undefined
    ? createNotFoundError(call.resource, call.key)
    : createResponse(call, { entity: deleted });
}

/**
 * Updates an entity by a merge patch, a JSON patch, or the fields of a form or query, and applies the effects of an
 * action.
 */
export async function updateEntity(call: ResourceCall): Promise<HandlerResult> {
  const { resource, schemas, store, input, plan } = call;
  const missing = await rejectMissingParent(call);
  if (missing !== undefined) return missing;
  const there = await findEntity(call, call.key);
  if (there === undefined) return createNotFoundError(resource, call.key);
  const begun = beginChange(call, there);
  if ('refused' in begun) return begun;
  const before = there.fields ?? {};
  const patch = isListOfSteps(input.body)
    ? patched(before, input.body)
    : { fields: mergeFields(schemas, resource.schema, before, await embedEntities(call, changesOf(call, before))) };
  if ('refused' in patch) return patch;
  const { fields } = patch;
  if (plan.effects?.list !== undefined && !(await changeList(call, fields, plan.effects.list)))
    return createNotFoundItem(call, plan.effects.list);
  keepKey(resource, before, fields);
  const named = resource.key === undefined ? undefined : getMember(fields, resource.key);
  // An entity found under another name keeps that name unless its key changes.
  const isRenamed = named !== undefined && !isDeepStrictEqual(named, getMember(before, resource.key ?? ''));
  const key = isRenamed ? String(named) : there.key;
  if (key !== there.key && (await store.get(key))?.fields !== undefined) {
    return inferredErrors.conflict(String(resource.key), key);
  }
  const refused = completeChangedRecord(call, { fields, there, transition: begun.transition });
  if (refused !== undefined) return refused;
  const tooLarge = checkSize(fields, bodyLimits);
  if (tooLarge !== undefined) return inferredErrors.tooLarge(tooLarge.message);
  const isAlias = plan.key?.in === 'literal';
  if (key !== there.key && !isAlias) await store.remove(there.key);
  store.put(isAlias ? there.key : key, fields, there);
  await keepHidden(call, isAlias ? there.key : key);
  const result = respondAfterChange(call, call.session.show(resource, fields, there), before);
  await sendAll(call, fields, result);
  return result;
}

/** The error if the record's list does not contain the item. */
function createNotFoundItem({ session, plan }: ResourceCall, { member }: ListChange): HandlerResult {
  const [, given] = Object.entries(session.work.request?.['path'] ?? {}).at(-1) ?? [];
  const word = toSingular(member.split('.').at(-1) ?? 'item');
  return createModelError(session, plan, { kind: 'missing', message: `There is no ${word} ${String(given)}` });
}

/** Restores a key that a change has removed. Without it, the entity could not be found again. */
function keepKey({ key }: Resource, before: unknown, fields: Record<string, unknown>): void {
  if (key === undefined) return;
  const [own, earlier] = [getMember(fields, key), getMember(before, key)];
  const isKey = (value: unknown) => typeof value === 'string' || typeof value === 'number' || isJsonNumber(value);
  if (!isKey(own) && isKey(earlier)) setMember(fields, key, earlier);
}

/** The members of an entity as shown in a response. */
export function showEntity(
  { session, resource }: ResourceCall,
  entity: StoredEntity,
): Readonly<Record<string, unknown>> {
  return session.show(resource, entity.fields ?? {}, entity);
}

/** Responds with the entity if the response describes it, or else with the described body. */
export function respondAfterChange(
  call: ResourceCall,
  fields: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): HandlerResult {
  const { plan, schemas, resource } = call;
  if (plan.does !== 'act') return createResponse(call, { entity: fields });
  const part = plan.shows === 'part' ? plan.effects?.list?.member : plan.member;
  if (part !== undefined) return createResponse(call, { entity: getMember(fields, part), self: fields });
  const shown = schemas.member(findSuccessBody(plan)?.schema, plan.wrapped.join('.'));
  const added = findAddedItem(call, fields, before);
  const isItem = added !== undefined && isRelatedSchema(schemas, shown, added.schema);
  if (isItem && !isSameSchema(schemas, shown, resource.schema))
    return createResponse(call, { entity: added.item, self: fields });
  const isOwn = isRelatedSchema(schemas, shown, resource.schema);
  return createResponse(call, isOwn ? { entity: fields } : { self: fields });
}

/** The item that an operation has added to a list in a record, and its schema. */
function findAddedItem(
  { plan, schemas, resource }: ResourceCall,
  fields: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): { readonly item: unknown; readonly schema: unknown } | undefined {
  const { list } = plan.effects ?? {};
  if (list?.mode !== 'add') return undefined;
  const [items, old] = [getMember(fields, list.member), getMember(before, list.member)];
  const item = Array.isArray(items) && items.length > (Array.isArray(old) ? old.length : 0) ? items.at(-1) : undefined;
  const { items: schema } = schemas.chosen(schemas.member(resource.schema, list.member));
  return item === undefined ? undefined : { item, schema };
}

/** Returns the members that a request changes. An action can only change members of the entity. */
function changesOf(call: ResourceCall, before: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { plan, resource, schemas } = call;
  const sent = pickSettableMembers(call, readSentFields(call));
  const { properties } = schemas.chosen(resource.schema);
  const changes: Record<string, unknown> = {};
  // With other members present, a member named like the key refers to another entity: the `symbol` of goods that a ship
  // sells.
  const ofOther = plan.does === 'act' && Object.keys(sent).length > 1 ? resource.key : undefined;
  for (const [name, value] of Object.entries(sent)) {
    if (name === ofOther || (plan.does === 'act' && !properties.has(name))) continue;
    if (plan.effects?.list?.from === name || (plan.does === 'act' && plan.effects?.list !== undefined)) continue;
    defineMember(changes, name, valueFor(call, before[name], { name, value }));
  }
  return changes;
}

/**
 * The new value of a member: a list that an action extends or shortens, or an object if the request sends only its
 * `value`.
 */
function valueFor(
  { plan, resource, schemas }: ResourceCall,
  before: unknown,
  { name, value }: { name: string; value: unknown },
): unknown {
  const lists = plan.effects?.lists;
  if (lists !== undefined && Array.isArray(value)) {
    const old = Array.isArray(before) ? before : [];
    const others = old.filter((each) => !value.some((item) => isDeepStrictEqual(item, each)));
    return lists === 'add' ? [...others, ...value] : others;
  }
  const { properties } = schemas.chosen(schemas.chosen(resource.schema).properties.get(name));
  return typeof value === 'string' && properties.has('value') ? { value } : value;
}

/** Returns whether a body is a JSON Patch (RFC 6902). A merge patch of an object is never an array. */
function isListOfSteps(body: unknown): body is readonly Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(body) || body.length === 0) return false;
  return body.every((step) => typeof membersOf(step)['op'] === 'string' && typeof membersOf(step)['path'] === 'string');
}

function patched(
  fields: Readonly<Record<string, unknown>>,
  steps: readonly Readonly<Record<string, unknown>>[],
): { readonly fields: Record<string, unknown> } | ErrorResult {
  try {
    return { fields: { ...membersOf(patchJson(steps, fields)) } };
  } catch (error) {
    return inferredErrors.badPatch(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Adds the items in a request to a list of an entity, removes them from it, or replaces the list.
 *
 * @returns whether the list contained the item named in the path
 */
async function changeList(
  call: ResourceCall,
  fields: Record<string, unknown>,
  { member, mode, from }: ListChange,
): Promise<boolean> {
  const { schemas } = call;
  const { items } = schemas.chosen(schemas.member(call.resource.schema, member));
  const { properties } = schemas.chosen(items);
  const { path, query } = call.input;
  const all = readSentFields(call);
  const stated = call.served.plan.behavior.operations.get(call.plan.operation.operationId)?.item;
  const named = from === undefined ? undefined : (all[from] ?? path[from] ?? query[from]);
  const sent = stated === undefined ? named : call.session.evaluate(stated, { self: fields });
  const own = Object.entries(all).filter(([name]) => properties.has(name));
  const texts = typeof sent === 'string' ? sent.split(',').map((text) => text.trim()) : sent;
  const { body } = call.input;
  const whole = Array.isArray(body) ? body : own.length > 0 ? [Object.fromEntries(own)] : undefined;
  const given: unknown[] = Array.isArray(texts) ? texts : texts === undefined ? (whole ?? []) : [texts];
  // A removal that names no item removes all items.
  if (mode === 'remove' && sent === undefined && whole === undefined) {
    setMember(fields, member, []);
    return true;
  }
  const values: unknown[] = [];
  for (const each of given) values.push(typeof each === 'string' ? await findEmbeddedEntity(call, each, items) : each);
  const before = getMember(fields, member);
  // A request value can have the name of the item member that it identifies: `path.number`.
  const name = stated === undefined && from !== undefined && properties.has(from) ? from : undefined;
  const others = (Array.isArray(before) ? before : []).filter(
    (each) =>
      !values.some((value) => isAlike(schemas, name === undefined ? each : (getMember(each, name) ?? each), value)),
  );
  const added = mode === 'add' ? withIds(call, items, { added: values, others }) : values;
  setMember(fields, member, mode === 'set' ? values : mode === 'add' ? [...others, ...added] : others);
  const isNamed = mode === 'remove' && (stated !== undefined || (from !== undefined && path[from] !== undefined));
  return !isNamed || (Array.isArray(before) && others.length < before.length);
}

function isAlike({ names }: SchemaReader, one: unknown, other: unknown): boolean {
  if (isDeepStrictEqual(one, other)) return true;
  return listIdentities(names, one).some((each) => listIdentities(names, other).includes(each));
}
