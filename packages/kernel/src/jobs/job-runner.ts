import { eventLoopYield } from '../event-loop-yield.js';
import { createScopes } from '../store/scope.js';
import type { JobWork } from '../threads/worker-pool.js';
import { type JobRecord, type RunRecord, runRecords } from '../unit/job-record.js';
import type { AnyJobKind } from './job.js';
import { createRun, type JobRun, type RunOutput, RunQueues, toRunRecord } from './job-run.js';
import { createTransitionEntry, type JobsContext, loadRuns, storeProgress, storeResult } from './store-result.js';

const timerKind = 'job-progression';

/** Number of keys from which a job is slow enough to block other work. */
const manyKeys = 1000;

const ourFault: RunOutput = { failure: 'The job could not be processed because of an internal error.' };

/** Runs the jobs of a sandbox in worker threads, in order per key. */
export class JobRunner {
  #context: JobsContext;
  /** Runs by job id, in order of acceptance. */
  #runs = new Map<string, JobRun>();
  #queues = new RunQueues();

  constructor(context: JobsContext) {
    this.#context = context;
    context.clock.on(timerKind, async (payload) => {
      this.open(String(payload));
    });
  }

  /** Returns the initial state of a new job. @throws Error for an unknown kind */
  initialState(api: string, kind: string): string {
    return this.#kind(api, kind).machine.initial;
  }

  prepare({ api }: JobRecord): RunRecord {
    const { clock, progression } = this.#context;
    return { api, order: clock.reserve(), opened: false, polls: 0, progression: progression() };
  }

  accept(job: JobRecord, record: RunRecord): void {
    // A restarted job replaces its earlier run.
    this.#drop(job.id);
    const { journal, clock } = this.#context;
    journal.append(createTransitionEntry(job, { to: job.status, at: clock.now(), cause: job.cause }));
    const run = createRun(job, { kind: this.#kind(job.api, job.kind), cause: job.cause, record });
    this.#enqueue(run);
    this.#beginIfDue(run);
  }

  notePoll(id: string): void {
    const run = this.#run(id);
    if (run === undefined) return;
    run.polls += 1;
    const { progression } = run;
    // With other progressions, reading a job must write nothing.
    if (progression.kind !== 'polls') return;
    this.#changed(id);
    if (run.polls >= progression.polls) this.open(id);
  }

  /** Allows a job to finish regardless of its progression. @returns false if the job is final */
  open(id: string): boolean {
    const run = this.#run(id);
    if (run === undefined) return false;
    run.gate = 'open';
    this.#finishIfReady(run);
    return true;
  }

  /** Completes a job. Live work finishes with its latest output. @returns false if the job is final */
  async complete(id: string): Promise<boolean> {
    if (this.#run(id)?.kind.live === true) return await this.stop(id);
    const opened = this.open(id);
    if (opened) this.#changed(id);
    return opened;
  }

  /** Stops live work and completes its job with the latest output. @returns false if the job is final */
  async stop(id: string): Promise<boolean> {
    const run = this.#run(id);
    if (run === undefined) return false;
    run.begun = true;
    run.output ??= { value: run.progress?.value };
    run.live?.stop();
    this.open(id);
    await run.finished;
    return true;
  }

  /** Fails a job. @returns false if the job is final */
  fail(id: string, message: string): boolean {
    const run = this.#run(id);
    if (run === undefined) return false;
    run.begun = true;
    run.output = { failure: message };
    run.live?.stop();
    return this.open(id);
  }

  /** Loads the stored runs and repeats unfinished work with its original input. */
  async wake(): Promise<void> {
    this.clear();
    const runs = await loadRuns(this.#context);
    for (const run of runs) {
      this.#enqueue(run);
      // The first run in a queue began when it was accepted.
      if (this.#queues.isFirst(run)) run.loadAt = run.begunAt ?? run.job.acceptedAt;
    }
    for (const run of runs) this.#beginIfDue(run);
  }

  clear(): void {
    for (const run of this.#runs.values()) this.#stopRun(run);
    this.#runs.clear();
    this.#queues.clear();
  }

  #enqueue(run: JobRun): void {
    this.#runs.set(run.job.id, run);
    this.#queues.add(run);
    if (run.gate === 'closed') this.#applyProgression(run);
  }

  #changed(id: string): void {
    this.#context.kernel.changed(runRecords, id, () => {
      const run = this.#run(id);
      return run === undefined ? undefined : toRunRecord(run);
    });
  }

  #run(id: string): JobRun | undefined {
    return this.#runs.get(id);
  }

  #isPending(run: JobRun): boolean {
    return this.#runs.get(run.job.id) === run;
  }

