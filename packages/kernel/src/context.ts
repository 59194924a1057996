import type { Operation } from '@understudy/contract';
import type { TokenService } from './auth/token-service.js';
import type { TimerDesk, WebhookDesk } from './background/outbox.js';
import type { Caller } from './caller.js';
import type { Ids } from './ids.js';
import type { JobDesk } from './jobs/job-desk.js';
import type { Work } from './jobs/worker-pool.js';
import type { Random } from './random.js';
import type { Scope, Scopes } from './store/scope.js';

/** The request as it came, for the few handlers that need more than their typed input. */
export interface RawRequest {
  readonly method: string;
  /** Path and query, without the sandbox prefix. */
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** What a handler may ask for. Time, ids and chance come from here and from nowhere else. */
export interface Context {
  readonly api: string;
  readonly operation: Operation;
  readonly clock: { now(): Date };
  readonly ids: Ids;
  readonly random: Random;
  /** Undefined on operations that need no token. */
  readonly caller: Caller | undefined;
  readonly request: RawRequest;
  /** Address of the simulators as the caller reached them, sandbox prefix included, without a slash at the end. */
  readonly baseUrl: string;
  /** The values of the API's settings in this sandbox. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Data of one tenant, and data that belongs to no tenant. */
  readonly scopes: Scopes;
  /** Data of the caller and the tenant of this request. @throws Error on an operation without either */
  readonly scope: Scope;
  readonly jobs: JobDesk;
  readonly timers: TimerDesk;
  readonly webhooks: WebhookDesk;
  readonly tokens: TokenService;
  /**
   * Computes something in a worker thread, with bounds on time and memory: what reads what a caller has sent, and what
   * would hold up other requests in this one. The answer's type is the caller's word.
   *
   * @throws WorkTooCostly when it took too long or too much memory
   */
  compute<Output>(work: Work, input: unknown): Promise<Output>;
  /** Signs texts with a key of this sandbox, for links that authenticate themselves. */
  readonly signer: Signer;
}

export interface Signer {
  /** HMAC-SHA256 as lower-case hex. */
  sign(text: string): string;
  /** Compares in constant time. */
  verify(text: string, signature: string): boolean;
}
