import type { ClockMode } from '../clock-setting.js';
import type { DataScope } from '../store/scope.js';
import type { WorkerFunction } from '../threads/worker-pool.js';
import type { JobRecord } from '../unit/job-record.js';
import type { WebhookRequest } from '../webhooks/webhook-policy.js';

/** The states and transitions of a job kind. */
export interface JobStateMachine {
  readonly initial: string;
  /** The state of live work after its first output. */
  readonly underWay?: string;
  readonly moves: Readonly<Record<string, readonly string[]>>;
}

export interface JobResult<Outcome> {
  readonly status: string;
  readonly outcome: Outcome;
}

/** A kind of job. `load` runs when the job starts; `apply` runs in the same unit of work as the final transition. */
export interface JobKind<Input, Loaded, Output, Outcome> {
  /** Unique within an API. Stored with each job. */
  readonly name: string;
  readonly machine: JobStateMachine;
  /** An exported function of a built module. It is called with the result of `load`. */
  readonly work: WorkerFunction;
  /**
   * True if the work receives a `ProgressChannel` and can be stopped. On a manual clock it must finish without reading
   * the time. If a job is stopped before its first output, `apply` receives `undefined`.
   */
  readonly live?: boolean;
  load(job: JobRecord<Input, Outcome>, scope: DataScope, now: Date, clock: ClockMode): Promise<Loaded>;
  apply(job: JobRecord<Input, Outcome>, output: Output, scope: DataScope, now: Date): Promise<JobResult<Outcome>>;
  failed(job: JobRecord<Input, Outcome>, message: string): JobResult<Outcome>;
  notification(job: JobRecord<Input, Outcome>): WebhookRequest | undefined;
  /** Reduces the stored input of a finished job to save space. */
  slim?(input: Input): Input;
  /** Returns the documented duration of a job in milliseconds. */
  documentedDuration(job: JobRecord<Input, Outcome>): number;
}

/** A job kind with any type parameters. */
// biome-ignore lint/suspicious/noExplicitAny: the kernel only passes each kind its own values
export type AnyJobKind = JobKind<any, any, any, any>;

export function isFinal(machine: JobStateMachine, status: string): boolean {
  return status !== machine.initial && status !== machine.underWay;
}
