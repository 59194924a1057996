import { ExpressionError } from '@understudy/model';
import { inferredErrors } from '../errors.js';
import { createCall, type HandlerResult, type OperationRequest, rejectMissingParent } from './api-runtime.js';
import { answerByModel } from './behavior/answer-by-model.js';
import { findForbidden } from './behavior/operation-needs.js';
import { rejectByParentState } from './behavior/parent-state.js';
import { readEntity, removeEntity, updateEntity } from './change-entity.js';
import { createEntity, replaceEntity } from './create-entity.js';
import { listEntities } from './list-entities.js';
import { respondFromDescription } from './respond-from-description.js';

const doing = {
  list: listEntities,
  create: createEntity,
  read: readEntity,
  replace: replaceEntity,
  update: updateEntity,
  act: updateEntity,
  delete: removeEntity,
} as const;

export async function handleOperation(request: OperationRequest): Promise<HandlerResult> {
  const { resource, does } = request.plan;
  const { code, example } = request.context.preference;
  try {
    if (code !== undefined || example !== undefined || resource === undefined || does === 'answer') {
      const missing = code === undefined ? await rejectMissingParent(request) : undefined;
      const isWished = code !== undefined || example !== undefined;
      const refused = missing ?? (isWished ? undefined : await rejectByParentState(request));
      const stated = refused ?? (isWished ? undefined : await answerByModel(request));
      return stated ?? (await respondFromDescription(request));
    }
    const call = createCall(request, resource);
    if (request.served.plan.behavior.resources.size > 0) await call.session.prepare();
    return findForbidden(call) ?? (await rejectByParentState(request)) ?? (await doing[does](call));
  } catch (error) {
    if (error instanceof ExpressionError) return inferredErrors.costlyExpression(error.message);
    // Half a surrogate pair is part of no address.
    if (!(error instanceof URIError)) throw error;
    return inferredErrors.badKey();
  }
}
