import type { Scope } from '../store/scope.js';
import type { Work } from '../threads/worker-pool.js';
import type { ClockMode } from '../time/clock-setting.js';
import type { JobRecord } from '../unit/job-record.js';
import type { WebhookRequest } from '../webhooks/webhook-policy.js';

/** The states of a job kind and the moves that are legal, as data. */
export interface JobMachine {
  readonly initial: string;
  /** Of live work: the state from the first output told, before the final one. */
  readonly underWay?: string;
  readonly moves: Readonly<Record<string, readonly string[]>>;
}

export interface JobResult<Outcome> {
  readonly status: string;
  readonly outcome: Outcome;
}

/** A kind of job. `load` runs when the job starts. `apply` runs in the same unit of work as the final transition. */
export interface JobKind<Input, Loaded, Output, Outcome> {
  /** Unique within an API; jobs are stored with it. */
  readonly name: string;
  readonly machine: JobMachine;
  /** Exported function of a built module, called with what `load` returned (structured clone). */
  readonly work: Work;
  /**
   * Whether the work gets a `ProgressChannel` and can be stopped. On a manual clock it must finish without reading the
   * time. A job stopped before its first report is applied with `undefined`.
   */
  readonly live?: boolean;
  load(job: JobRecord<Input, Outcome>, scope: Scope, now: Date, clock: ClockMode): Promise<Loaded>;
  apply(job: JobRecord<Input, Outcome>, output: Output, scope: Scope, now: Date): Promise<JobResult<Outcome>>;
  /** The result of a job whose work failed, or that was failed by hand. */
  failed(job: JobRecord<Input, Outcome>, message: string): JobResult<Outcome>;
  /** The request to send when the job is final. */
  notification(job: JobRecord<Input, Outcome>): WebhookRequest | undefined;
  /** What is kept of the input once the job is final, when the whole of it would be a burden. */
  slim?(input: Input): Input;
  /** Milliseconds the documents name as usual for such a job. */
  documentedDuration(job: JobRecord<Input, Outcome>): number;
}

/** A job kind whose types are known to its simulator only. */
// biome-ignore lint/suspicious/noExplicitAny: the kernel hands each kind its own values back and looks into none
export type AnyJobKind = JobKind<any, any, any, any>;

/** Whether a job in this state can still move by itself. */
export function isFinal(machine: JobMachine, status: string): boolean {
  return status !== machine.initial && status !== machine.underWay;
}
