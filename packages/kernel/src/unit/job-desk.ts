import type { Owner } from '../caller.js';
import type { JobRecord } from './job-record.js';

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
