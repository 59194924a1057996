import { scopesOf } from '../store/scope.js';
import { Turns } from '../turns.js';
import { type JobRecord, jobRecords } from '../unit/job-record.js';
import type { AnyJobKind } from './job.js';
import type { JobsWorld } from './jobs-world.js';
import { newRun, type PendingRun, type Run, type RunOutput } from './run.js';
import { storeResult } from './store-result.js';
import { takeProgress } from './take-progress.js';
import { transition } from './transition.js';
import type { Work } from './worker-pool.js';

const timerKind = 'job-progression';

/** From this number of keys on, each thing that is done with a job takes long enough to be noticed by others. */
const manyKeys = 1000;
const turns = new Turns();

const ourFault: RunOutput = { failure: 'The job could not be processed because of an internal error.' };

/** Runs the jobs of one sandbox: in order per key, computed in worker threads, final when work and progression agree. */
export class Jobs {
  #world: JobsWorld;
  /** By the id of the job, in the order of acceptance. */
  #runs = new Map<string, Run>();
  /** By key: who runs, and who waits for it. */
  #queues = new Map<string, Run[]>();

  constructor(world: JobsWorld) {
    this.#world = world;
    world.clock.on(timerKind, async (payload) => {
      this.open(String(payload));
    });
  }

  /** The state that a new job of this kind is in. @throws Error when the API has no such kind */
  initialState(api: string, kind: string): string {
    return this.#kind(api, kind).machine.initial;
  }

  /** Takes over a job whose record is committed. */
  accept(job: JobRecord): void {
    // The same id started anew: an earlier run that is still under way must not overwrite the new one.
    this.#drop(job.id);
    const { journal, clock } = this.#world;
    journal.append(transition(job, { to: job.status, at: clock.now(), cause: job.cause }));
    const progression = this.#world.progression();
    this.#add(
      newRun(job, { kind: this.#kind(job.api, job.kind), cause: job.cause, gate: 'closed', polls: 0, progression }),
    );
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

  /** Ends a job by hand: live work with what it has told, other work as it will come out. @returns false when it is final */
  async complete(id: string): Promise<boolean> {
    return this.#run(id)?.kind.live === true ? await this.stop(id) : this.open(id);
  }

  /** Ends a job of live work at once, with the latest output it told. @returns false when it is final */
  async stop(id: string): Promise<boolean> {
    const run = this.#run(id);
    if (run === undefined) return false;
    run.begun = true;
    run.output ??= { value: run.told?.value };
    run.live?.stop();
    this.open(id);
    await run.finished;
    return true;
  }

  /** Ends a job as failed, whatever its work would have given. @returns false when it is final */
  fail(id: string, message: string): boolean {
    const run = this.#run(id);
    if (run === undefined) return false;
    run.begun = true;
    run.output = { failure: message };
    run.live?.stop();
    run.gate = 'open';
    this.#finishIfReady(run);
    return true;
  }

  /** The runs that are not finished, in the order of acceptance. */
  pending(): PendingRun[] {
    return [...this.#runs.values()].map(({ job, gate, polls, progression }) => ({
      jobId: job.id,
      api: job.api,
      opened: gate === 'open',
      polls,
      progression,
    }));
  }

  /** Takes up runs that {@link Jobs.pending} named; their records are in the store. */
  async resume(pending: readonly PendingRun[]): Promise<void> {
    const unit = this.#world.sandbox.begin();
    for (const { jobId, api, opened, polls, progression } of pending) {
      const job = await scopesOf(unit, api).shared.collection(jobRecords).get(jobId);
      if (job === undefined) continue;
      const gate = opened ? 'open' : 'closed';
      this.#add(newRun(job, { kind: this.#kind(job.api, job.kind), cause: null, gate, polls, progression }));
    }
  }

  /** Forgets everything; for a sandbox that is reset. */
  clear(): void {
    for (const run of this.#runs.values()) this.#stopRun(run);
    this.#runs.clear();
    this.#queues.clear();
  }

  #add(run: Run): void {
    this.#runs.set(run.job.id, run);
    for (const key of run.keys) {
      const queue = this.#queues.get(key);
      if (queue === undefined) this.#queues.set(key, [run]);
      else queue.push(run);
    }
    if (run.gate === 'closed') this.#applyProgression(run);
    this.#beginIfDue(run);
  }

