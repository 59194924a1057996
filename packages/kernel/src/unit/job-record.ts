import type { Owner } from '../caller.js';
import { defineCollection } from '../store/define-collection.js';
import type { Progression } from '../time/progression.js';

/** A stored job. Instants are ISO 8601. */
export interface JobRecord<Input = unknown, Outcome = unknown> {
  readonly id: string;
  readonly api: string;
  readonly kind: string;
  readonly owner: Owner;
  /** Jobs with a common key run in order of acceptance. */
  readonly keys: readonly string[];
  readonly input: Input;
  readonly status: string;
  /** Present in a final state. */
  readonly outcome?: Outcome;
  /** Latest output of unfinished live work. */
  readonly progress?: unknown;
  readonly acceptedAt: string;
  /** Time of the first output of live work. */
  readonly startedAt?: string;
  readonly finishedAt?: string;
  /** Number of starts of the same id. */
  readonly run: number;
  /** Status requests during this run. */
  readonly polls: number;
  /** Journal number of its request. */
  readonly cause: number;
}

/** The jobs of an API, by id. */
export const jobRecords = defineCollection<JobRecord>('jobs');

/** An unfinished run; its job has the other facts. */
export interface RunRecord {
  readonly api: string;
  /** Its position among the runs and timers of the sandbox. */
  readonly order: number;
  /** Whether it was completed manually. */
  readonly opened: boolean;
  /** Status requests for the progression `polls`. */
  readonly polls: number;
  readonly progression: Progression;
  /** ISO 8601 instant at which it began, if later than its acceptance. */
  readonly begunAt?: string;
}

/** By job id. */
export const runRecords = defineCollection<RunRecord>('runs');
