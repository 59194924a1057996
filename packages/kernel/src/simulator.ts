import type { ApiContract, Finding, OpenApiDocument, Operation, SizeLimits } from '@understudy/contract';
import type { Setting } from './api/define-setting.js';
import type { View } from './api/define-view.js';
import type { InputSchema } from './api/input-schema.js';
import type { TokenFault } from './auth/token-service.js';
import type { Caller } from './caller.js';
import type { Context, TimerScheduler, UnitContext } from './context.js';
import type { Handlers } from './handlers.js';
import type { Ids } from './ids.js';
import type { AnyJobKind } from './jobs/job.js';
import type { KernelRefusals, Refusal } from './refusal.js';
import type { Scopes } from './store/scope.js';
import type { TimerHandler } from './when-due.js';

/** An error body, ready to send. */
export interface Envelope {
  readonly mediaType: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The status, where the API has another one for what was refused. */
  readonly status?: number;
}

/** What of a request says who sent it. */
export interface Credentials {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** What an API that admits callers itself may ask for. */
export type Admission = Pick<UnitContext, 'tokens' | 'settings'>;

/** What an error body may need besides the refusal. */
export interface EnvelopeFacts {
  readonly operationId: string | undefined;
  readonly now: Date;
  readonly ids: Pick<Ids, 'next'>;
}

/** What only the outside world can do to an API; run through the control plane. Made by `defineAction`. */
export interface Action {
  readonly summary: string;
  /** JSON Schema of its input. */
  readonly input: InputSchema;
  /** What differs from the schema, members that it does not name among it; fills its defaults in. */
  check(input: Record<string, unknown>): Finding[];
  /** @returns findings about an input that fits the schema, or the answer */
  run(input: Readonly<Record<string, unknown>>, context: ActionContext): Promise<Finding[] | Record<string, unknown>>;
}

/** What work outside a request may use. */
export type ActionContext = UnitContext;

/** What became of one attempt at a webhook that was sent with a reference. */
export interface WebhookReport {
  readonly reference: string;
  readonly tenantId: string;
  readonly outcome: 'delivered' | 'failed' | 'refused';
  /** From 1. */
  readonly attempt: number;
  /** Whether no further attempt follows. */
  readonly last: boolean;
}

/** What a simulator may use to fill a new sandbox. */
export interface Seeding {
  readonly scopes: Scopes;
  readonly now: Date;
  readonly ids: Ids;
  /** What is due later; the clock is set for it when the sandbox has its records. */
  readonly timers: TimerScheduler;
}

/** What a simulator may use to make records that sandboxes of the same seed and day share. */
export interface SeedingOfDay {
  readonly scopes: Scopes;
  /** The sandbox's calendar date by UTC. */
  readonly today: string;
  /** Whether the seed came by its name, so that it ships with the program and was checked by its tests. */
  readonly trusted: boolean;
}

/** The stateful server side of one API. */
export interface Simulator {
  readonly name: string;
  readonly contract: ApiContract;
  // biome-ignore lint/suspicious/noExplicitAny: typed where it is defined, by defineSimulator
  readonly operations: Readonly<Record<string, (input: any, context: any) => Promise<any>>>;
  readonly refusals: KernelRefusals;
  readonly jobs: Readonly<Record<string, AnyJobKind>>;
  readonly settings: Readonly<Record<string, Setting<unknown>>>;
  readonly actions: Readonly<Record<string, Action>>;
  /** How people are shown its records; by `defineView`. */
  readonly views?: readonly View[];
  /** The most that a body may hold, where handlers work on all of it at once; of no body, by default. */
  readonly bodyLimits?: SizeLimits;
  /** Whether handlers get a form as the object its schema describes, not as its pairs. */
  readonly readsForms?: boolean;
  /** What a request is refused for by the form of its bodies, before its headers are checked one by one: 415 and 406. */
  checkMediaTypes?(operation: Operation, headers: Readonly<Record<string, string>>): Refusal | undefined;
  /**
   * Authenticates callers as the API describes.
   * @returns the caller of a token, undefined for an admitted caller, or an error
   */
  admit?(operation: Operation, credentials: Credentials, context: Admission): Promise<Caller | Refusal | undefined>;
  /** The same for a description that was changed, where what it does depends on the description. */
  withDescription?(document: OpenApiDocument): Simulator;
  /** Whether its answers have a Content-Security-Policy of their own. Pages of other APIs get an opaque origin. */
  readonly hasOwnPages?: true;
  /** Checks access tokens that this API issues by its own keys. @returns undefined for a text that is none of them */
  checkToken?(token: string, context: ActionContext): Promise<Caller | TokenFault | undefined>;
  envelope(refusal: Refusal, facts: EnvelopeFacts): Envelope;
  /** The scope that a token needs for this API, checked after the token itself; undefined when the token will do. */
  checkScope?(scopes: readonly string[], operation: Operation): Refusal | undefined;
  /** The tenant that a request speaks for, from its typed headers or from who sent it. */
  tenantOf?(headers: Readonly<Record<string, unknown>>, caller?: Caller): string | undefined;
  /** What to do when a timer that a handler, an action or another timer has set is due; by kind. */
  readonly timers?: Readonly<Record<string, (payload: unknown, context: ActionContext) => Promise<void>>>;
  /** Called with every attempt at a webhook sent with a reference. @returns `stop` when no retry shall follow */
  webhookReported?(report: WebhookReport, context: ActionContext): Promise<'stop' | undefined>;
  /** Fills a sandbox from the API's part of a seed. */
  seed?(data: unknown, seeding: Seeding): Promise<void>;
  /**
   * Like `seed`, but independent of ids and the time of day, so that it runs once per day. Creates nothing without
   * data.
   */
  seedOfDay?(data: unknown, seeding: SeedingOfDay): Promise<void>;
}

/** A simulator whose handlers are checked against the generated `operations` of its contract. */
export type SimulatorDefinition<Operations, Ctx extends Context = Context> = Omit<
  Simulator,
  'operations' | 'jobs' | 'settings' | 'actions' | 'timers'
> &
  Partial<Pick<Simulator, 'actions'>> & {
    readonly operations: Handlers<Operations, Ctx>;
    readonly jobs?: readonly AnyJobKind[];
    readonly timers?: readonly TimerHandler[];
    readonly settings?: ReadonlyArray<Setting<unknown>>;
  };

/**
 * Defines a simulator. A missing handler is a type error.
 * @throws Error if contract and handlers differ, or a name is repeated
 */
export function defineSimulator<Operations, Ctx extends Context = Context>(
  definition: SimulatorDefinition<Operations, Ctx>,
): Simulator {
  const handled = Object.keys(definition.operations).sort();
  const described = [...definition.contract.index.operationIds].sort();
  if (handled.join() !== described.join()) {
    const differing = [
      ...handled.filter((id) => !described.includes(id)),
      ...described.filter((id) => !handled.includes(id)),
    ];
    throw new Error(`Simulator ${definition.name}: handlers and contract differ in ${differing.join(', ')}`);
  }
  const { jobs = [], timers = [], settings = [], actions = {} } = definition;
  const where = `Simulator ${definition.name}`;
  // A package of someone else may not have been checked for types.
  const handmade = Object.entries(actions).find(([, action]) => typeof action.check !== 'function');
  if (handmade !== undefined) throw new TypeError(`${where}: the action ${handmade[0]} is not made by defineAction`);
  const handlers = Object.values(byName(where, 'timers', timers));
  return {
    ...definition,
    actions,
    settings: byName(where, 'settings', settings),
    jobs: byName(where, 'jobs', jobs),
    timers: Object.fromEntries(handlers.map(({ name, run }) => [name, run])),
  };
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
