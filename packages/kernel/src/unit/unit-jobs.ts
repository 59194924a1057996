import type { JobClient, JobKindWithInput, JobRequest } from '../context.js';
import type { CollectionDefinition } from '../store/define-collection.js';
import { createScopes } from '../store/scope.js';
import type { Collection, UnitOfWork } from '../store/store.js';
import { type JobRecord, jobRecords } from './job-record.js';
import type { UnitOutbox } from './outbox.js';
import type { UnitOrigin } from './unit-origin.js';

export class UnitJobs implements JobClient {
  readonly #place: UnitOrigin;
  readonly #jobs: Collection<JobRecord>;
  readonly #outbox: () => UnitOutbox;

  constructor(place: UnitOrigin, records: UnitOfWork, outbox: () => UnitOutbox) {
    this.#place = place;
    this.#jobs = createScopes(records, place.api).shared.collection(jobRecords);
    this.#outbox = outbox;
  }

  async start<Input>(
    { name: kind }: JobKindWithInput<Input>,
    input: Input,
    { owner, keys, id = this.#place.sandbox.ids.next('job') }: JobRequest,
  ): Promise<JobRecord<Input>> {
    const { sandbox, api, cause } = this.#place;
    const job: JobRecord<Input> = {
      id,
      api,
      kind,
      owner,
      keys,
      input,
      status: sandbox.jobs.initialState(api, kind),
      acceptedAt: sandbox.clock.now().toISOString(),
      run: ((await this.#jobs.get(id))?.run ?? 0) + 1,
      polls: 0,
      cause: cause ?? 0,
    };
    await this.#jobs.put(id, job);
    this.#outbox().startedJobs.push(job);
    return job;
  }

  find(id: string): Promise<JobRecord | undefined> {
    return this.#jobs.get(id);
  }

  async stop<Input, Outcome>(
    _kind: JobKindWithInput<Input, Outcome>,
    id: string,
  ): Promise<JobRecord<Input, Outcome> | undefined> {
    const { sandbox, api } = this.#place;
    await sandbox.jobs.stop(id);
    const records: CollectionDefinition<JobRecord<Input, Outcome>> = jobRecords;
    return await createScopes(sandbox.begin(), api).shared.collection(records).get(id);
  }

  notePoll(id: string): void {
    this.#outbox().polledJobs.push(id);
  }
}
