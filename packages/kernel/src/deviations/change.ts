import { applyOverlay, createContract, type OpenApiDocument } from '@understudy/contract';
import type { Context } from '../context.js';
import { type Refusal, refuse } from '../refusal.js';
import type { Simulator } from '../simulator.js';
import type { WebhookRequest } from '../webhooks/webhook-policy.js';
import { changeAt, type Json, objectOf } from './json.js';

/** Changes the behaviour of a simulator. */
export type Change = (simulator: Simulator) => Simulator;

/** The input of a handler. */
export interface Input {
  path: Json;
  query: Json;
  headers: Json;
  body: unknown;
}

/** The result of a handler, a response or an error. */
export interface Result {
  status: number;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  refused?: true;
  code?: string;
  message?: string;
}

type Next = (input: Input, context: Context) => Promise<Result>;

export type Operations = string | readonly string[];

/** Applies several changes in order. */
export function all(...changes: readonly Change[]): Change {
  return (simulator) => changes.reduce((changed, change) => change(changed), simulator);
}

/** Replaces handlers; the new ones can call the original. All operations by default. */
export function handle(
  operations: Operations | undefined,
  serve: (next: Next, input: Input, context: Context, simulator: Simulator) => Promise<Result>,
): Change {
  return (simulator) => {
    const names = operations === undefined ? Object.keys(simulator.operations) : [operations].flat();
    const changed = names.flatMap((name) => {
      const next = simulator.operations[name];
      if (next === undefined) throw new Error(`${simulator.name} has no operation ${name} to change`);
      return [[name, (input: Input, context: Context) => serve(next, input, context, simulator)]];
    });
    return { ...simulator, operations: { ...simulator.operations, ...Object.fromEntries(changed) } };
  };
}

/** Changes validated input. */
export function request(operations: Operations | undefined, change: (input: Input) => Input): Change {
  return handle(operations, (next, input, context) => next(change(input), context));
}

export function requestBody(operations: Operations, change: (body: unknown) => unknown): Change {
  return request(operations, (input) => ({ ...input, body: change(input.body) }));
}

/** Changes the bodies of successful responses. */
export function answer(
  operations: Operations,
  change: (body: unknown, input: Input, context: Context, simulator: Simulator) => unknown,
): Change {
  return handle(operations, async (next, input, context, simulator) => {
    const result = await next(input, context);
    return isRefused(result) ? result : { ...result, body: await change(result.body, input, context, simulator) };
  });
}

/** Changes one value in the bodies of responses. */
export function answerAt(operations: Operations, path: string, change: (value: unknown) => unknown): Change {
  return answer(operations, (body) => changeAt(body, path, change));
}

/** Changes the status of successful responses; 204 has no body. */
export function succeedWith(operations: Operations, status: number): Change {
  return handle(operations, async (next, input, context) => {
    const result = await next(input, context);
    if (isRefused(result)) return result;
    return status === 204 ? { status } : { ...result, status };
  });
}

/** Rejects the selected input. */
export function refuseWhen(
  operations: Operations,
  status: number,
  wrong: (input: Input, context: Context) => boolean,
): Change {
  return handle(operations, (next, input, context) =>
    wrong(input, context) ? Promise.resolve(refuse(status, 'REFUSED', 'It is refused')) : next(input, context),
  );
}

/** Changes errors of handlers. */
export function changeRefusal(operations: Operations | undefined, change: (refusal: Result) => Result): Change {
  return handle(operations, async (next, input, context) => {
    const result = await next(input, context);
    return isRefused(result) ? change(result) : result;
  });
}

