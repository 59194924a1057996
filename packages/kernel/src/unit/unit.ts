import type {
  JobClient,
  JobKindWithInput,
  JobRequest,
  TimerScheduler,
  UnitContext,
  WebhookSender,
} from '../context.js';
import { journalRecords } from '../journal/journal-entry.js';
import type { CollectionDefinition } from '../store/define-collection.js';
import { kernelPartition } from '../store/kernel-records.js';
import { createScopes, type DataScopes } from '../store/scope.js';
import type { Collection, UnitOfWork } from '../store/store.js';
import { type StoredTimer, storedTimers } from './define-timer.js';
import { type JobRecord, jobRecords } from './job-record.js';
import type { FeedClient } from './live-feed.js';
import { UnitOutbox } from './outbox.js';
import type { UnitOrigin } from './unit-origin.js';

/** A unit of work of an API. Its parts are created on first use, because most units need only a few. */
export class ApiUnit implements UnitContext {
  readonly place: UnitOrigin;
  readonly #records: UnitOfWork;
  readonly #life: number;
  #outbox: UnitOutbox | undefined = undefined;
  #scopes: DataScopes | undefined = undefined;

  constructor(place: UnitOrigin) {
    this.place = place;
    this.#records = place.sandbox.begin();
    this.#life = place.sandbox.kernel.life;
  }

  get api() {
    return this.place.api;
  }

  get clock() {
    return this.place.sandbox.clock;
  }

  get ids() {
    return this.place.sandbox.ids;
  }

  get random() {
    return this.place.sandbox.random;
  }

  get settings() {
    return this.place.sandbox.settings.ofApi(this.api);
  }

  get tokens() {
    return this.place.sandbox.tokens;
  }

  get signer() {
    return this.place.sandbox.signer;
  }

  get scopes(): DataScopes {
    this.#scopes ??= createScopes(this.#records, this.api);
    return this.#scopes;
  }

  // Bound, because handlers destructure their context.
  get compute(): UnitContext['compute'] {
    return (work, input) => this.place.sandbox.compute(work, input);
  }

  get jobs(): JobClient {
    return new UnitJobs(this.place, this.#records, () => this.outbox);
  }

  get timers(): TimerScheduler {
    return {
      schedule: async ({ at, timer: { name: kind }, payload }) => {
        const { cause, sandbox, api } = this.place;
        sandbox.timers.handler(api, kind);
        const order = sandbox.clock.reserve();
        const timer: StoredTimer = { id: this.ids.next('timer'), at: at.toISOString(), order, kind, payload, cause };
        await this.scopes.shared.collection(storedTimers).put(timer.id, timer);
        this.outbox.scheduledTimers.push(timer);
        return timer.id;
      },
      cancel: async (id) => {
        await this.scopes.shared.collection(storedTimers).delete(id);
        this.outbox.cancelledTimers.push(id);
      },
    };
  }

  get webhooks(): WebhookSender {
    return {
      send: ({ request, ...to }) => void this.outbox.webhooks.push({ to, request }),
      cancel: (reference) => void this.outbox.cancelledWebhooks.push(reference),
    };
  }

  get feed(): FeedClient {
    const { sandbox, api } = this.place;
    return {
      isFollowed: sandbox.feeds.isFollowed(api),
      publish: (item) => void this.outbox.published.push(item),
      follow: () => sandbox.feeds.follow(api),
    };
  }

  get outbox(): UnitOutbox {
    this.#outbox ??= new UnitOutbox();
    return this.#outbox;
  }

  get startedJob(): string | undefined {
    return this.#outbox?.startedJobs[0]?.id;
  }

  get hasChanges(): boolean {
    return this.#records.hasChanges || this.#outbox?.hasRecords === true;
  }

  /** Returns whether the commit would add records beyond this number. */
  growsBeyond(most: number): boolean {
    return this.#records.growsBeyond(most);
  }

  /** Approximate additional bytes, excluding effects. */
  get growth(): number {
    return this.#records.growth;
  }

  /** @throws ConflictError if another unit has changed the same data */
  commit(): void {
    const { kernel, journal } = this.place.sandbox;
    kernel.commit(this.#records, this.#life, (write) => {
      this.place.onCommit?.();
      this.#outbox?.store(this.place, write);
      write(kernelPartition, journalRecords, 'journal', { next: journal.next });
    });
  }

  drop(): void {
    this.#outbox?.drop();
  }

  /** Releases the effects after the commit. Later calls do nothing. */
  setOff(): void {
    // All records may have been replaced in the meantime.
    if (this.#life === this.place.sandbox.kernel.life) this.#outbox?.release(this.place);
  }
}

class UnitJobs implements JobClient {
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
