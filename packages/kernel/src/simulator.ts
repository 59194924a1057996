import type { ApiContract, Finding, OpenApiDocument, Operation, SizeLimits } from '@understudy/contract';
import type { ApiSetting } from './api/define-setting.js';
import type { RecordView } from './api/define-view.js';
import type { EditableParts } from './api/editable-collection.js';
import type { InputSchema } from './api/input-schema.js';
import type { TokenFault } from './auth/token-service.js';
import type { Caller } from './caller.js';
import type { HandlerContext, TimerScheduler, UnitContext } from './context.js';
import type { TimerHandler } from './create-timer-handler.js';
import type { ErrorResult, KernelErrors } from './error-result.js';
import type { ConditionedRequest } from './faults/template-renderer.js';
import type { OperationHandlers } from './handlers.js';
import type { IdGenerator } from './id-generator.js';
import type { AnyJobKind } from './jobs/job.js';
import type { DataScopes } from './store/scope.js';

export interface ErrorEnvelope {
  readonly mediaType: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the response status. */
  readonly status?: number;
}

export interface RequestCredentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** A request whose caller is known, before it is validated. */
export interface AdmittedRequest extends RequestCredentials {
  readonly operation: Operation;
  readonly caller: Caller | undefined;
  readonly path: Readonly<Record<string, string>>;
}

/** The context of {@link Simulator.admit}. */
export type AdmissionContext = Pick<UnitContext, 'tokens' | 'settings'>;

/** Facts that an error body can contain. */
export interface EnvelopeFacts {
  readonly operationId: string | undefined;
  readonly now: Date;
  readonly ids: Pick<IdGenerator, 'next'>;
}

/** An action that triggers an event from outside the API, run through the control plane. Created by `defineAction`. */
export interface ApiAction {
  readonly summary: string;
  /** Label of the button that runs the action with its default input, such as `An invoice arrives`. */
  readonly suggestion?: string | undefined;
  readonly input: InputSchema;
  /** Validates the input and adds the defaults. */
  check(input: Record<string, unknown>): Finding[];
  /** @returns findings that no schema can express, or the response */
  run(input: Readonly<Record<string, unknown>>, context: ActionContext): Promise<Finding[] | Record<string, unknown>>;
}

/** The context of actions, timers and reports. */
export type ActionContext = UnitContext;

/** An attempt to send a webhook that has a reference. */
export interface WebhookReport {
  readonly reference: string;
  readonly tenantId: string;
  readonly outcome: 'delivered' | 'failed' | 'refused';
  readonly attempt: number;
  /** True if this was the last attempt. */
  readonly last: boolean;
}

export interface SeedContext {
  readonly scopes: DataScopes;
  readonly now: Date;
  readonly ids: IdGenerator;
  /** Timers to set when the sandbox is ready. */
  readonly timers: TimerScheduler;
}

/** The context for seed records that all sandboxes of a day share. */
export interface DailySeedContext {
  readonly scopes: DataScopes;
  /** Calendar date (UTC). */
  readonly today: string;
  /** True if the seed is part of the product. */
  readonly trusted: boolean;
}

/** Evaluates an expression on a request and the records of its API. A condition holds if the value is `true`. */
export type RequestCondition = (request: ConditionedRequest, context: UnitContext) => Promise<unknown>;

/** Explains the behavior of an API that was inferred or learned from a recording. */
export interface BehaviorExplanation {
  readonly operations: ReadonlyArray<{
    readonly operationId: string;
    readonly method: string;
    readonly path: string;
    readonly why: string;
    /** The statement in the behavior model. */
    readonly extension: Readonly<Record<string, unknown>>;
  }>;
  /** Statements that were learned from a recording. */
  readonly statements: ReadonlyArray<{
    readonly operationId: string;
    readonly says: string;
    readonly seen: number;
    readonly contradicted: number;
    /** JSON Pointer to the statement in the behavior model. */
    readonly pointer: string;
    readonly review?: 'accepted' | 'refused';
  }>;
  /** Sentences of the description that look like rules but are not simulated, with model lines to complete. */
  readonly unread: ReadonlyArray<{
    readonly from: string;
    readonly says: string;
    readonly proposal: Readonly<Record<string, unknown>>;
  }>;
  /** Causes of differences between forwarded traffic and the description. */
  readonly findings: ReadonlyArray<{ readonly operationId: string; readonly message: string; readonly count: number }>;
}