  #drop(id: string): void {
    const run = this.#run(id);
    if (run === undefined) return;
    this.#stopRun(run);
    this.#beginNext(this.#leave(run));
  }

  #stopRun(run: JobRun): void {
    if (run.timer !== undefined) this.#context.clock.cancel(run.timer);
    run.live?.stop();
    run.abandoned.abort();
  }

  /** Removes a run. @returns the runs that are now first in their queues */
  #leave(run: JobRun): JobRun[] {
    this.#runs.delete(run.job.id);
    return this.#queues.leave(run);
  }

  #kind(api: string, name: string): AnyJobKind {
    const { jobs = {} } = this.#context.simulators.get(api) ?? {};
    const kind = Object.hasOwn(jobs, name) ? jobs[name] : undefined;
    if (kind === undefined) throw new Error(`Unknown job kind "${name}" of API ${api}`);
    return kind;
  }

  #applyProgression(run: JobRun): void {
    const { progression } = run;
    if (progression.kind === 'immediate' || (progression.kind === 'polls' && run.polls >= progression.polls))
      run.gate = 'open';
    const wait =
      progression.kind === 'after'
        ? progression.milliseconds
        : progression.kind === 'documented'
          ? run.kind.documentedDuration(run.job)
          : undefined;
    if (wait === undefined) return;
    const at = Date.parse(run.job.acceptedAt) + wait;
    run.timer = this.#context.clock.schedule({ at, kind: timerKind, payload: run.job.id, id: run.order });
  }

  #beginNext(waiting: readonly JobRun[]): void {
    for (const run of waiting) {
      if (run.begun || !this.#queues.isFirst(run)) continue;
      run.begunAt = this.#context.clock.now().toISOString();
      this.#changed(run.job.id);
      this.#beginIfDue(run);
    }
  }

  #beginIfDue(run: JobRun): void {
    if (run.begun || !this.#queues.isFirst(run)) return;
    run.begun = true;
    // On a running clock, live work can take minutes, so `settled` does not wait for it.
    const beside = run.kind.live === true && this.#context.clock.mode.mode !== 'manual';
    this.#context.clock.track(this.#compute(run), beside ? 'live' : 'work');
  }

  async #compute(run: JobRun): Promise<void> {
    const { sandbox, clock, computing } = this.#context;
    try {
      await leaveRoom(run);
      const scope = createScopes(sandbox.begin(), run.job.api).of(run.job.owner);
      const now = run.loadAt === undefined ? clock.now() : new Date(run.loadAt);
      const input = await run.kind.load(run.job, scope, now, clock.mode);
      const { api, kind } = run.job;
      const order = { ...run.kind.work, sandbox: sandbox.name, api, kind, input, abandoned: run.abandoned.signal };
      await leaveRoom(run);
      const output = run.kind.live === true ? await this.#watch(run, order) : await computing.run(order);
      run.output ??= { value: output };
    } catch (error) {
      // An abandoned run may have lost its thread.
      if (run.output !== undefined || !this.#isPending(run)) return;
      this.#context.onDefect(error, `work of ${run.job.api} job "${run.job.kind}"`);
      run.output ??= ourFault;
    }
    this.#finishIfReady(run);
  }

  async #watch(run: JobRun, order: JobWork): Promise<unknown> {
    const { clock, computing } = this.#context;
    // The run was stopped while it waited.
    if (run.output !== undefined || !this.#isPending(run)) return undefined;
    const { mode } = clock;
    const scale = mode.mode === 'manual' ? 0 : mode.mode === 'scaled' ? mode.scale : 1;
    run.live = computing.runLive(order, scale, (output) => this.#tell(run, output));
    const output = await run.live.output;
    // Stores the final progress, which is shown until the job's progression allows it to finish.
    this.#tell(run, output);
    await run.reporting;
    return output;
  }

  #tell(run: JobRun, output: unknown): void {
    if (run.output !== undefined || !this.#isPending(run)) return;
    run.progress = { value: output };
    run.reporting = run.reporting
      .then(() => storeProgress(this.#context.sandbox, run, output))
      .catch((error) => this.#context.onDefect(error, `progress of ${run.job.api} job "${run.job.kind}"`));
  }

  /** Stores the result of a job, or fails the job if that is impossible. */
  async #store(run: JobRun, output: RunOutput): Promise<void> {
    for (const each of [output, ourFault]) {
      try {
        await storeResult(this.#context, run, each);
        return;
      } catch (error) {
        this.#context.onDefect(error, `end of ${run.job.api} job "${run.job.kind}"`);
      }
    }
  }

  #finishIfReady(run: JobRun): void {
    if (run.output === undefined || run.gate === 'closed' || run.finishing || !this.#isPending(run)) return;
    // The run keeps its keys until it has finished.
    run.finishing = true;
    run.finished = this.#finish(run, run.output);
    this.#context.clock.track(run.finished);
  }

  async #finish(run: JobRun, output: RunOutput): Promise<void> {
    if (run.timer !== undefined) this.#context.clock.cancel(run.timer);
    try {
      await run.reporting;
      await leaveRoom(run);
      await this.#store(run, output);
      await leaveRoom(run);
    } finally {
      // A restarted job may have replaced the run.
      if (this.#isPending(run)) this.#beginNext(this.#leave(run));
      await this.#context.kernel.flush();
    }
  }
}

/** Yields to the event loop before further work on a job with many keys. */
async function leaveRoom(run: JobRun): Promise<void> {
  if (run.keys.length >= manyKeys) await eventLoopYield.next();
}
