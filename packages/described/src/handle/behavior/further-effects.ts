import { isObject } from '@understudy/contract';
import type { ErrorResult } from '@understudy/kernel';
import {
  type CompiledFurtherEffect,
  type CompiledTransition,
  getMember,
  namesOf,
  type OperationPlan,
  type Resource,
  setMember,
} from '@understudy/model';
import { createCall, createNotFoundError, type OperationRequest, type ResourceCall } from '../api-runtime.js';
import { EntityStore, type StoredEntity, splitParents } from '../entity-store.js';
import { beginDeletion, completeChangedRecord, endDeletion } from './apply-behavior.js';
import type { BehaviorSession } from './behavior-session.js';
import { toStored } from './computed-members.js';

type Fields = Readonly<Record<string, unknown>>;

/** Stores a new record. */
export type StoreRecord = (call: ResourceCall, body: Record<string, unknown>) => Promise<ErrorResult | undefined>;

/** The record that an operation has worked on. */
export interface Origin {
  readonly session: BehaviorSession;
  readonly self: unknown;
  readonly old?: unknown;
  /** The location of the record. Undefined if there is none. */
  readonly place?: { readonly resource: Resource; readonly parents: readonly unknown[] };
}

/**
 * Applies the additional effects of an operation.
 *
 * @returns the error of a statement that an effect violates, or whether there were any effects
 */
export async function applyFurtherEffects(
  request: OperationRequest & Pick<ResourceCall, 'depth'>,
  origin: Origin,
  storeRecord: StoreRecord,
): Promise<ErrorResult | boolean> {
  const { served, plan } = request;
  const { session, self, old = null } = origin;
  const { further: effects = [] } = served.plan.behavior.operations.get(plan.operation.operationId) ?? {};
  for (const effect of effects) {
    const values = { self, old };
    if (effect.if !== undefined && session.evaluate(effect.if, values) !== true) continue;
    const items = effect.each === undefined ? [null] : session.evaluate(effect.each, values);
    for (const item of Array.isArray(items) ? items : []) {
      const call = createInnerCall(request, origin, effect);
      const refused = call && (await applyOne(call, effect, { ...values, item }, storeRecord));
      if (refused !== undefined) return refused;
    }
  }
  return effects.length > 0;
}

/**
 * Creates a call of the operation that normally has this effect. Records of a child resource are stored below the
 * record.
 */
function createInnerCall(
  request: OperationRequest & Pick<ResourceCall, 'depth'>,
  { session, self, place }: Origin,
  effect: CompiledFurtherEffect,
): ResourceCall | undefined {
  const resource = request.served.resourcesByName.get(effect.resource);
  if (resource === undefined) return undefined;
  const isBelow = place !== undefined && resource.parent === place.resource.shape;
  const parents = isBelow ? [...place.parents, session.keyOfRecord(self)].slice(0, resource.parents) : [];
  const plan = planOf(request, effect);
  const store = new EntityStore(request.context, resource, parents);
  const call = createCall({ ...request, plan: { ...plan, parents: [] } }, resource);
  return {
    ...call,
    session,
    parents,
    store,
    key: undefined,
    isPart: true,
    isEffect: true,
    isAgain: plan.operation === request.plan.operation && request.plan.resource?.name === resource.name,
    ...(request.depth === undefined ? {} : { depth: request.depth }),
  };
}

async function applyOne(
  ...[call, effect, values, storeRecord]: readonly [ResourceCall, CompiledFurtherEffect, Fields, StoreRecord]
): Promise<ErrorResult | undefined> {
  const { session, context, resource, store } = call;
  const assign = (fields: Record<string, unknown>) => {
    for (const [path, value] of effect.set) {
      const name = path.join('.');
      setMember(fields, name, toStored(session, resource, name, session.evaluate(value, values)));
    }
    return fields;
  };
  if (effect.does === 'create') {
    const { item } = values;
    return await storeRecord(call, assign(isObject(item) ? { ...item } : {}));
  }
  const key = effect.key === undefined ? undefined : session.evaluate(effect.key, values);
  const there = await findRecord(store, key);
  if (there === undefined) return createNotFoundError(resource, key ?? undefined);
  const own = { ...call, key };
  const place = new EntityStore(context, resource, splitParents(there.parents));
  if (effect.does === 'update') {
    const before = there.fields ?? {};
    const transition = effect.to === undefined ? undefined : transitionTo(session, resource, { to: effect.to, before });
    const fields = assign({ ...before });
    const { lifecycle } = session.behaviorOf(resource) ?? {};
    if (effect.to !== undefined && transition === undefined && lifecycle !== undefined)
      setMember(fields, lifecycle.member.join('.'), effect.to);
    const refused = completeChangedRecord(own, { fields, there, transition });
    if (refused !== undefined) return refused;
    // Assignments of the effect take precedence over those of the transition.
    if (transition !== undefined) assign(fields);
    await place.put(there.key, fields, there);
    return transition === undefined
      ? undefined
      : await followTransition(own, { transition, fields, there }, storeRecord);
  }
  const begun = beginDeletion(own, there);
  if ('refused' in begun) return begun;
  await place.remove(there.key);
  await endDeletion(own, there);
  return undefined;
}

/** The transition that takes a record to a state, if its current state allows it. */
function transitionTo(
  session: BehaviorSession,
  resource: Resource,
  { to, before }: { readonly to: string; readonly before: Fields },
): CompiledTransition | undefined {
  const lifecycle = session.behaviorOf(resource)?.lifecycle;
  if (lifecycle === undefined) return undefined;
  const state = String(getMember(before, lifecycle.member.join('.')));
  return lifecycle.transitions.find(
    ({ from, statement }) =>
      statement.to === to && statement.on !== undefined && state !== to && (from.length === 0 || from.includes(state)),
  );
}

/** Maximum depth of changes caused by other changes. */
const deepest = 4;

/** Applies the additional effects of the operations that cause a transition. */
async function followTransition(
  call: ResourceCall,
  {
    transition,
    fields,
    there,
  }: { readonly transition: CompiledTransition; readonly fields: Fields; readonly there: StoredEntity },
  storeRecord: StoreRecord,
): Promise<ErrorResult | undefined> {
  const { served, session, resource, depth = 0 } = call;
  if (depth >= deepest) return undefined;
  const self = session.show(resource, fields, there);
  for (const id of namesOf(transition.statement.on)) {
    const plan = served.plan.operations.get(id);
    if (plan === undefined) continue;
    const place = { resource, parents: splitParents(there.parents) };
    const origin = { session, self, old: there.fields ?? {}, place };
    const result = await applyFurtherEffects({ ...call, plan, depth: depth + 1 }, origin, storeRecord);
    if (typeof result !== 'boolean') return result;
  }
  return undefined;
}

async function findRecord(store: EntityStore, key: unknown): Promise<StoredEntity | undefined> {
  if (key === undefined || key === null) return undefined;
  await store.fill();
  return store.findSync(String(key));
}

/** The operation whose main effect on the resource is the same, or else the current one without its details. */
function planOf({ served, plan }: OperationRequest, { does, resource }: CompiledFurtherEffect): OperationPlan {
  const { operations, behavior } = served.plan;
  const isOfOne = (id: string) => behavior.operations.get(id)?.each === undefined;
  const own = [...operations].find(
    ([id, each]) => each.does === does && each.resource?.name === resource && isOfOne(id),
  )?.[1];
  const { effects, member, shows, key, list, ...bare } = plan;
  return own ?? { ...bare, does, responses: [], wrapped: [], sent: [], parents: [], sends: [] };
}
