import { stringifyJson } from '@understudy/contract';
import type { ScheduledTimer } from '../clock.js';
import type { Progression } from '../clock-setting.js';
import { FifoQueue } from '../fifo-queue.js';
import type { LiveWork } from '../threads/worker-pool.js';
import type { JobRecord, RunRecord } from '../unit/job-record.js';
import type { AnyJobKind } from './job.js';

export type RunOutput = { readonly value: unknown } | { readonly failure: string };

export interface JobRun {
  readonly job: JobRecord;
  readonly kind: AnyJobKind;
  /** The job's keys, extended to be unique across APIs and owners. */
  readonly keys: readonly string[];
  readonly cause: number | null;
  begun: boolean;
  finishing: boolean;
  output?: RunOutput;
  gate: 'closed' | 'open';
  /** The progression when the job was accepted. Later changes to the setting do not affect it. */
  readonly progression: Progression;
  polls: number;
  readonly order: number;
  begunAt?: string;
  /** ISO 8601 instant at which the input was first loaded, for repeated work. */
  loadAt?: string;
  timer?: ScheduledTimer;
  /** Aborted when the output is no longer needed. */
  readonly abandoned: AbortController;
  live?: LiveWork;
  progress?: { value: unknown };
  /** Resolves when the outputs so far are stored, so that outputs are stored in order. */
  reporting: Promise<void>;
  finished?: Promise<void>;
}

export function createRun(
  job: JobRecord,
  { kind, cause, record }: { readonly kind: AnyJobKind; readonly cause: number | null; readonly record: RunRecord },
): JobRun {
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
    ...(job.progress === undefined ? {} : { progress: { value: job.progress } }),
  };
}

export function toRunRecord({ job, order, gate, polls, progression, begunAt }: JobRun): RunRecord {
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
  const owned = stringifyJson([api, owner]);
  return [...new Set(keys)].map((key) => owned + key);
}

export class RunQueues {
  #queues = new Map<string, FifoQueue<JobRun>>();

  add(run: JobRun): void {
    for (const key of run.keys) {
      const queue = this.#queues.get(key) ?? new FifoQueue();
      this.#queues.set(key, queue);
      queue.push(run);
    }
  }

  isFirst(run: JobRun): boolean {
    return run.keys.every((key) => this.#queues.get(key)?.first === run);
  }

  /** Removes a run. @returns the runs that are now first in the queue of one of its keys */
  leave(run: JobRun): JobRun[] {
    const next: JobRun[] = [];
    for (const key of run.keys) {
      const queue = this.#queues.get(key);
      const wasFirst = queue?.first === run;
      queue?.delete(run);
      const first = queue?.first;
      if (first === undefined) this.#queues.delete(key);
      else if (wasFirst) next.push(first);
    }
    return next;
  }

  clear(): void {
    this.#queues.clear();
  }
}
