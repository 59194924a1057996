import type { Owner } from '../caller.js';
import type { Progression } from '../clock-setting.js';
import { defineCollection } from '../store/define-collection.js';

/** A stored job. Instants are ISO 8601. */
export interface JobRecord<Input = unknown, Outcome = unknown> {
  readonly id: string;
  readonly api: string;
  readonly kind: string;
  readonly owner: Owner;
  /** Names of data. Jobs that share a key run in order of acceptance. */
  readonly keys: readonly string[];
  readonly input: Input;
  readonly status: string;
  /** Outcome of the job, if its state is final. */
  readonly outcome?: Outcome;
  /** Latest output of unfinished live work. */
  readonly progress?: unknown;
  readonly acceptedAt: string;
  /** Time of the first output of live work. */
  readonly startedAt?: string;
  readonly finishedAt?: string;
  /** Number of times that a job with this id was started. */
  readonly run: number;
  /** Number of status requests during this run. */
  readonly polls: number;
  /** Number of the journal entry of its request. */
  readonly cause: number;
}

export const jobRecords = defineCollection<JobRecord>('jobs');

/** An unfinished run of a job. The job's record contains the other facts. */
export interface RunRecord {
  readonly api: string;
  /** Position of the run among the runs and timers of the sandbox. */
  readonly order: number;
  /** True if the job was completed manually. */
  readonly opened: boolean;
  /** Number of status requests, for the progression `polls`. */
  readonly polls: number;
  readonly progression: Progression;
  /** ISO 8601 instant at which the run began, if later than its acceptance. */
  readonly begunAt?: string;
}

export const runRecords = defineCollection<RunRecord>('runs');
