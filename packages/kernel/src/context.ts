import type { Operation } from '@understudy/contract';
import type { SettingValues } from './api/define-setting.js';
import type { TextSigner } from './auth/signer.js';
import type { TokenService } from './auth/token-service.js';
import type { Caller, Owner } from './caller.js';
import type { IdGenerator } from './id-generator.js';
import type { RequestPreference } from './pipeline/preference.js';
import type { RandomSource } from './random.js';
import type { DataScope, DataScopes } from './store/scope.js';
import type { WorkerFunction } from './threads/worker-pool.js';
import type { TimerDefinition } from './unit/define-timer.js';
import type { JobRecord } from './unit/job-record.js';
import type { FeedClient } from './unit/live-feed.js';
import type { WebhookRequest } from './webhooks/webhook-policy.js';

/** The raw request, for handlers that need more than their typed input. */
export interface RawRequest {
  readonly method: string;
  /** Path and query, without the sandbox prefix. */
  readonly url: string;
  /** Headers with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** The capabilities available to API code. It must get time, ids and randomness only from here. */
export interface UnitContext {
  readonly api: string;
  readonly clock: { now(): Date };
  readonly ids: IdGenerator;
  readonly random: RandomSource;
  readonly settings: SettingValues;
  /** Data of each tenant, and data of the API as a whole. */
  readonly scopes: DataScopes;
  readonly jobs: JobClient;
  readonly timers: TimerScheduler;
  readonly webhooks: WebhookSender;
  readonly feed: FeedClient;
  readonly tokens: TokenService;
  /** Runs expensive work in a worker thread. @throws WorkTooCostlyError if it exceeds its limits */
  compute<Output>(work: WorkerFunction, input: unknown): Promise<Output>;
  /** Signs links with the sandbox's own key. */
  readonly signer: TextSigner;
}

export interface HandlerContext extends UnitContext {
  readonly operation: Operation;
  /** The authenticated caller. Undefined without a token. */
  readonly caller: Caller | undefined;
  readonly request: RawRequest;
  readonly preference: RequestPreference;
  /** URL of the sandbox as the caller reached it, without a trailing slash. */
  readonly baseUrl: string;
  /** Data of the caller's tenant. @throws Error if the operation has no caller */
  readonly scope: DataScope;
  /** Adds a note for the caller to the journal and the log. */
  note(text: string | undefined): void;
}

/** A job to start, with its owner and dependencies. */
export interface JobRequest {
  readonly owner: Owner;
  /** Names of the data that the job uses. Jobs of the same owner that share a key run in order. */
  readonly keys: readonly string[];
  /** Id of a job that was announced earlier. Default: a new id. */
  readonly id?: string;
}

export interface JobKindWithInput<Input, Outcome = unknown> {
  readonly name: string;
  load(job: JobRecord<Input, Outcome>, ...more: never[]): Promise<unknown>;
}

/** The jobs of an API. */
export interface JobClient {
  /** Starts a job when the unit of work is committed. An existing id restarts that job. */
  start<Input>(kind: JobKindWithInput<Input>, input: NoInfer<Input>, order: JobRequest): Promise<JobRecord<Input>>;
  find(id: string): Promise<JobRecord | undefined>;
  /** Counts a status request, for the progression `polls`. */
  notePoll(id: string): void;
  /**
   * Completes live work immediately with its latest output, even if the request fails later.
   * @returns the job. Undefined if it does not exist
   */
  stop<Input, Outcome>(
    kind: JobKindWithInput<Input, Outcome>,
    id: string,
  ): Promise<JobRecord<Input, Outcome> | undefined>;
}

export interface TimerRequest<Payload> {
  readonly at: Date;
  readonly timer: TimerDefinition<Payload>;
  /** Passed to the handler. Stored as JSON. */
  readonly payload: NoInfer<Payload>;
}

/** Timers of an API, stored with the other writes of the unit of work. */
export interface TimerScheduler {
  /** @param order.at an instant in the past is due immediately @returns id of the timer */
  schedule<Payload>(order: TimerRequest<Payload>): Promise<string>;
  cancel(id: string): Promise<void>;
}

/** Webhooks of an API, sent in order after the commit. */
export interface WebhookSender {
  send(order: WebhookOrder): void;
  cancel(reference: string): void;
}

export interface WebhookOrder {
  /** Recorded in the journal. */
  readonly tenantId: string;
  /** Identifies the delivery in the reports of its attempts. */
  readonly reference: string;
  readonly request: WebhookRequest;
}
