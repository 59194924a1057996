import { applyOverlay, createContract, type OpenApiDocument, parseJson, stringifyJson } from '@understudy/contract';
import type { HandlerContext } from '../context.js';
import { createErrorResult, type ErrorResult } from '../error-result.js';
import type { Simulator } from '../simulator.js';
import type { WebhookRequest } from '../webhooks/webhook-policy.js';
import { changeAtPath, type JsonObject, toJsonObject } from './json.js';

export type SimulatorChange = (simulator: Simulator) => Simulator;

export interface HandlerInput {
  path: JsonObject;
  query: JsonObject;
  headers: JsonObject;
  body: unknown;
}

/** The result of a handler: a response or an error. */
export interface HandlerResult {
  status: number;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  refused?: true;
  code?: string;
  message?: string;
}

type Next = (input: HandlerInput, context: HandlerContext) => Promise<HandlerResult>;

export type OperationIds = string | readonly string[];

/** Applies several changes in order. */
export function combineChanges(...changes: readonly SimulatorChange[]): SimulatorChange {
  return (simulator) => changes.reduce((changed, change) => change(changed), simulator);
}

/** Wraps handlers with new ones that can call the originals. Wraps all operations by default. */
export function wrapHandlers(
  operations: OperationIds | undefined,
  serve: (next: Next, input: HandlerInput, context: HandlerContext, simulator: Simulator) => Promise<HandlerResult>,
): SimulatorChange {
  return (simulator) => {
    const names = operations === undefined ? Object.keys(simulator.operations) : [operations].flat();
    const changed = names.flatMap((name) => {
      const next = simulator.operations[name];
      if (next === undefined) throw new Error(`Unknown operation ${name} of ${simulator.name}`);
      return [[name, (input: HandlerInput, context: HandlerContext) => serve(next, input, context, simulator)]];
    });
    return { ...simulator, operations: { ...simulator.operations, ...Object.fromEntries(changed) } };
  };
}

export function changeRequest(
  operations: OperationIds | undefined,
  change: (input: HandlerInput) => HandlerInput,
): SimulatorChange {
  return wrapHandlers(operations, (next, input, context) => next(change(input), context));
}

export function changeRequestBody(operations: OperationIds, change: (body: unknown) => unknown): SimulatorChange {
  return changeRequest(operations, (input) => ({ ...input, body: change(input.body) }));
}

/** Changes the bodies of successful responses. */
export function changeResponseBody(
  operations: OperationIds,
  change: (body: unknown, input: HandlerInput, context: HandlerContext, simulator: Simulator) => unknown,
): SimulatorChange {
  return wrapHandlers(operations, async (next, input, context, simulator) => {
    const result = await next(input, context);
    return isRejected(result) ? result : { ...result, body: await change(result.body, input, context, simulator) };
  });
}

export function changeResponseAt(
  operations: OperationIds,
  path: string,
  change: (value: unknown) => unknown,
): SimulatorChange {
  return changeResponseBody(operations, (body) => changeAtPath(body, path, change));
}

/** Changes the status of successful responses. A 204 has no body. */
export function changeSuccessStatus(operations: OperationIds, status: number): SimulatorChange {
  return wrapHandlers(operations, async (next, input, context) => {
    const result = await next(input, context);
    if (isRejected(result)) return result;
    return status === 204 ? { status } : { ...result, status };
  });
}

export function rejectWhen(
  operations: OperationIds,
  status: number,
  wrong: (input: HandlerInput, context: HandlerContext) => boolean,
): SimulatorChange {
  return wrapHandlers(operations, (next, input, context) =>
    wrong(input, context)
      ? Promise.resolve(createErrorResult(status, 'REFUSED', 'It is refused'))
      : next(input, context),
  );
}

/** Changes the errors that handlers return. */
export function changeErrorResult(
  operations: OperationIds | undefined,
  change: (refusal: HandlerResult) => HandlerResult,
): SimulatorChange {
  return wrapHandlers(operations, async (next, input, context) => {
    const result = await next(input, context);
    return isRejected(result) ? change(result) : result;
  });
}

/** Changes the errors for requests that violate the contract. `pointer` locates the first violation. */
export function changeValidationError(change: (refusal: ErrorResult, pointer: string) => ErrorResult): SimulatorChange {
  return (simulator) => {
    const { refusals } = simulator;
    return {
      ...simulator,
      refusals: {
        ...refusals,
        badRequest: (findings) => change(refusals.badRequest(findings), findings[0]?.pointer ?? ''),
        unknownPath: (path, near) => refusals.unknownPath(path, near),
        wrongMethod: (method, path, allow) => refusals.wrongMethod(method, path, allow),
      },
    };
  };
}

export function changeDescription(change: (document: OpenApiDocument) => OpenApiDocument): SimulatorChange {
  return (simulator) => ({
    ...simulator,
    contract: createContract(simulator.name, change(simulator.contract.document)),
  });
}

export type OverlayAction = { target: string; update?: unknown; remove?: true };

/** Applies an OpenAPI Overlay. */
export function applyOverlayActions(...actions: readonly OverlayAction[]): SimulatorChange {
  const document = { overlay: '1.0.0', info: { title: 'Deviation', version: '1' }, actions };
  return changeDescription((description) => applyOverlay(description, document));
}

