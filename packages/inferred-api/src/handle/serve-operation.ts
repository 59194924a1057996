import type { OperationInput } from '@understudy/contract';
import type { HandlerContext } from '@understudy/kernel';
import type { OperationPlan } from '../infer/plan.js';
import { isFakerLoaded, loadFaker, readLocales } from '../meaning/load-faker.js';
import type { ApiRuntime, HandlerResult } from './api-runtime.js';
import { enforceRateLimit } from './enforce-rate-limit.js';
import { enforceUniqueMembers } from './enforce-unique-members.js';
import { addFileMetadata, readStoredFile, storeFile } from './files.js';
import { handleCases } from './handle-cases.js';
import { handleConditionalRequest } from './handle-conditional-request.js';
import { handleIdempotency } from './handle-idempotency.js';
import { handleOperation } from './handle-operation.js';
import type { OperationRequest } from './operation-request.js';
import { selectMembers } from './select-members.js';
import { localeSetting } from './settings.js';

/** The conventions of HTTP around an operation, the outermost first. */
const conventions = [enforceRateLimit, handleIdempotency, handleConditionalRequest, enforceUniqueMembers, handleCases];

/** Serves one operation according to the HTTP conventions. */
export async function serveOperation(
  served: ApiRuntime,
  plan: OperationPlan,
  input: OperationInput,
  context: HandlerContext,
): Promise<HandlerResult> {
  const exchange: OperationRequest = { served, plan, input, context };
  const wanted = readLocales(context.settings.of(localeSetting));
  if (!isFakerLoaded(wanted)) await loadFaker(wanted);
  const { code, example } = context.preference;
  if (code !== undefined || example !== undefined) return await handleOperation(served, plan, input, context);
  const serve = conventions.reduceRight<() => Promise<HandlerResult>>(
    (next, convention) => () => convention(exchange, next),
    () => serveFiles(exchange),
  );
  return await serve();
}

/** Stores and serves files, and shapes the response by the members that the request names. */
async function serveFiles({ served, plan, input: given, context }: OperationRequest): Promise<HandlerResult> {
  const file = await readStoredFile(served, plan, { input: given, context });
  if (file !== undefined) return file;
  const input = addFileMetadata(served, plan, given);
  const result = await handleOperation(served, plan, input, context);
  await storeFile(served, plan, { input, context, result });
  return await selectMembers(served, plan, { input, context, result });
}
