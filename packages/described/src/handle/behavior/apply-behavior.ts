import type { ErrorResult } from '@understudy/kernel';
import {
  type CompiledAssignments,
  type CompiledTransition,
  formatMemberInstant,
  getMember,
  type Resource,
  setMember,
  toSingular,
} from '@understudy/model';
import { shapeValue } from '../../answer/show-stored.js';
import { type ResourceCall, readObjectBody } from '../api-runtime.js';
import { EntityStore, type StoredEntity, splitParents } from '../entity-store.js';
import { giveIdsToParts } from '../item-ids.js';
import type { BehaviorSession } from './behavior-session.js';
import { setComputedMember } from './computed-members.js';
import { findMissing, findViolation } from './find-violation.js';
import { createModelError, type Violation } from './model-error.js';
import { findUnmetNeed } from './operation-needs.js';
import { applyComputed, applyCreation, applyTransition, chooseTransition, completeItems } from './transition.js';

type Fields = Record<string, unknown>;
type Place = Pick<StoredEntity, 'key' | 'parents'>;

/**
 * Completes the members of a new record according to the model.
 *
 * @param given the members set by the request
 * @returns the record as responses show it, or the error of a violated statement
 */
export function completeNewRecord(
  call: ResourceCall,
  { fields, given, key }: { readonly fields: Fields; readonly given: Readonly<Fields>; readonly key: string },
): ErrorResult | { readonly shown: Readonly<Fields> } {
  const { session, resource } = call;
  session.place(fields, resource, { key, parents: call.store.parents });
  giveIdsToParts(call, fields);
  applyCreation(session, resource, fields, given);
  applySets(call, fields, undefined);
  // Values of an effect take precedence over values that the operation of the resource sets.
  if (call.isEffect === true) Object.assign(fields, given);
  // The conditions of an operation apply only to its own resource.
  const unmetBy = (shown: Readonly<Fields>) =>
    call.isAgain === true || call.plan.resource !== resource ? undefined : findUnmetNeed(call, shown);
  if (session.behaviorOf(resource) === undefined) return unmetBy(fields) ?? { shown: fields };
  applyComputed(session, resource, fields, false);
  const shown = shownDraft(call, fields, key);
  const draft = { resource, fields: shown };
  return (
    refuse(call, findMissing(session, draft)) ??
    unmetBy(shown) ??
    refuse(call, findViolation(session, draft)) ?? { shown }
  );
}

/** The transition that an operation causes on a record, or the error if its state or a condition forbids it. */
export function beginChange(
  call: ResourceCall,
  there: StoredEntity,
): ErrorResult | { readonly transition?: CompiledTransition } {
  const { session, resource, plan, served } = call;
  const hasNeeds = served.plan.behavior.operations.has(plan.operation.operationId);
  if (session.behaviorOf(resource) === undefined && !hasNeeds) return {};
  const before = session.show(resource, there.fields ?? {}, there);
  call.done.old = before;
  if (call.isAgain === true) return {};
  const { operationId } = plan.operation;
  // A caller without the right must not learn the state.
  const forbidden = findUnmetNeed(call, before, true);
  if (forbidden !== undefined) return forbidden;
  const { transition, violation } = chooseTransition(session, { resource, operationId, before });
  if (violation !== undefined) return createModelError(session, plan, violation);
  return findUnmetNeed(call, before) ?? (transition === undefined ? {} : { transition });
}

/** Completes the members of a changed record according to the model. Returns the error of a violated statement. */
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
  giveIdsToParts(call, fields);
  // The lifecycle is applied last, because it decides the new state.
  applySets(call, fields, before);
  if (transition !== undefined) applyTransition(session, { resource, before }, transition, fields);
  if (session.behaviorOf(resource) === undefined) return undefined;
  completeItems(session, resource, fields);
  applyComputed(session, resource, fields, true);
  const draft = { resource, fields: shownDraft(call, fields, there.key), before };
  return refuse(call, findMissing(session, draft) ?? findViolation(session, draft));
}

/** True if a member of a record is computed on each read. */
export function isLiveMember({ session, resource }: ResourceCall, name: string): boolean {
  const { live = [] } = session.behaviorOf(resource) ?? {};
  return live.some(({ path }) => (path.list ?? path.names)[0] === name);
}

/** The error if a record cannot be deleted, or the transition if deleting only changes its state. */
export function beginDeletion(
  call: ResourceCall,
  there: StoredEntity,
): ErrorResult | { readonly transition?: CompiledTransition } {
  const begun = beginChange(call, there);
  if ('refused' in begun) return begun;
  return refuse(call, findDeletionRefusal(call.session, call.resource, there)) ?? begun;
}

/** Applies the consequences of a deletion to the records that refer to the deleted one. */
export async function endDeletion(call: ResourceCall, there: StoredEntity): Promise<void> {
  await applyDeletion(call.session, call.resource, there);
}

/** A draft with its computed members, as it will be shown at its future location. */
function shownDraft({ session, resource, store }: ResourceCall, fields: Fields, key: string): Readonly<Fields> {
  return session.show(resource, fields, { key, parents: store.parents });
}

function refuse({ session, plan }: ResourceCall, violation: Violation | undefined): ErrorResult | undefined {
  return violation === undefined ? undefined : createModelError(session, plan, violation);
}

