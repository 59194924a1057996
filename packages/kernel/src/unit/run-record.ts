import { defineCollection } from '../store/define-collection.js';
import type { Progression } from '../time/progression.js';

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
