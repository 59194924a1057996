import type { OperationInput } from '@understudy/contract';
import type { HandlerContext } from '@understudy/kernel';
import { inferredErrors } from '../errors.js';
import type { OperationPlan } from '../infer/plan.js';
import {
  type ApiRuntime,
  createCall,
  type HandlerResult,
  type ResourceCall,
  rejectMissingParent,
} from './api-runtime.js';
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

export async function handleOperation(
  served: ApiRuntime,
  plan: OperationPlan,
  input: OperationInput,
  context: HandlerContext,
): Promise<HandlerResult> {
  const { resource, does } = plan;
  const { code, example } = context.preference;
  if (code !== undefined || example !== undefined || resource === undefined || does === 'answer') {
    const missing = code === undefined ? await rejectMissingParent({ plan, input, context }) : undefined;
    if (missing !== undefined) return missing;
    const wished = {
      ...(code === undefined ? {} : { code: Number(code) }),
      ...(example === undefined ? {} : { example }),
    };
    return await respondFromDescription(served, plan, input, context, wished);
  }
  const call: ResourceCall = createCall(served, plan, resource, input, context);
  try {
    return await doing[does](call);
  } catch (error) {
    // Half a surrogate pair is part of no address.
    if (!(error instanceof URIError)) throw error;
    return inferredErrors.badKey();
  }
}