/** Merges an update into a schema of the description. The name can be a path to a subschema: `Pet.properties.age`. */
export function changeSchema(name: string, update: unknown): SimulatorChange {
  return applyOverlayActions({ target: `$.components.schemas.${name}`, update });
}

/** Makes a member of a schema of the description optional. */
export function makeOptional(name: string, member: string): SimulatorChange {
  return applyOverlayActions({ target: `$.components.schemas.${name}.required[?@=='${member}']`, remove: true });
}

/** Renames paths. Returning undefined removes a path. */
export function renamePaths(rename: (path: string) => string | undefined): SimulatorChange {
  return changeDescription((document) => {
    const paths = Object.entries(document.paths ?? {}).flatMap(([path, item]) => {
      const renamed = rename(path);
      return renamed === undefined ? [] : [[renamed, item]];
    });
    return { ...document, paths: Object.fromEntries(paths) };
  });
}

/** Changes uploaded JSON. Leaves other content unchanged. */
export function changeUploads(change: (body: JsonObject) => unknown): SimulatorChange {
  return wrapHandlers('uploadData', (next, input, context) => {
    const { body } = input;
    if (!(body instanceof Uint8Array)) return next(input, context);
    try {
      const changed = change(toJsonObject(parseJson(new TextDecoder().decode(body))));
      return next({ ...input, body: new TextEncoder().encode(stringifyJson(changed)) }, context);
    } catch {
      return next(input, context);
    }
  });
}

type JobKind = Simulator['jobs'][string];

export function changeJobKinds(
  kinds: OperationIds | undefined,
  change: (kind: JobKind) => Partial<JobKind>,
): SimulatorChange {
  return (simulator) => {
    const names = kinds === undefined ? Object.keys(simulator.jobs) : [kinds].flat();
    const changed = names.flatMap((name) => {
      const kind = simulator.jobs[name];
      return kind === undefined ? [] : [[name, { ...kind, ...change(kind) }]];
    });
    return { ...simulator, jobs: { ...simulator.jobs, ...Object.fromEntries(changed) } };
  };
}

interface FinishedJob {
  status: string;
  outcome: { message: string; datasets: { datasetId: string; status: string; code: string; message: string }[] };
}

/** Changes the results of jobs. `fault` explains why the upload could not be read. */
export function changeJobResults(
  kinds: OperationIds | undefined,
  change: (ended: FinishedJob, facts: { fault: string | undefined; webhook: boolean; tenantId: string }) => FinishedJob,
): SimulatorChange {
  return changeJobKinds(kinds, (kind) => ({
    async apply(record, output, scope, now) {
      const ended: FinishedJob = await kind.apply(record, output, scope, now);
      const webhook = toJsonObject(record.input)['webhook'] !== undefined;
      const fault = toJsonObject(output)['fault'];
      const facts = { fault: typeof fault === 'string' ? fault : undefined, webhook, tenantId: record.owner.tenantId };
      return change(ended, facts);
    },
  }));
}

/** Changes the webhooks of finished jobs. Returning undefined sends none. */
export function changeWebhooks(change: (request: WebhookRequest) => WebhookRequest | undefined): SimulatorChange {
  return changeJobKinds(undefined, (kind) => ({
    notification(record) {
      const sent = kind.notification(record);
      return sent === undefined ? undefined : change(sent);
    },
  }));
}

export function overrideContext<Given extends Partial<HandlerContext>>(
  context: Given,
  parts: Partial<NoInfer<Given>>,
): Given {
  return new Proxy(context, {
    // The receiver must be the context, because its getters read private fields.
    get: (target, name) => (Object.hasOwn(parts, name) ? Reflect.get(parts, name) : Reflect.get(target, name, target)),
  });
}

/** Gives handlers a clock that is ahead of the sandbox's clock. */
export function advanceHandlerClock(operations: OperationIds, milliseconds: number): SimulatorChange {
  return wrapHandlers(operations, (next, input, context) => {
    const now = () => new Date(context.clock.now().getTime() + milliseconds);
    return next(input, overrideContext(context, { clock: { now } }));
  });
}

export function isRejected(result: HandlerResult): boolean {
  return result.refused === true;
}

/** Creates an in-memory value for each sandbox and tenant. */
export function createTenantMemory<T>(): {
  of(context: HandlerContext, input?: HandlerInput): { value: T | undefined };
} {
  const kept = new Map<string, { value: T | undefined }>();
  return {
    of(context, input) {
      const key = `${context.baseUrl} ${input === undefined ? '' : String(input.headers['tenantId'])}`;
      const found = kept.get(key) ?? { value: undefined };
      kept.set(key, found);
      return found;
    },
  };
}

/** Issues tokens that never expire from these operations. */
export function disableTokenExpiry(operations: OperationIds): SimulatorChange {
  return wrapHandlers(operations, (next, input, context) => {
    const { tokens } = context;
    const forever = new Proxy(tokens, {
      get: (service, name) =>
        name === 'issue'
          ? (...[caller, , id]: Parameters<typeof tokens.issue>) => service.issue(caller, 1e9, id)
          : Reflect.get(service, name, service),
    });
    return next(input, overrideContext(context, { tokens: forever }));
  });
}
