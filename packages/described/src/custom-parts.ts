import { type OperationInput, suggestName } from '@understudy/contract';
import type {
  ApiSetting,
  DocumentedResponse,
  ErrorResult,
  HandlerContext,
  KernelErrors,
  SuccessResponse,
  TypedHandlerInput,
  WebhookPolicy,
} from '@understudy/kernel';
import type { BehaviorModel } from '@understudy/model';

/**
 * Serves one operation instead of the inferred handler, or around it. `Op` is an operation of the types that
 * `understudy generate package` writes.
 *
 * @param inferred serves the request without the handler
 */
export type CustomHandler<Op> = (
  input: TypedHandlerInput<Op, true>,
  context: HandlerContext,
  inferred: (
    input: TypedHandlerInput<Op, true>,
    context: HandlerContext,
  ) => Promise<DocumentedResponse<Op> | ErrorResult>,
) => Promise<DocumentedResponse<Op> | ErrorResult>;

/** Handlers by `operationId`. All other operations are inferred. */
export type CustomHandlers<Operations> = { readonly [Id in keyof Operations]?: CustomHandler<Operations[Id]> };

/** The parts of an API that its description cannot express. */
export interface CustomParts<Operations = Record<never, never>> {
  readonly handlers?: CustomHandlers<Operations>;
  /** Errors of the kernel in the words of the API. Missing ones are inferred. */
  readonly refusals?: Partial<KernelErrors>;
  /** The delivery of callbacks and webhooks. Default: four attempts, 10, 60 and 600 seconds apart. */
  readonly webhookPolicy?: WebhookPolicy;
  /** The changed lines of the behavior model. */
  readonly model?: BehaviorModel;
  /** Additional settings next to `webhookUrl` and `security`. */
  readonly settings?: ReadonlyArray<ApiSetting<unknown>>;
}

export type AnyCustomHandler = (
  input: OperationInput,
  context: HandlerContext,
  inferred: (input: OperationInput, context: HandlerContext) => Promise<SuccessResponse | ErrorResult>,
) => Promise<SuccessResponse | ErrorResult>;

/**
 * Collects the handlers by operation.
 *
 * @throws RangeError if a handler matches no operation or is not a function
 */
export function collectHandlers(
  own: CustomParts,
  operationIds: Iterable<string>,
): ReadonlyMap<string, AnyCustomHandler> {
  const known = new Set(operationIds);
  const handlers = new Map<string, AnyCustomHandler>();
  for (const [id, handler] of Object.entries(own.handlers ?? {})) {
    if (!known.has(id)) throw new RangeError(`Unknown operation "${id}" in handlers.${suggestName(id, known)}`);
    if (!isHandler(handler)) throw new RangeError(`The handler of ${id} must be a function`);
    handlers.set(id, handler);
  }
  return handlers;
}

function isHandler(value: unknown): value is AnyCustomHandler {
  return typeof value === 'function';
}