  #run(id: string): Run | undefined {
    return this.#runs.get(id);
  }

  #isPending(run: Run): boolean {
    return this.#runs.get(run.job.id) === run;
  }

  #drop(id: string): void {
    const run = this.#run(id);
    if (run === undefined) return;
    this.#stopRun(run);
    for (const next of this.#leave(run)) this.#beginIfDue(next);
  }

  #stopRun(run: Run): void {
    if (run.timer !== undefined) this.#world.clock.cancel(run.timer);
    run.live?.stop();
  }

  /** Takes a run out of the queues. @returns those that stand first now */
  #leave(run: Run): Run[] {
    this.#runs.delete(run.job.id);
    const next: Run[] = [];
    for (const key of run.keys) {
      const queue = this.#queues.get(key) ?? [];
      const place = queue.indexOf(run);
      if (place >= 0) queue.splice(place, 1);
      const [first] = queue;
      if (first === undefined) this.#queues.delete(key);
      else if (place === 0) next.push(first);
    }
    return next;
  }

  #kind(api: string, name: string): AnyJobKind {
    const kind = this.#world.simulators.get(api)?.jobs[name];
    if (kind === undefined) throw new Error(`API ${api} has no jobs of kind "${name}"`);
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

  /** Begins a job when it stands first for each of its keys. */
  #beginIfDue(run: Run): void {
    if (run.begun || run.keys.some((key) => this.#queues.get(key)?.[0] !== run)) return;
    run.begun = true;
    // On a running clock live work may take minutes: who settles the world does not wait for it.
    const beside = run.kind.live === true && this.#world.clock.mode.mode !== 'manual';
    this.#world.clock.track(this.#compute(run), beside ? 'live' : 'work');
  }

  async #compute(run: Run): Promise<void> {
    const { sandbox, clock, pool } = this.#world;
    try {
      await leaveRoom(run);
      const scope = scopesOf(sandbox.begin(), run.job.api).of(run.job.owner);
      const input = await run.kind.load(run.job, scope, clock.now(), clock.mode);
      const order = { ...run.kind.work, input };
      await leaveRoom(run);
      const output = run.kind.live === true ? await this.#watch(run, order) : await pool.run(order);
      run.output ??= { value: output };
    } catch (error) {
      // Work that nobody waits for any more may end as it likes: its thread may be gone.
      if (run.output !== undefined || !this.#isPending(run)) return;
      this.#world.onDefect(error, `work of ${run.job.api} job "${run.job.kind}"`);
      run.output ??= ourFault;
    }
    this.#finishIfReady(run);
  }

  /** Runs live work and stores what it tells. */
  async #watch(run: Run, order: Work & { readonly input: unknown }): Promise<unknown> {
    const { clock, pool } = this.#world;
    // Stopped before it got its turn.
    if (run.output !== undefined || !this.#isPending(run)) return undefined;
    const { mode } = clock;
    const scale = mode.mode === 'manual' ? 0 : mode.mode === 'scaled' ? mode.scale : 1;
    run.live = pool.runLive(order, scale, (output) => this.#tell(run, output));
    const output = await run.live.output;
    // What it ends with is its last word: a job that must wait for its progression shows it.
    this.#tell(run, output);
    await run.telling;
    return output;
  }

  #tell(run: Run, output: unknown): void {
    if (run.output !== undefined || !this.#isPending(run)) return;
    run.told = { value: output };
    run.telling = run.telling
      .then(() => takeProgress(this.#world.sandbox, run, output))
      .catch((error) => this.#world.onDefect(error, `progress of ${run.job.api} job "${run.job.kind}"`));
  }

  /** Stores what a job came to. Where that fails, a job that failed is better than one that runs for ever. */
  async #store(run: Run, output: RunOutput): Promise<void> {
    for (const each of [output, ourFault]) {
      try {
        await storeResult(this.#world, run, each);
        return;
      } catch (error) {
        this.#world.onDefect(error, `end of ${run.job.api} job "${run.job.kind}"`);
      }
    }
  }

  #finishIfReady(run: Run): void {
    if (run.output === undefined || run.gate === 'closed' || run.finishing || !this.#isPending(run)) return;
    // It stays among the runs, and so holds its keys, until it has finished.
    run.finishing = true;
    run.finished = this.#finish(run, run.output);
    this.#world.clock.track(run.finished);
  }

  async #finish(run: Run, output: RunOutput): Promise<void> {
    if (run.timer !== undefined) this.#world.clock.cancel(run.timer);
    try {
      await run.telling;
      await leaveRoom(run);
      await this.#store(run, output);
      await leaveRoom(run);
    } finally {
      // A run of the same id that was started anew has taken its place already.
      if (this.#isPending(run)) for (const next of this.#leave(run)) this.#beginIfDue(next);
    }
  }
}

/** Lets others have a turn of the event loop before more is done with a job of many keys. */
async function leaveRoom(run: Run): Promise<void> {
  if (run.keys.length >= manyKeys) await turns.next();
}