/** Changes errors for requests that violate the contract. `pointer`: of the first fault. */
export function changeBadRequest(change: (refusal: Refusal, pointer: string) => Refusal): Change {
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

/** Changes the description. */
export function describe(change: (document: OpenApiDocument) => OpenApiDocument): Change {
  return (simulator) => ({
    ...simulator,
    contract: createContract(simulator.name, change(simulator.contract.document)),
  });
}

export type OverlayAction = { target: string; update?: unknown; remove?: true };

/** Applies an OpenAPI Overlay. */
export function overlay(...actions: readonly OverlayAction[]): Change {
  const document = { overlay: '1.0.0', info: { title: 'Deviation', version: '1' }, actions };
  return describe((description) => applyOverlay(description, document));
}

/** Renames paths; undefined removes a path. */
export function renamePaths(rename: (path: string) => string | undefined): Change {
  return describe((document) => {
    const paths = Object.entries(document.paths ?? {}).flatMap(([path, item]) => {
      const renamed = rename(path);
      return renamed === undefined ? [] : [[renamed, item]];
    });
    return { ...document, paths: Object.fromEntries(paths) };
  });
}

/** Changes uploaded JSON. Other content is unchanged. */
export function uploads(change: (body: Json) => unknown): Change {
  return handle('uploadData', (next, input, context) => {
    const { body } = input;
    if (!(body instanceof Uint8Array)) return next(input, context);
    try {
      const changed = change(objectOf(JSON.parse(new TextDecoder().decode(body))));
      return next({ ...input, body: new TextEncoder().encode(JSON.stringify(changed)) }, context);
    } catch {
      return next(input, context);
    }
  });
}

type JobKind = Simulator['jobs'][string];

/** Changes kinds of jobs, all by default. */
export function jobs(kinds: Operations | undefined, change: (kind: JobKind) => Partial<JobKind>): Change {
  return (simulator) => {
    const names = kinds === undefined ? Object.keys(simulator.jobs) : [kinds].flat();
    const changed = names.flatMap((name) => {
      const kind = simulator.jobs[name];
      return kind === undefined ? [] : [[name, { ...kind, ...change(kind) }]];
    });
    return { ...simulator, jobs: { ...simulator.jobs, ...Object.fromEntries(changed) } };
  };
}

export interface Ended {
  status: string;
  outcome: { message: string; datasets: { datasetId: string; status: string; code: string; message: string }[] };
}

/** Changes the results of jobs. `fault`: why the upload could not be read. */
export function endings(
  kinds: Operations | undefined,
  change: (ended: Ended, facts: { fault: string | undefined; webhook: boolean; tenantId: string }) => Ended,
): Change {
  return jobs(kinds, (kind) => ({
    async apply(record, output, scope, now) {
      const ended: Ended = await kind.apply(record, output, scope, now);
      const webhook = objectOf(record.input)['webhook'] !== undefined;
      const fault = objectOf(output)['fault'];
      const facts = { fault: typeof fault === 'string' ? fault : undefined, webhook, tenantId: record.owner.tenantId };
      return change(ended, facts);
    },
  }));
}

/** Changes the webhooks of finished jobs; undefined sends none. */
export function webhooks(change: (request: WebhookRequest) => WebhookRequest | undefined): Change {
  return jobs(undefined, (kind) => ({
    notification(record) {
      const sent = kind.notification(record);
      return sent === undefined ? undefined : change(sent);
    },
  }));
}

/** A context with some different parts. */
export function overrideContext<Given extends Partial<Context>>(context: Given, parts: Partial<NoInfer<Given>>): Given {
  return new Proxy(context, {
    // The receiver must be the context, because its getters read private fields.
    get: (target, name) => (Object.hasOwn(parts, name) ? Reflect.get(parts, name) : Reflect.get(target, name, target)),
  });
}

/** Shows handlers a clock that is ahead. */
export function clockAhead(operations: Operations, milliseconds: number): Change {
  return handle(operations, (next, input, context) => {
    const now = () => new Date(context.clock.now().getTime() + milliseconds);
    return next(input, overrideContext(context, { clock: { now } }));
  });
}

export function isRefused(result: Result): boolean {
  return result.refused === true;
}

/** Stores a value for each sandbox and tenant in memory. */
export function memory<T>(): { of(context: Context, input?: Input): { value: T | undefined } } {
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

/** Tokens that these operations issue never expire. */
export function neverExpire(operations: Operations): Change {
  return handle(operations, (next, input, context) => {
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
