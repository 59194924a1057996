import type { OperationInput } from '@understudy/contract';
import { type Context, readPreference } from '@understudy/kernel';
import type { OperationPlan } from '../infer/plan.js';
import { read, remove, update } from './change.js';
import { create, replace } from './create.js';
import { list } from './list.js';
import { acceptOf, answerWith } from './reply.js';
import { type Call, callOf, type Result, type Served } from './served.js';

const doing = { list, create, read, replace, update, delete: remove } as const;

/** Serves one operation as its plan says. */
export async function handleOperation(
  served: Served,
  plan: OperationPlan,
  input: OperationInput,
  context: Context,
): Promise<Result> {
  const { resource, does } = plan;
  const wish = readPreference(context.request.headers['prefer'] ?? '');
  const { code, example } = typeof wish === 'string' ? {} : wish;
  if (code !== undefined || example !== undefined || resource === undefined || does === 'answer') {
    return answerAsDescribed(served, plan, input, context, code === undefined ? undefined : Number(code), example);
  }
  const call: Call = callOf(served, plan, resource, input, context);
  return await doing[does](call);
}

/** Answers from the examples, else from the schema: the same question gets the same answer. */
function answerAsDescribed(
  served: Served,
  plan: OperationPlan,
  input: OperationInput,
  context: Context,
  code: number | undefined,
  example: string | undefined,
): Result {
  const status = code ?? plan.statuses[0] ?? 200;
  const facts = { now: context.clock.now(), baseUrl: context.baseUrl };
  const { path, query, body } = input;
  const asked = JSON.stringify([path, query, body instanceof Uint8Array ? body.length : body]);
  const fitted = served.bodies.make({
    operation: plan.operation,
    responses: plan.responses,
    status,
    facts,
    seed: `${plan.operation.operationId} ${asked}`,
    wanted: [],
    ...(example === undefined ? {} : { example }),
    ...acceptOf(context.request.headers),
  });
  return answerWith(served, plan, status, fitted, facts, {});
}
