import { isObject, type OperationInput } from '@understudy/contract';
import type { ErrorResult } from '@understudy/kernel';
import { type CompiledOperation, ExpressionError, getMember } from '@understudy/model';
import { nameError } from '../answer/name-error.js';
import { inferredErrors } from '../errors.js';
import {
  createCall,
  createNotFoundError,
  createSession,
  createValueFacts,
  findEntity,
  type Handled,
  type HandlerResult,
  type OperationRequest,
  prepareCall,
  RequestValues,
  type ResourceCall,
  readSource,
  rejectMissingParent,
  statementOf,
} from './api-runtime.js';
import { beginChange } from './behavior/apply-behavior.js';
import { applyFurtherEffects, type StoreRecord } from './behavior/further-effects.js';
import { createModelError } from './behavior/model-error.js';
import { findUnmetNeed, refuseByRequest } from './behavior/operation-needs.js';
import { signIn, signOut } from './behavior/sign-in.js';
import { chooseTransition } from './behavior/transition.js';
import { readEntity, updateEntity } from './change-entity.js';
import { createEntity, replaceEntity, storeRecord } from './create-entity.js';
import { createResponse, respondWith, showAnswer } from './create-response.js';
import { EntityStore } from './entity-store.js';
import { streamEvents } from './events/stream-events.js';
import { goOn } from './go-on.js';
import { listEntities } from './list-entities.js';
import { isLike } from './match-values.js';
import { removeEntity, restoreEntity } from './remove-entity.js';
import { respondFromDescription } from './respond-from-description.js';
import { startTimedTransitions } from './timed-transitions.js';

const doing = {
  list: listEntities,
  create: createEntity,
  read: readEntity,
  replace: replaceEntity,
  update: updateEntity,
  act: updateEntity,
  delete: removeEntity,
} as const;

/** Chooses what an operation does, by the model or the inferred effect. */
function actOf(request: OperationRequest): Act {
  const { file, restore } = statementOf(request) ?? {};
  if (file !== undefined) return readFileOf;
  return restore === undefined ? doing[request.plan.does as keyof typeof doing] : restoreEntity;
}

type Act = (call: ResourceCall) => Handled;

/** Runs an operation with its additional effects. The response shows the record after all of them. */
function actWithFurtherEffects(call: ResourceCall): Handled {
  return goOn(actOf(call)(call), (result) => {
    const { served, plan, done } = call;
    const { further = none } = served.plan.behavior.operations.get(plan.operation.operationId) ?? {};
    const hasNone = 'refused' in result || (further.length === 0 && done.old === undefined);
    return hasNone ? result : applyEffects(call, further, result);
  });
}

const none: NonNullable<CompiledOperation['further']> = [];

async function applyEffects(call: ResourceCall, effects: typeof none, result: HandlerResult): Promise<HandlerResult> {
  const { session, resource, parents, done } = call;
  const { self, old, respond } = done;
  if (old !== undefined) await restartTimers(call, self, old);
  if (effects.length === 0) return result;
  const further = await applyFurtherEffects(call, { session, self, old, place: { resource, parents } }, storeRecord);
  if (typeof further !== 'boolean') return further;
  const key = session.keyOfRecord(self);
  const there = key === undefined ? undefined : await call.store.get(key);
  const now = there?.fields === undefined ? self : session.show(resource, there.fields, there);
  return respond === undefined ? result : respond(now);
}

/** Sets the timers of the state that a change has entered. */
async function restartTimers(call: ResourceCall, self: unknown, old: unknown): Promise<void> {
  const { session, resource } = call;
  const { member } = session.behaviorOf(resource)?.lifecycle ?? {};
  const key = session.keyOfRecord(self);
  if (member === undefined || key === undefined || old === undefined) return;
  const name = member.join('.');
  if (getMember(self, name) !== getMember(old, name)) await startTimedTransitions(call, key, self);
}

/** Returns the described file of a record that has no uploaded file. */
async function readFileOf(call: ResourceCall): Promise<HandlerResult> {
  const there = await findEntity(call, call.key);
  if (there === undefined) return createNotFoundError(call.resource, call.key);
  const begun = beginChange(call, there);
  return 'refused' in begun ? begun : await respondFromDescription(call);
}

