import { type OperationPlan, remember } from '@understudy/model';
import { isFakerLoaded, loadFaker, readLocales } from '../meaning/load-faker.js';
import {
  createSession,
  createValueFacts,
  type HandlerResult,
  type HttpConvention,
  type OperationRequest,
  statementOf,
} from './api-runtime.js';
import type { BehaviorSession } from './behavior/behavior-session.js';
import { hasExceptions, respondByException } from './behavior/respond-by-exception.js';
import { enforceRateLimit, rateLimitOf } from './enforce-rate-limit.js';
import { hasChanges } from './events/record-changes.js';
import { tellChanges } from './events/tell-event.js';
import { addFileMetadata, readStoredFile, storeFile } from './files.js';
import { handleConditionalRequest, hasEtag } from './handle-conditional-request.js';
import { handleIdempotency } from './handle-idempotency.js';
import { handleOperation } from './handle-operation.js';
import { keepAnswer } from './keep-answer.js';
import { selectMembers } from './select-members.js';
import { localeSetting } from './settings.js';

/** The conventions of HTTP around an operation, the outermost first, and the operations that they can concern. */
const conventions: readonly (readonly [HttpConvention, (of: Pick<OperationRequest, 'served' | 'plan'>) => boolean])[] =
  [
    [enforceRateLimit, (of) => rateLimitOf(of) !== undefined],
    [
      handleIdempotency,
      (of) => ['POST', 'PATCH', 'PUT'].includes(of.plan.operation.method) && statementOf(of)?.idempotent !== false,
    ],
    [handleConditionalRequest, hasEtag],
    [respondByException, ({ plan, served }) => hasExceptions(served, plan)],
  ];

const known = new WeakMap<OperationPlan, readonly HttpConvention[]>();

/** The conventions of an operation, the innermost first. */
function listConventions({ plan, served }: OperationRequest): readonly HttpConvention[] {
  return remember(known, plan, () =>
    conventions.flatMap(([convention, concerns]) => (concerns({ plan, served }) ? [convention] : [])).reverse(),
  );
}

export async function serveOperation(request: OperationRequest): Promise<HandlerResult> {
  const { context } = request;
  const wanted = readLocales(context.settings.of(localeSetting));
  if (!isFakerLoaded(wanted)) await loadFaker(wanted);
  const { code, example } = context.preference;
  if (code !== undefined || example !== undefined) return await handleOperation(request);
  let serve = () => serveFiles(request);
  for (const convention of listConventions(request)) {
    const next = serve;
    serve = () => convention(request, next);
  }
  const result = await serve();
  if (!('refused' in result) && hasChanges(context)) await announce(request);
  return result;
}

async function announce(request: OperationRequest): Promise<void> {
  const { served, plan, context } = request;
  const { operationId } = plan.operation;
  let session: BehaviorSession | undefined;
  await tellChanges({
    served,
    context,
    operationId,
    // Most changes are heard by nobody.
    get facts() {
      return createValueFacts(context);
    },
    get session() {
      session ??= createSession(request);
      return session;
    },
  });
}

/** Stores and serves files, and shapes the response by the members that the request names. */
async function serveFiles(given: OperationRequest): Promise<HandlerResult> {
  const file = readStoredFile(given);
  if (file !== undefined) return file;
  const request = addFileMetadata(given);
  const result = await handleOperation(request);
  await storeFile(request, result);
  await keepAnswer(request, result);
  return selectMembers(request, result);
}