/** Applies the assignments of the operation, of flags in the request, and of the new state. */
function applySets(call: ResourceCall, fields: Fields, before: Readonly<Fields> | undefined): void {
  const { served, plan, session, resource, input } = call;
  // Operation assignments apply neither to changes made by an effect nor to other resources.
  const isFurther = call.isAgain === true || (call.isEffect === true && before !== undefined);
  const isOwn = !isFurther && plan.resource?.name === resource.name;
  const { set = [], flags } = (isOwn && served.plan.behavior.operations.get(plan.operation.operationId)) || {};
  assign(call, { fields, before }, set);
  const stamped = session.behaviorOf(resource)?.stamped.get(plan.operation.operationId) ?? [];
  for (const member of call.isAgain === true ? [] : stamped)
    setComputedMember(session, { resource, record: fields, member }, before);
  const sent = flags === undefined || flags.size === 0 || Array.isArray(input.body) ? {} : readObjectBody(input.body);
  for (const [name, value] of Object.entries(sent)) {
    const byValue = flags?.get(name);
    if (typeof value === 'boolean' || typeof value === 'string')
      assign(call, { fields, before }, byValue?.get(String(value).toLowerCase()) ?? []);
  }
  if (before === undefined) return;
  for (const [member, states] of session.behaviorOf(resource)?.stamps ?? []) {
    const value = fields[member];
    if (!['string', 'boolean'].includes(typeof value) || value === before[member]) continue;
    const own = states.get(String(value)) ?? states.get(String(value).toLowerCase()) ?? [];
    const isFree = (name: string) => getMember(fields, name) === getMember(before, name);
    assign(
      call,
      { fields, before },
      own.filter(([path, { expressions }]) => expressions[0]?.text !== 'now' || isFree(path.join('.'))),
    );
  }
}

/** Sets members in the formats of their schemas. Null removes a member that is not nullable. */
function assign(
  { session, schemas, resource, facts, input }: ResourceCall,
  { fields, before }: { readonly fields: Fields; readonly before: Readonly<Fields> | undefined },
  assignments: CompiledAssignments,
): void {
  for (const [path, template] of assignments) {
    const name = path.join('.');
    const shape = schemas.shape(resource.schema).at(name);
    const value = session.evaluate(template, { self: fields, old: before ?? null });
    const [, sent] = /^body(?:\.(\w+))?$/.exec(template.expressions[0]?.text ?? '') ?? [];
    // Changing one member of an object keeps its other members.
    if (sent !== undefined && path.length > 1 && getMember(input.body, sent) === undefined) continue;
    if (value instanceof Date) {
      const instant = formatMemberInstant(shape?.flat ?? schemas.shape(undefined).flat, name, value);
      if (instant !== undefined) setMember(fields, name, instant);
    } else if (value === null && shape?.whole.nullable === false) {
      if (path.length === 1) delete fields[name];
    } else if (sent === undefined) setMember(fields, name, alike(getMember(fields, name), value));
    else setMember(fields, name, shapeValue(schemas, value, shape?.schema, facts));
  }
}

/** Converts a state to upper case if the previous state was in upper case. */
function alike(before: unknown, value: unknown): unknown {
  const isUpper = typeof before === 'string' && /^[A-Z_]{2,}$/.test(before);
  return isUpper && typeof value === 'string' ? value.toUpperCase() : value;
}

/** Finds a record that refers to a given one and prevents its deletion. */
function findDeletionRefusal(
  session: BehaviorSession,
  resource: Resource,
  { key, fields }: StoredEntity,
): Violation | undefined {
  for (const { from, store, reference } of listReferring(session, resource)) {
    if (reference.deleted !== 'refuse') continue;
    const count = store.referringSync(reference.member, key).length;
    if (count === 0) continue;
    const word = toSingular(resource.name.split(/[.:]/).at(-1) ?? 'record');
    const message = `The ${word} ${JSON.stringify(key)} has ${count === 1 ? `one of ${from}` : `${count} ${from}`}`;
    return { kind: 'used', message, self: fields };
  }
  return undefined;
}

/** Removes the records that refer to a deleted one, or clears their references. */
async function applyDeletion(session: BehaviorSession, resource: Resource, { key }: StoredEntity): Promise<void> {
  for (const { target, store, reference } of listReferring(session, resource)) {
    if (reference.deleted !== 'remove' && reference.deleted !== 'clear') continue;
    for (const stored of store.referringSync(reference.member, key)) {
      const own = new EntityStore(session.work.context, target, splitParents(stored.parents));
      if (reference.deleted === 'remove') {
        await own.remove(stored.key);
        await applyDeletion(session, target, stored);
        continue;
      }
      const fields = { ...stored.fields };
      const name = reference.member.names.join('.');
      const value = getMember(fields, name);
      if (reference.member.list === undefined)
        setMember(fields, name, Array.isArray(value) ? value.filter((each) => String(each) !== key) : null);
      await own.put(stored.key, fields, stored);
    }
  }
}

function listReferring(session: BehaviorSession, resource: Resource) {
  const { plan, resourcesByName } = session.work.served;
  return (plan.behavior.referredBy.get(resource.name) ?? []).flatMap(({ from, reference }) => {
    const target = resourcesByName.get(from);
    return target === undefined
      ? []
      : [{ from, target, reference, store: new EntityStore(session.work.context, target, []) }];
  });
}
