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
import type { WebhookRequest } from './webhooks/webhook-policy.js';

/** The raw request, for handlers that need more than their typed input. */
export interface RawRequest {
  readonly method: string;
  /** Path and query, without the sandbox prefix. */
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** The capabilities of API code. Time, ids and randomness must come from here. */
export interface UnitContext {
  readonly api: string;
  readonly clock: { now(): Date };
  readonly ids: IdGenerator;
  readonly random: RandomSource;
  readonly settings: SettingValues;
  /** Data of each tenant and of the API as a whole. */
  readonly scopes: DataScopes;
  readonly jobs: JobClient;
  readonly timers: TimerScheduler;
  readonly webhooks: WebhookSender;
  readonly tokens: TokenService;
  /** Runs expensive work in a worker thread. @throws WorkTooCostly if it exceeds its limits */
  compute<Output>(work: WorkerFunction, input: unknown): Promise<Output>;
  /** Signs links with a key of this sandbox. */
  readonly signer: TextSigner;
}

export interface HandlerContext extends UnitContext {
  readonly operation: Operation;
  /** Undefined without a token. */
  readonly caller: Caller | undefined;
  readonly request: RawRequest;
  readonly preference: RequestPreference;
  /** URL of the sandbox as the caller reached it, without a trailing slash. */
  readonly baseUrl: string;
  /** Data of the caller's tenant. @throws Error for an operation without one */
  readonly scope: DataScope;
  /** Adds a note for the caller to the journal and the log. */
  note(text: string | undefined): void;
}

/** The owner of a job, and its dependencies. */
export interface JobRequest {
  readonly owner: Owner;
  /** Names of data. Jobs of an owner with a common key run in order. */
  readonly keys: readonly string[];
  /** The id of a job that was announced before; a new one by default. */
  readonly id?: string;
}

export interface JobKindWithInput<Input, Outcome = unknown> {
  readonly name: string;
  load(job: JobRecord<Input, Outcome>, ...more: never[]): Promise<unknown>;
}

/** The jobs of an API. */
export interface JobClient {
  /** Starts a job when the unit of work is committed. An existing id restarts its job. */
  start<Input>(kind: JobKindWithInput<Input>, input: NoInfer<Input>, order: JobRequest): Promise<JobRecord<Input>>;
  find(id: string): Promise<JobRecord | undefined>;
  /** Counts a status request for the progression `polls`. */
  notePoll(id: string): void;
  /**
   * Completes live work at once with its latest output, even if the request fails later.
   * @returns the job; undefined if it does not exist
   */
  stop<Input, Outcome>(
    kind: JobKindWithInput<Input, Outcome>,
    id: string,
  ): Promise<JobRecord<Input, Outcome> | undefined>;
}

export interface TimerRequest<Payload> {
  readonly at: Date;
  readonly timer: TimerDefinition<Payload>;
  /** Passed to the handler, stored as JSON. */
  readonly payload: NoInfer<Payload>;
}

/** Timers of the API, stored with the other writes. */
export interface TimerScheduler {
  /** @param order.at a past instant is due immediately @returns id of the timer */
  schedule<Payload>(order: TimerRequest<Payload>): Promise<string>;
  cancel(id: string): Promise<void>;
}

/** Webhooks of the API, sent in order after the commit. */
export interface WebhookSender {
  send(order: WebhookOrder): void;
  cancel(reference: string): void;
}

export interface WebhookOrder {
  /** For the journal. */
  readonly tenantId: string;
  /** Identifies the delivery in each report. */
  readonly reference: string;
  readonly request: WebhookRequest;
}
