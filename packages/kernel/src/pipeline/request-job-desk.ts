import { type JobRecord, jobRecords } from '../jobs/job.js';
import type { JobDesk, JobOrder } from '../jobs/job-desk.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { scopesOf } from '../store/scope.js';
import type { Collection, UnitOfWork } from '../store/store.js';
import type { Exchange } from './exchange.js';

/** The jobs of an API within one request: what it starts is staged in its unit of work. */
export class RequestJobDesk implements JobDesk {
  readonly #exchange: Exchange;
  readonly #sandbox: Sandbox;
  readonly #jobs: Collection<JobRecord>;

  constructor(exchange: Exchange, sandbox: Sandbox, unit: UnitOfWork) {
    this.#exchange = exchange;
    this.#sandbox = sandbox;
    this.#jobs = scopesOf(unit, exchange.simulator.name).shared.collection(jobRecords);
  }

  async start({ kind, owner, keys, input, id = this.#sandbox.ids.next('job') }: JobOrder): Promise<JobRecord> {
    const { simulator, entry, startedJobs } = this.#exchange;
    const initial = simulator.jobs[kind]?.machine.initial;
    if (initial === undefined) throw new Error(`${simulator.name} has no jobs of kind "${kind}"`);
    const job: JobRecord = {
      id,
      api: simulator.name,
      kind,
      owner,
      keys,
      input,
      status: initial,
      acceptedAt: this.#sandbox.clock.now().toISOString(),
      run: ((await this.#jobs.get(id))?.run ?? 0) + 1,
      polls: 0,
      cause: entry?.seq ?? 0,
    };
    await this.#jobs.put(id, job);
    startedJobs.push(job);
    return job;
  }

  find(id: string): Promise<JobRecord | undefined> {
    return this.#jobs.get(id);
  }

  async stop(id: string): Promise<JobRecord | undefined> {
    await this.#sandbox.jobs.stop(id);
    return await scopesOf(this.#exchange.world.store.begin(this.#sandbox.name), this.#exchange.simulator.name)
      .shared.collection(jobRecords)
      .get(id);
  }

  notePoll(id: string): void {
    this.#exchange.seenJobs.push({ api: this.#exchange.simulator.name, id });
  }
}
