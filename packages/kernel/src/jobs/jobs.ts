import type { Clock, Timer } from '../clock.js';
import type { Journal } from '../journal/journal.js';
import type { Simulator } from '../simulator.js';
import { inUnitOfWork } from '../store/in-unit-of-work.js';
import { scopesOf } from '../store/scope.js';
import type { Store } from '../store/store.js';
import type { Webhooks } from '../webhooks/webhooks.js';
import { type AnyJobKind, isFinal, type JobRecord, type JobResult } from './job.js';
import type { Progression } from './progression.js';
import type { WorkerPool } from './worker-pool.js';

/** What the jobs of a sandbox need from it. */
export interface JobsWorld {
  readonly sandbox: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly webhooks: Webhooks;
  readonly pool: WorkerPool;
  readonly simulators: ReadonlyMap<string, Simulator>;
  progression(): Progression;
  onDefect(error: unknown, what: string): void;
}

/** One run of a job, from acceptance to its final state. */
interface Run {
  readonly job: JobRecord;
  readonly kind: AnyJobKind;
  readonly cause: number | null;
  begun: boolean;
  finishing: boolean;
  /** Set when the work is done. */
  output?: { value: unknown } | { failure: string };
  gate: 'closed' | 'open';
  /** As it was when the job was accepted: a change of the setting is for later jobs. */
  readonly progression: Progression;
  polls: number;
  timer?: Timer;
}

/** A run that is not finished, as a snapshot keeps it: the rest is in the store. */
export interface PendingRun {
  readonly jobId: string;
  readonly api: string;
  readonly opened: boolean;
  readonly polls: number;
  readonly progression: Progression;
}

const timerKind = 'job-progression';

/** Runs the jobs of one sandbox: in order per key, computed in worker threads, final when work and progression agree. */
export class Jobs {
  #world: JobsWorld;
  #runs: Run[] = [];

  constructor(world: JobsWorld) {
    this.#world = world;
    world.clock.on(timerKind, async (payload) => {
      this.open(String(payload));
    });
  }

