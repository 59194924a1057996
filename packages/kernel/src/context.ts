import type { Operation } from '@understudy/contract';
import type { SettingValues } from './api/define-setting.js';
import type { Signer } from './auth/signer.js';
import type { TokenService } from './auth/token-service.js';
import type { Caller } from './caller.js';
import type { Ids } from './ids.js';
import type { Preference } from './pipeline/preference.js';
import type { Random } from './random.js';
import type { Scope, Scopes } from './store/scope.js';
import type { Work } from './threads/worker-pool.js';
import type { JobClient } from './unit/job-desk.js';
import type { TimerScheduler } from './unit/timer-desk.js';
import type { WebhookSender } from './unit/webhook-desk.js';

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
