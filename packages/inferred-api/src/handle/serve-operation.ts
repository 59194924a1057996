import type { OperationInput } from '@understudy/contract';
import type { Context } from '@understudy/kernel';
import type { OperationPlan } from '../infer/plan.js';
import { storedFile, storeFile, withFileFacts } from './files.js';
import { handleOperation } from './handle-operation.js';
import { selectMembers } from './select-members.js';
import type { Result, Served } from './served.js';

/** Serves one operation with what HTTP adds to it: files, expanded references, selected members. */
export async function serveOperation(
  served: Served,
  plan: OperationPlan,
  given: OperationInput,
  context: Context,
): Promise<Result> {
  const file = await storedFile(served, plan, { input: given, context });
  if (file !== undefined) return file;
  const input = withFileFacts(served, plan, given);
  const result = await handleOperation(served, plan, input, context);
  await storeFile(served, plan, { input, context, result });
  return await selectMembers(served, plan, { input, context, result });
}
