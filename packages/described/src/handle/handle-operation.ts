import { ExpressionError, getMember } from '@understudy/model';
import { inferredErrors } from '../errors.js';
import { actOnAll, isOnAll } from './act-on-all.js';
import {
  createNotFoundError,
  findEntity,
  type HandlerResult,
  type OperationRequest,
  prepareCall,
  type ResourceCall,
  rejectMissingParent,
  statementOf,
} from './api-runtime.js';
import { answerByModel } from './behavior/answer-by-model.js';
import { doEach } from './behavior/do-each.js';
import { applyFurtherEffects } from './behavior/further-effects.js';
import { findUnmetNeed } from './behavior/operation-needs.js';
import { rejectByParentState } from './behavior/parent-state.js';
import { signIn, signOut } from './behavior/sign-in.js';
import { readEntity, updateEntity } from './change-entity.js';
import { createEntity, replaceEntity, storeRecord } from './create-entity.js';
import { streamEvents } from './events/stream-events.js';
import { listEntities } from './list-entities.js';
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

/** What an operation does, by the model or the effect that was inferred. */
function actOf(request: OperationRequest): Act {
  const { file, restore } = statementOf(request) ?? {};
  if (file !== undefined) return readFileOf;
  return restore === undefined ? doing[request.plan.does as keyof typeof doing] : restoreEntity;
}

type Act = (call: ResourceCall) => Promise<HandlerResult>;

/** What an operation does, with its further effects. Its response shows the record after all of them. */
async function actWithFurtherEffects(call: ResourceCall, act: Act): Promise<HandlerResult> {
  const { session, resource, parents, served, plan, done } = call;
  const result = await act(call);
  const { further: effects = [] } = served.plan.behavior.operations.get(plan.operation.operationId) ?? {};
  if ('refused' in result) return result;
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

/** Sets the timers of the state that a change has led to. */
async function restartTimers(call: ResourceCall, self: unknown, old: unknown): Promise<void> {
  const { session, resource } = call;
  const { member } = session.behaviorOf(resource)?.lifecycle ?? {};
  const key = session.keyOfRecord(self);
  if (member === undefined || key === undefined || old === undefined) return;
  const name = member.join('.');
  if (getMember(self, name) !== getMember(old, name)) await startTimedTransitions(call, key, self);
}

/** The described file of a record for which none was uploaded. */
async function readFileOf(call: ResourceCall): Promise<HandlerResult> {
  const there = await findEntity(call, call.key);
  return there === undefined ? createNotFoundError(call.resource, call.key) : await respondFromDescription(call);
}

export async function handleOperation(request: OperationRequest): Promise<HandlerResult> {
  const { resource, does } = request.plan;
  const { code, example } = request.context.preference;
  try {
    if (code !== undefined || example !== undefined || resource === undefined || does === 'answer') {
      const stream = code === undefined && example === undefined ? streamEvents(request) : undefined;
      if (stream !== undefined) return stream;
      const missing = code === undefined ? await rejectMissingParent(request) : undefined;
      const isWished = code !== undefined || example !== undefined;
      const refused = missing ?? (isWished ? undefined : await rejectByParentState(request));
      const { login } = request.served.plan.behavior.operations.get(request.plan.operation.operationId) ?? {};
      if (refused === undefined && login !== undefined && !isWished) return await signIn(request, login);
      if (refused === undefined && statementOf(request)?.logout === true && !isWished) signOut(request);
      const stated = refused ?? (isWished ? undefined : await answerByModel(request, storeRecord));
      return stated ?? (await respondFromDescription(request));
    }
    const call = await prepareCall(request, resource);
    const refused = findUnmetNeed(call) ?? (await rejectByParentState(request));
    if (refused !== undefined) return refused;
    const { each } = request.served.plan.behavior.operations.get(request.plan.operation.operationId) ?? {};
    const act = actOf(request);
    const whole = (one: ResourceCall) => actWithFurtherEffects(one, act);
    if (each !== undefined) return await doEach(call, each, whole);
    return isOnAll(call) ? await actOnAll(call, whole) : await whole(call);
  } catch (error) {
    if (error instanceof ExpressionError) return inferredErrors.costlyExpression(error.message);
    // Half a surrogate pair is part of no address.
    if (!(error instanceof URIError)) throw error;
    return inferredErrors.badKey();
  }
}
