import { type OperationPlan, remember } from '@understudy/model';
import { isFakerLoaded, loadFaker, readLocales } from '../meaning/load-faker.js';
import {
  createSession,
  createValueFacts,
  type Handled,
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
import { goOn } from './go-on.js';
import { handleConditionalRequest, hasEtag } from './handle-conditional-request.js';
import { handleIdempotency } from './handle-idempotency.js';
import { handleOperation } from './handle-operation.js';
import { keepAnswer } from './keep-answer.js';
import { selectMembers } from './select-members.js';
import { localeSetting } from './settings.js';

/** The HTTP conventions, the outermost first, each with a condition for the operations it applies to. */
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

/** The conventions that apply to an operation, the innermost first. */
function listConventions({ plan, served }: OperationRequest): readonly HttpConvention[] {
  return remember(known, plan, () =>
    conventions.flatMap(([convention, concerns]) => (concerns({ plan, served }) ? [convention] : [])).reverse(),
  );
}

export function serveOperation(request: OperationRequest): Handled {
  const wanted = readLocales(request.context.settings.of(localeSetting));
  return isFakerLoaded(wanted) ? serve(request) : loadFaker(wanted).then(() => serve(request));
}

function serve(request: OperationRequest): Handled {
  const { code, example } = request.context.preference;
  if (code !== undefined || example !== undefined) return handleOperation(request);
  let result = () => serveFiles(request);
  for (const convention of listConventions(request)) {
    const next = result;
    result = () => convention(request, next);
  }
  return goOn(result(), (served) => {
    const telling = 'refused' in served || !hasChanges(request.context) ? undefined : announce(request);
    return telling === undefined ? served : telling.then(() => served);
  });
}

function announce(request: OperationRequest): Promise<void> | undefined {
  const { served, plan, context } = request;
  const { operationId } = plan.operation;
  let session: BehaviorSession | undefined;
  return tellChanges({
    served,
    context,
    operationId,
    // Most changes have no receivers, so this is computed on use.
    get facts() {
      return createValueFacts(context);
    },
    get session() {
      session ??= createSession(request);
      return session;
    },
  });
}

/** Stores and serves files, and reduces the response to the requested members. */
function serveFiles(given: OperationRequest): Handled {
  const file = readStoredFile(given);
  if (file !== undefined) return file;
  const request = addFileMetadata(given);
  return goOn(handleOperation(request), (result) =>
    goOn(storeFile(request, result), () =>
      request.plan.keeps === undefined
        ? selectMembers(request, result)
        : keepAnswer(request, result).then(() => selectMembers(request, result)),
    ),
  );
}
