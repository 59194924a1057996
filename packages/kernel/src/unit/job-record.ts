import type { Owner } from '../caller.js';
import { defineCollection } from '../store/define-collection.js';

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