export interface Simulator {
  readonly name: string;
  readonly contract: ApiContract;
  // biome-ignore lint/suspicious/noExplicitAny: typed where it is defined, by defineSimulator
  readonly operations: Readonly<Record<string, (input: any, context: any) => any>>;
  readonly refusals: KernelErrors;
  readonly jobs: Readonly<Record<string, AnyJobKind>>;
  readonly settings: Readonly<Record<string, ApiSetting<unknown>>>;
  readonly actions: Readonly<Record<string, ApiAction>>;
  /** Views of records, created by `defineView`. */
  readonly views?: readonly RecordView[];
  /**
   * Finds the collection of this name if users can edit its records. Without this function, all collections can be
   * edited, without a schema.
   */
  readonly records?: EditableParts['records'];
  /** Size limits for bodies that handlers process as a whole. */
  readonly bodyLimits?: SizeLimits;
  /** True if handlers receive forms as objects instead of pairs. */
  readonly readsForms?: boolean;
  /** Rejects unsupported media types with 415 or 406, before all other checks. */
  checkMediaTypes?(operation: Operation, headers: Readonly<Record<string, string>>): ErrorResult | undefined;
  /**
   * Authenticates a caller as the API describes.
   * @returns the caller of a token, undefined for a caller admitted without one, or an error
   */
  admit?(
    operation: Operation,
    credentials: RequestCredentials,
    context: AdmissionContext,
  ): Caller | ErrorResult | undefined | Promise<Caller | ErrorResult | undefined>;
  /**
   * Returns why a caller lacks permission for an operation, regardless of the input. Called only for invalid requests,
   * because the handler checks valid ones.
   */
  permit?(request: AdmittedRequest, context: UnitContext): Promise<ErrorResult | undefined>;
  /** Returns the simulator for a changed description. Needed only if its behavior depends on the description. */
  withDescription?(document: OpenApiDocument): Simulator;
  /**
   * Returns the simulator with changed lines of its behavior model. Only APIs created from a description have a model.
   * @throws ContractError with the location of each invalid statement
   */
  withModel?(changes: unknown): Simulator;
  /** Returns all statements of its behavior model, with the rule and evidence of each inferred one in `because`. */
  readModel?(): Readonly<Record<string, unknown>>;
  /**
   * Compiles a condition on requests and records, such as `find("customers", body.customerId).blocked`.
   * @throws ContractError if it is not an expression, or refers to something that does not exist
   */
  compileCondition?(text: string): RequestCondition;
  /** Explains the behavior that was inferred, learned or observed. */
  explain?(): BehaviorExplanation;
  /** True if its responses are not validated, because the caller validates them. */
  readonly isUnchecked?: true;
  /** True if responses have their own Content-Security-Policy. All others get an opaque origin. */
  readonly hasOwnPages?: true;
  /** Verifies a token that this API issued. @returns undefined for a foreign token */
  checkToken?(token: string, context: ActionContext): Promise<Caller | TokenFault | undefined>;
  envelope(refusal: ErrorResult, facts: EnvelopeFacts): ErrorEnvelope;
  /** Checks the scopes of a valid token. */
  checkScope?(scopes: readonly string[], operation: Operation): ErrorResult | undefined;
  /** Finds the tenant of a request from its typed headers or its caller. */
  tenantOf?(headers: Readonly<Record<string, unknown>>, caller?: Caller): string | undefined;
  /** Timer handlers by kind. */
  readonly timers?: Readonly<Record<string, (payload: unknown, context: ActionContext) => Promise<void>>>;
  /** Called after every attempt to send a webhook that has a reference. @returns `stop` to cancel further retries */
  webhookReported?(report: WebhookReport, context: ActionContext): Promise<'stop' | undefined>;
  /** Seed records that are generated on first use. Reads outside requests call these functions. */
  readonly generatedRecords?: {
    /** Returns the collections whose records still have to be generated, with the keys of those records. */
    pending(
      context: UnitContext,
    ): Promise<readonly { readonly collection: string; readonly keys: readonly string[] }[]>;
    /** Generates and stores the records of a collection. */
    fill(collection: string, context: UnitContext): Promise<void>;
  };
  /** Seeds a sandbox. */
  seed?(data: unknown, seeding: SeedContext): Promise<void>;
  /**
   * Like `seed`, but independent of ids and the time of day, so that it runs only once per day. Creates nothing without
   * data.
   */
  seedOfDay?(data: unknown, seeding: DailySeedContext): Promise<void>;
}

export type SimulatorDefinition<Operations, Ctx extends HandlerContext = HandlerContext> = Omit<
  Simulator,
  'operations' | 'jobs' | 'settings' | 'actions' | 'timers'
> &
  Partial<Pick<Simulator, 'actions'>> & {
    readonly operations: OperationHandlers<Operations, Ctx>;
    readonly jobs?: readonly AnyJobKind[];
    readonly timers?: readonly TimerHandler[];
    readonly settings?: ReadonlyArray<ApiSetting<unknown>>;
  };

/**
 * Defines a simulator. A missing handler is a type error.
 * @throws Error if the handlers differ from the contract, or a name is repeated
 */
export function defineSimulator<Operations, Ctx extends HandlerContext = HandlerContext>(
  definition: SimulatorDefinition<Operations, Ctx>,
): Simulator {
  const handled = Object.keys(definition.operations).sort();
  const described = [...definition.contract.index.operationIds].sort();
  if (handled.join() !== described.join()) {
    const differing = [
      ...handled.filter((id) => !described.includes(id)),
      ...described.filter((id) => !handled.includes(id)),
    ];
    throw new Error(
      `Simulator ${definition.name}: the handlers differ from the operations of the contract: ${differing.join(', ')}`,
    );
  }
  const { jobs = [], timers = [], settings = [], actions = {} } = definition;
  const where = `Simulator ${definition.name}`;
  // JavaScript packages are not type-checked.
  const handmade = Object.entries(actions).find(([, action]) => typeof action.check !== 'function');
  if (handmade !== undefined) throw new TypeError(`${where}: create the action ${handmade[0]} with defineAction`);
  const handlers = Object.values(byName(where, 'timers', timers));
  return {
    ...definition,
    ...(isBundled(definition.contract) ? { records: definition.contract.records } : {}),
    actions,
    settings: byName(where, 'settings', settings),
    jobs: byName(where, 'jobs', jobs),
    timers: Object.fromEntries(handlers.map(({ name, run }) => [name, run])),
  };
}

function isBundled(contract: ApiContract): contract is ApiContract & EditableParts {
  return 'records' in contract;
}

function byName<Named extends { readonly name: string }>(
  where: string,
  what: 'jobs' | 'timers' | 'settings',
  all: readonly Named[],
): Readonly<Record<string, Named>> {
  if (!Array.isArray(all)) throw new TypeError(`${where}: ${what} must be a list`);
  const named = Object.fromEntries(all.map((one) => [one.name, one]));
  const twice = all.find((one) => named[one.name] !== one);
  if (twice !== undefined) throw new Error(`${where} has two ${what} named "${twice.name}"`);
  return named;
}