  /** Takes over a job whose record is committed. */
  accept(job: JobRecord): void {
    // The same id started anew: an earlier run that is still under way must not overwrite the new one.
    this.#drop(job.id);
    this.#journal(job, undefined, job.status, job.cause);
    this.#add({
      job,
      kind: this.#kind(job),
      cause: job.cause,
      begun: false,
      finishing: false,
      gate: 'closed',
      polls: 0,
      progression: this.#world.progression(),
    });
  }

  /** A caller saw the job running. */
  notePoll(id: string): void {
    const run = this.#run(id);
    if (run === undefined) return;
    run.polls += 1;
    const { progression } = run;
    if (progression.kind === 'polls' && run.polls >= progression.polls) this.open(id);
  }

  /** Lets a job become final as soon as its work is done, whatever the progression. @returns false when it is final */
  open(id: string): boolean {
    const run = this.#run(id);
    if (run === undefined) return false;
    run.gate = 'open';
    this.#finishIfReady(run);
    return true;
  }

  /** Ends a job as failed, whatever its work would have given. @returns false when it is final */
  fail(id: string, message: string): boolean {
    const run = this.#run(id);
    if (run === undefined) return false;
    run.begun = true;
    run.output = { failure: message };
    run.gate = 'open';
    this.#finishIfReady(run);
    return true;
  }

  /** The runs that are not finished, in the order of acceptance. */
  pending(): PendingRun[] {
    return this.#runs.map(({ job, gate, polls, progression }) => ({
      jobId: job.id,
      api: job.api,
      opened: gate === 'open',
      polls,
      progression,
    }));
  }

  /** Takes up runs that {@link Jobs.pending} named; their records are in the store. */
  async resume(pending: readonly PendingRun[]): Promise<void> {
    const unit = this.#world.store.begin(this.#world.sandbox);
    for (const { jobId, api, opened, polls, progression } of pending) {
      const job = await scopesOf(unit, api).shared.collection<JobRecord>('jobs').get(jobId);
      if (job === undefined) continue;
      const gate = opened ? 'open' : 'closed';
      this.#add({ job, kind: this.#kind(job), cause: null, begun: false, finishing: false, gate, polls, progression });
    }
  }

  /** Forgets everything; for a sandbox that is reset. */
  clear(): void {
    for (const run of this.#runs) if (run.timer !== undefined) this.#world.clock.cancel(run.timer);
    this.#runs = [];
  }

  #add(run: Run): void {
    this.#runs.push(run);
    if (run.gate === 'closed') this.#applyProgression(run);
    this.#pump();
  }

  #run(id: string): Run | undefined {
    return this.#runs.find((run) => run.job.id === id);
  }

  #drop(id: string): void {
    const run = this.#run(id);
    if (run?.timer !== undefined) this.#world.clock.cancel(run.timer);
    this.#runs = this.#runs.filter((other) => other !== run);
  }

  #kind(job: JobRecord): AnyJobKind {
    const kind = this.#world.simulators.get(job.api)?.jobs[job.kind];
    if (kind === undefined) throw new Error(`API ${job.api} has no jobs of kind "${job.kind}"`);
    return kind;
  }

  #applyProgression(run: Run): void {
    const { progression } = run;
    if (progression.kind === 'immediate') run.gate = 'open';
    const wait =
      progression.kind === 'after'
        ? progression.milliseconds
        : progression.kind === 'documented'
          ? run.kind.documentedDuration(run.job)
          : undefined;
    if (wait === undefined) return;
    const at = Date.parse(run.job.acceptedAt) + wait;
    run.timer = this.#world.clock.schedule({ at, kind: timerKind, payload: run.job.id });
  }

  /** Begins every job whose turn it is. */
  #pump(): void {
    const held = new Set<string>();
    for (const run of [...this.#runs]) {
      const keys = run.job.keys.map((key) => JSON.stringify([run.job.api, run.job.owner, key]));
      if (!run.begun && !keys.some((key) => held.has(key))) {
        run.begun = true;
        this.#world.clock.track(this.#compute(run));
      }
      for (const key of keys) held.add(key);
    }
  }

  async #compute(run: Run): Promise<void> {
    const { store, sandbox, clock, pool } = this.#world;
    try {
      const scope = scopesOf(store.begin(sandbox), run.job.api).of(run.job.owner);
      const loaded = await run.kind.load(run.job, scope, clock.now());
      run.output ??= { value: await pool.run({ ...run.kind.work, input: loaded }) };
    } catch (error) {
      this.#world.onDefect(error, `work of ${run.job.api} job "${run.job.kind}"`);
      run.output ??= { failure: 'The job could not be processed because of an internal error.' };
    }
    this.#finishIfReady(run);
  }

  #finishIfReady(run: Run): void {
    if (run.output === undefined || run.gate === 'closed' || run.finishing || !this.#runs.includes(run)) return;
    // It stays among the runs, and so holds its keys, until it has finished.
    run.finishing = true;
    this.#world.clock.track(this.#finish(run, run.output));
  }

  async #finish(run: Run, output: { value: unknown } | { failure: string }): Promise<void> {
    if (run.timer !== undefined) this.#world.clock.cancel(run.timer);
    try {
      const final = await this.#store(run, output);
      if (final === undefined) return;
      this.#journal(final, run.kind.machine.initial, final.status, run.cause);
      const notification = run.kind.notification(final);
      if (notification !== undefined) {
        const { api, id: jobId, owner } = final;
        this.#world.webhooks.send({ api, jobId, tenantId: owner.tenantId, cause: run.job.cause }, notification);
      }
    } catch (error) {
      this.#world.onDefect(error, `end of ${run.job.api} job "${run.job.kind}"`);
    } finally {
      this.#runs = this.#runs.filter((other) => other !== run);
      this.#pump();
    }
  }

  /** @returns the final record, or undefined when the job is not ours to finish any more */
  async #store(run: Run, output: { value: unknown } | { failure: string }): Promise<JobRecord | undefined> {
    const { store, sandbox, clock } = this.#world;
    return await inUnitOfWork(store, sandbox, async (unit) => {
      const scopes = scopesOf(unit, run.job.api);
      const jobs = scopes.shared.collection<JobRecord>('jobs');
      const current = await jobs.get(run.job.id);
      if (current === undefined || current.run !== run.job.run || isFinal(run.kind.machine, current.status)) return;
      const result: JobResult<unknown> =
        'failure' in output
          ? run.kind.failed(current, output.failure)
          : await run.kind.apply(current, output.value, scopes.of(current.owner), clock.now());
      if (!run.kind.machine.moves[current.status]?.includes(result.status)) {
        throw new Error(`A job cannot move from ${current.status} to ${result.status}`);
      }
      const final: JobRecord = {
        ...current,
        ...result,
        input: run.kind.slim?.(current.input) ?? current.input,
        polls: run.polls,
        finishedAt: clock.now().toISOString(),
      };
      await jobs.put(final.id, final);
      return final;
    });
  }

  #journal(job: JobRecord, from: string | undefined, to: string, cause: number | null) {
    return this.#world.journal.append({
      at: this.#world.clock.now().toISOString(),
      type: 'transition',
      cause,
      api: job.api,
      tenantId: job.owner.tenantId,
      jobId: job.id,
      ...(from === undefined ? {} : { from }),
      to,
    });
  }
}
