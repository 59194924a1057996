import type { OperationInput } from '@understudy/contract';
import { type Context, refuse } from '@understudy/kernel';
import type { OperationPlan } from '../infer/plan.js';
import { answerAsDescribed } from './answer-as-described.js';
import { read, remove, update } from './change.js';
import { create, replace } from './create.js';
import { list } from './list.js';
import { type Call, callOf, missingParent, type Result, type Served } from './served.js';

const doing = { list, create, read, replace, update, act: update, delete: remove } as const;

/** Serves an operation by its plan. */
export async function handleOperation(
  served: Served,
  plan: OperationPlan,
  input: OperationInput,
  context: Context,
): Promise<Result> {
  const { resource, does } = plan;
  const { code, example } = context.preference;
  if (code !== undefined || example !== undefined || resource === undefined || does === 'answer') {
    const missing = code === undefined ? await missingParent({ plan, input, context }) : undefined;
    if (missing !== undefined) return missing;
    const wished = {
      ...(code === undefined ? {} : { code: Number(code) }),
      ...(example === undefined ? {} : { example }),
    };
    return await answerAsDescribed(served, plan, input, context, wished);
  }
  const call: Call = callOf(served, plan, resource, input, context);
  try {
    return await doing[does](call);
  } catch (error) {
    // Half a surrogate pair is part of no address.
    if (!(error instanceof URIError)) throw error;
    return refuse(400, 'bad_request', 'The key is not well-formed Unicode: it has half of a surrogate pair');
  }
}
