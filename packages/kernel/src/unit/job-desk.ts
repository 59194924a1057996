import type { Owner } from '../caller.js';
import type { JobRecord } from './job-record.js';

/** What a handler asks for when it starts a job. */
export interface JobOrder {
  kind: string;
  owner: Owner;
  /** Names of what the job works on, within the owner's data; jobs that share one wait for each other. */
  keys: readonly string[];
  input: unknown;
  /** Only for a job whose id was given out before it started; a new id is made otherwise. */
  id?: string;
}

/** The jobs of one API, as a handler sees them. */
export interface JobDesk {
  /** Stages a job; it is accepted when the request is committed. The same id again starts the job anew. */
  start(order: JobOrder): Promise<JobRecord>;
  find(id: string): Promise<JobRecord | undefined>;
  /** Tells that a caller has seen the job running, which counts for the progression `polls`. */
  notePoll(id: string): void;
  /**
   * Ends a job of live work at once, with the latest output it told, whatever the progression; done when this returns,
   * also when the request is refused afterwards.
   *
   * @returns the job as it is then; undefined when there is none
   */
  stop(id: string): Promise<JobRecord | undefined>;
}
