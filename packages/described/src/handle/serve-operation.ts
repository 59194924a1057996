import { isFakerLoaded, loadFaker, readLocales } from '../meaning/load-faker.js';
import { createSession, createValueFacts, type HandlerResult, type OperationRequest } from './api-runtime.js';
import { respondByException } from './behavior/respond-by-exception.js';
import { enforceRateLimit } from './enforce-rate-limit.js';
import { enforceUniqueMembers } from './enforce-unique-members.js';
import { announceChanges } from './events/announce-changes.js';
import { addFileMetadata, readStoredFile, storeFile } from './files.js';
import { handleCases } from './handle-cases.js';
import { handleConditionalRequest } from './handle-conditional-request.js';
import { handleIdempotency } from './handle-idempotency.js';
import { handleOperation } from './handle-operation.js';
import { selectMembers } from './select-members.js';
import { localeSetting } from './settings.js';

/** The conventions of HTTP around an operation, the outermost first. */
const conventions = [enforceRateLimit, handleIdempotency, handleConditionalRequest, enforceUniqueMembers, handleCases];

export async function serveOperation(request: OperationRequest): Promise<HandlerResult> {
  const wanted = readLocales(request.context.settings.of(localeSetting));
  if (!isFakerLoaded(wanted)) await loadFaker(wanted);
  const { code, example } = request.context.preference;
  if (code !== undefined || example !== undefined) return await handleOperation(request);
  const exception = await respondByException(request);
  if (exception !== undefined) return exception;
  const serve = conventions.reduceRight<() => Promise<HandlerResult>>(
    (next, convention) => () => convention(request, next),
    () => serveFiles(request),
  );
  const result = await serve();
  if (!('refused' in result)) await announce(request);
  return result;
}

async function announce(request: OperationRequest): Promise<void> {
  const { served, plan, context } = request;
  if (served.plan.behavior.changes.size === 0) return;
  const session = createSession(request);
  const { operationId } = plan.operation;
  await announceChanges({ served, context, session, operationId, facts: createValueFacts(context) });
}

/** Stores and serves files, and shapes the response by the members that the request names. */
async function serveFiles(given: OperationRequest): Promise<HandlerResult> {
  const file = await readStoredFile(given);
  if (file !== undefined) return file;
  const request = addFileMetadata(given);
  const result = await handleOperation(request);
  await storeFile(request, result);
  return await selectMembers(request, result);
}
