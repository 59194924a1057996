import type { Timer } from '../clock.js';
import type { LiveRun } from '../threads/worker-pool.js';
import type { Progression } from '../time/progression.js';
import type { JobRecord, RunRecord } from '../unit/job-record.js';
import type { AnyJobKind } from './job.js';

/** The outcome of a job's work. */
export type RunOutput = { readonly value: unknown } | { readonly failure: string };

/** One run of a job, from acceptance to its final state. */
export interface Run {
  readonly job: JobRecord;
  readonly kind: AnyJobKind;
  /** Its keys, apart from those of other APIs and owners. */
  readonly keys: readonly string[];
  readonly cause: number | null;
  begun: boolean;
  finishing: boolean;
  /** Set when the work is done. */
  output?: RunOutput;
  gate: 'closed' | 'open';
  /** As it was when the job was accepted: a change of the setting is for later jobs. */
  readonly progression: Progression;
  polls: number;
  readonly order: number;
  begunAt?: string;
  /** ISO 8601 instant that work which is done again was given the first time. */
  loadAt?: string;
  timer?: Timer;
  /** Aborted when no one waits for its work any more. */
  readonly abandoned: AbortController;
  /** Of live work. */
  live?: LiveRun;
  /** The latest output that live work told. */
  progress?: { value: unknown };
  /** Outputs are stored one after another. */
  reporting: Promise<void>;
  /** Resolves when the job is final. */
  finished?: Promise<void>;
}

/** A run that is to begin; `told` is taken from the record of the job. */
export function newRun(
  job: JobRecord,
  { kind, cause, record }: { readonly kind: AnyJobKind; readonly cause: number | null; readonly record: RunRecord },
): Run {
  const told = job.progress === undefined ? {} : { told: { value: job.progress } };
  const { opened, polls, progression, order, begunAt } = record;
  return {
    job,
    kind,
    cause,
    keys: keysOf(job),
    begun: false,
    finishing: false,
    gate: opened ? 'open' : 'closed',
    progression,
    polls,
    order,
    ...(begunAt === undefined ? {} : { begunAt }),
    abandoned: new AbortController(),
    reporting: Promise.resolve(),
    ...told,
  };
}

/** What is stored of a run. */
export function recordOf({ job, order, gate, polls, progression, begunAt }: Run): RunRecord {
  return {
    api: job.api,
    order,
    opened: gate === 'open',
    polls,
    progression,
    ...(begunAt === undefined ? {} : { begunAt }),
  };
}

function keysOf({ api, owner, keys }: JobRecord): string[] {
  const owned = JSON.stringify([api, owner]);
  return [...new Set(keys)].map((key) => owned + key);
}