export function handleOperation(request: OperationRequest): Handled {
  const { resource, does } = request.plan;
  const { code, example } = request.context.preference;
  const isDescribed = code !== undefined || example !== undefined || does === 'answer';
  try {
    const result =
      resource === undefined || isDescribed
        ? handleWithoutResource(request)
        : goOn(prepareCall(request, resource), handlePrepared);
    return result instanceof Promise ? result.catch(toRefusal) : result;
  } catch (error) {
    return toRefusal(error);
  }
}

function toRefusal(error: unknown): ErrorResult {
  if (error instanceof ExpressionError) return inferredErrors.costlyExpression(error.message);
  // A URL cannot contain half of a surrogate pair.
  if (!(error instanceof URIError)) throw error;
  return inferredErrors.badKey();
}

async function handleWithoutResource(request: OperationRequest): Promise<HandlerResult> {
  const { code, example } = request.context.preference;
  const isWished = code !== undefined || example !== undefined;
  const stream = isWished ? undefined : streamEvents(request);
  if (stream !== undefined) return stream;
  const missing = code === undefined ? await rejectMissingParent(request) : undefined;
  const refused = missing ?? (isWished ? undefined : await rejectByParentState(request));
  if (refused !== undefined || isWished) return refused ?? (await respondFromDescription(request));
  const { login } = request.served.plan.behavior.operations.get(request.plan.operation.operationId) ?? {};
  if (login !== undefined) return await signIn(request, login);
  if (statementOf(request)?.logout === true) signOut(request);
  return (await answerByModel(request, storeRecord)) ?? (await respondFromDescription(request));
}

function handlePrepared(call: ResourceCall): Handled {
  const refusing = refuseByRequest(call);
  if (refusing !== undefined) return refusing;
  return goOn<ErrorResult | undefined, HandlerResult>(rejectByParentState(call), (refused) => {
    if (refused !== undefined) return refused;
    const { each } = call.served.plan.behavior.operations.get(call.plan.operation.operationId) ?? {};
    if (each !== undefined) return doEach(call, each);
    return isOnAll(call) ? actOnAll(call) : actWithFurtherEffects(call);
  });
}

/** Returns the error if the state of a record in the path forbids an operation below it. */
function rejectByParentState(request: OperationRequest): Promise<ErrorResult | undefined> | undefined {
  return request.plan.through.length === 0 ? undefined : findRefusal(request);
}

async function findRefusal(request: OperationRequest): Promise<ErrorResult | undefined> {
  const { served, plan, input, context } = request;
  const { operationId } = plan.operation;
  for (const { resource, sources } of plan.through) {
    const behavior = served.plan.behavior.resources.get(resource.name);
    if (resource === plan.resource || behavior?.lifecycle?.byOperation.has(operationId) !== true) continue;
    const keys = sources.map((source) => readSource(source, input));
    const stored = await new EntityStore(context, resource, keys.slice(0, -1)).find(String(keys.at(-1)));
    if (stored?.fields === undefined) continue;
    const session = createSession(request);
    await session.prepare();
    const before = session.show(resource, stored.fields, stored);
    const { violation } = chooseTransition(session, { resource, operationId, before });
    if (violation !== undefined) return createModelError(session, plan, violation);
  }
  return undefined;
}

/**
 * Responds to an operation without a resource as the model states: with the error of a violated condition, or with its
 * body.
 *
 * @returns undefined if the model states nothing
 */
async function answerByModel(request: OperationRequest, storeRecord: StoreRecord): Promise<HandlerResult | undefined> {
  const { served, plan, context } = request;
  const stated = served.plan.behavior.operations.get(plan.operation.operationId);
  if (stated === undefined) return undefined;
  const session = createSession(request);
  await session.prepare();
  const refused = findUnmetNeed({ served, plan, session });
  if (refused !== undefined) return refused;
  const further = await applyFurtherEffects(request, { session, self: null }, storeRecord);
  if (typeof further !== 'boolean') return further;
  if (stated.answer === undefined) return undefined;
  const status = plan.statuses[0] ?? 200;
  const shown = showAnswer(session, plan, status, session.evaluate(stated.answer, {}));
  return respondWith(served, plan, status, shown, createValueFacts(context), {});
}

