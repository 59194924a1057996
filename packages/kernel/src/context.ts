import type { Operation } from '@understudy/contract';
import type { SettingValues } from './api/define-setting.js';
import type { Signer } from './auth/signer.js';
import type { TokenService } from './auth/token-service.js';
import type { Caller, Owner } from './caller.js';
import type { Ids } from './ids.js';
import type { Preference } from './pipeline/preference.js';
import type { Random } from './random.js';
import type { Scope, Scopes } from './store/scope.js';
import type { Work } from './threads/worker-pool.js';
import type { TimerDefinition } from './unit/define-timer.js';
import type { JobRecord } from './unit/job-record.js';
import type { WebhookRequest } from './webhooks/webhook-policy.js';

/** The request as it came, for the few handlers that need more than their typed input. */
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
  readonly ids: Ids;
  readonly random: Random;
  /** The values of the API's settings in this sandbox. */
  readonly settings: SettingValues;
  /** Data of one tenant, and data that belongs to no tenant. */
  readonly scopes: Scopes;
  readonly jobs: JobClient;
  readonly timers: TimerScheduler;
  readonly webhooks: WebhookSender;
  readonly tokens: TokenService;
  /** Runs expensive work in a worker thread. @throws WorkTooCostly if it exceeds its limits */
  compute<Output>(work: Work, input: unknown): Promise<Output>;
  /** Signs texts with a key of this sandbox, for links that authenticate themselves. */
  readonly signer: Signer;
}

/** What a handler may ask for. */
export interface Context extends UnitContext {
  readonly operation: Operation;
  /** Undefined on operations that need no token. */
  readonly caller: Caller | undefined;
  readonly request: RawRequest;
  /** The header `Prefer`. */
  readonly preference: Preference;
  /** Address of the simulators as the caller reached them, sandbox prefix included, without a slash at the end. */
  readonly baseUrl: string;
  /** Data of the caller and the tenant of this request. @throws Error on an operation without either */
  readonly scope: Scope;
  /** Writes into the journal and the log what the caller should know although the request is answered as it stands. */
  note(text: string | undefined): void;
}

/** The owner of a job, and what it has to wait for. */
export interface JobOrder {
  readonly owner: Owner;
  /** Names of what the job works on, within the owner's data; jobs that share one wait for each other. */
  readonly keys: readonly string[];
  /** Only for a job whose id was known before it started; otherwise a new id is made. */
  readonly id?: string;
}

/** A kind of job by what its jobs are started with and come to. */
export interface JobKindOf<Input, Outcome = unknown> {
  readonly name: string;
  load(job: JobRecord<Input, Outcome>, ...more: never[]): Promise<unknown>;
}

/** The jobs of one API, as a handler sees them. */
export interface JobClient {
  /** Stages a job; it is accepted when the request is committed. The same id again starts the job again. */
  start<Input>(kind: JobKindOf<Input>, input: NoInfer<Input>, order: JobOrder): Promise<JobRecord<Input>>;
  find(id: string): Promise<JobRecord | undefined>;
  /** Tells that a caller has seen the job running, which counts for the progression `polls`. */
  notePoll(id: string): void;
  /**
   * Completes live work at once with its latest output, even if the request fails later.
   * @returns the job; undefined if it does not exist
   */
  stop<Input, Outcome>(kind: JobKindOf<Input, Outcome>, id: string): Promise<JobRecord<Input, Outcome> | undefined>;
}

/** A timer that is to be set. */
export interface TimerOrder<Payload> {
  readonly at: Date;
  readonly timer: TimerDefinition<Payload>;
  /** What the handler is given; it is stored as JSON. */
  readonly payload: NoInfer<Payload>;
}

/** Work of the API for later. It is set, or taken back, together with what the unit of work writes. */
export interface TimerScheduler {
  /** @param order.at a past instant is due immediately @returns id of the timer */
  schedule<Payload>(order: TimerOrder<Payload>): Promise<string>;
  cancel(id: string): Promise<void>;
}

/** Webhooks that go out once the unit of work is committed, in the order in which they were handed in. */
export interface WebhookSender {
  send(order: WebhookOrder): void;
  /** Ends the attempts of the deliveries of this reference. */
  cancel(reference: string): void;
}

export interface WebhookOrder {
  /** Whom it concerns; for the journal. */
  readonly tenantId: string;
  /** The API's own reference of the delivery; comes back in every report. */
  readonly reference: string;
  readonly request: WebhookRequest;
}
