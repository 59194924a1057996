import type { Owner } from '../caller.js';
import { defineCollection } from '../store/define-collection.js';
import type { Progression } from '../time/progression.js';

/** A job as it is stored. Instants are ISO 8601. */
export interface JobRecord<Input = unknown, Outcome = unknown> {
  readonly id: string;
  readonly api: string;
  readonly kind: string;
  readonly owner: Owner;
  /** Jobs that share a key run one after another, in the order of acceptance. */
  readonly keys: readonly string[];
  readonly input: Input;
  readonly status: string;
  /** Present once the job is final. */
  readonly outcome?: Outcome;
  /** Of live work: the latest output told, while the job is not final. */
  readonly progress?: unknown;
  readonly acceptedAt: string;
  /** Of live work: when it told its first output. */
  readonly startedAt?: string;
  readonly finishedAt?: string;
  /** Counts the restarts of the same id, from 1. */
  readonly run: number;
  /** Status reads that saw this run under way. */
  readonly polls: number;
  /** Journal number of the request that started it. */
  readonly cause: number;
}

/** The jobs of an API, by their ids. */
export const jobRecords = defineCollection<JobRecord>('jobs');

/** A run that is not finished, as it is stored; the rest is in the record of the job. */
export interface RunRecord {
  readonly api: string;
  /** Its number among the runs and timers of the sandbox. */
  readonly order: number;
  /** Whether it was opened by hand. */
  readonly opened: boolean;
  /** Status reads that saw it, counted for the progression `polls`. */
  readonly polls: number;
  readonly progression: Progression;
  /** ISO 8601 instant at which its work began; absent when it began as soon as it was accepted, or has not begun. */
  readonly begunAt?: string;
}

/** By the ids of the jobs. */
export const runRecords = defineCollection<RunRecord>('runs');