/** Maximum number of records that one request can change or create. */
const mostRecords = 500;

/** Returns whether an operation applies to all records of a collection, because its request identifies none. */
function isOnAll({ plan, resource }: ResourceCall): boolean {
  const isChange = plan.does === 'act' || plan.does === 'delete';
  return isChange && plan.key === undefined && !resource.single;
}

/** Applies an operation to all records, or to the records that its query selects. */
async function actOnAll(call: ResourceCall): Promise<HandlerResult> {
  const missing = await rejectMissingParent(call);
  if (missing !== undefined) return missing;
  const { store, input, resource, schemas, served } = call;
  const { properties } = schemas.chosen(resource.schema);
  // Parameters have the same meaning as in the list operation.
  const like = [...served.plan.operations.values()].find((each) => each.resource === resource && each.list);
  const wanted = Object.entries(input.query).flatMap(([name, value]) => {
    const member = like?.list?.filters[name] ?? (properties.has(name) ? name : undefined);
    return member === undefined ? [] : [[member, value] as const];
  });
  const all = (await store.list()).filter(({ fields }) =>
    wanted.every(([member, value]) => isLike(schemas.names, getMember(fields, member), value)),
  );
  if (all.length > mostRecords)
    return inferredErrors.tooLarge(`The collection has ${all.length} records; the limit is ${mostRecords}`);
  for (const { key } of all) {
    const result = await actWithFurtherEffects({ ...call, key, done: {} });
    if ('refused' in result) return result;
  }
  return createResponse(call, { entity: all.map(({ fields }) => fields) });
}

/** The result for one item of a request, as expressions of the model read it. */
interface ItemResult {
  readonly item: unknown;
  readonly ok: boolean;
  readonly status: number;
  readonly error: string | null;
  readonly code: string | null;
  readonly self: unknown;
}

/**
 * Applies the effect of an operation to each item of a list, as if each were a separate request. An error for one item
 * does not affect the others, unless the items are created.
 */
async function doEach(
  call: ResourceCall,
  { items: listed, with: sent }: NonNullable<CompiledOperation['each']>,
): Promise<HandlerResult> {
  const { session, served, plan, input, resource } = call;
  const { behavior } = served.plan;
  const all = session.evaluate(listed, {});
  // A creation also accepts a single item.
  const one = plan.does === 'create' ? (all ?? input.body) : undefined;
  const items = Array.isArray(all) ? all : isObject(one) ? [one] : [];
  if (items.length > mostRecords)
    return inferredErrors.tooLarge(`The list has ${items.length} items; the limit is ${mostRecords}`);
  const { key, statement } = behavior.operations.get(plan.operation.operationId) ?? {};
  const single = statement?.as === undefined ? undefined : served.plan.operations.get(statement.as);
  const results: ItemResult[] = [];
  for (const item of items) {
    const body = sent === undefined ? item : session.evaluate(sent, { item });
    const named = key === undefined ? undefined : (session.evaluate(key, { item }) ?? undefined);
    const place = single?.key?.in === 'path' && named !== undefined ? { [single.key.name]: named } : {};
    const inner: OperationInput = { ...input, body, path: { ...input.path, ...place } };
    const done: { self?: unknown } = {};
    const request = { ...call, plan: single ?? plan, input: inner };
    const base = createCall(request, resource);
    const part = { ...base, session, isPart: true, done, key: key === undefined ? base.key : named };
    // An effect defined by another operation is evaluated with that operation's request.
    const result = await (single === undefined
      ? actWithFurtherEffects(part)
      : session.during(
          new RequestValues(request),
          async () => (await refuseByRequest(part)) ?? actWithFurtherEffects(part),
        ));
    const ok = !('refused' in result);
    if (!ok && plan.does === 'create' && single === undefined) return result;
    const refusal = 'refused' in result ? nameError(behavior, part.plan.operation.operationId, result) : undefined;
    const [error, code] = refusal === undefined ? [null, null] : [refusal.message, refusal.code];
    results.push({ item, ok, status: result.status, error, code, self: done.self ?? null });
  }
  return createResponse(call, { entity: results.flatMap(({ ok, self }) => (ok ? [self] : [])), results });
}
