import { createSigner, type TextSigner } from '../auth/signer.js';
import { TokenService } from '../auth/token-service.js';
import { Clock } from '../clock.js';
import { clockRecords, type SavedClock } from '../clock-setting.js';
import { FaultRules, faultRecords, scenarioRecords } from '../faults/fault-rules.js';
import type { IdGenerator } from '../id-generator.js';
import { JobRunner } from '../jobs/job-runner.js';
import type { Journal } from '../journal/journal.js';
import { journalRecords } from '../journal/journal-entry.js';
import type { RandomSource } from '../random.js';
import { createKernelRecord, KernelRecords } from '../store/kernel-records.js';
import type { SerializedPage } from '../store/serialized-page.js';
import type { StoredRecord, UnitOfWork } from '../store/store.js';
import type { WorkerFunction } from '../threads/worker-pool.js';
import { ApiTimers } from '../unit/api-timers.js';
import { LiveFeeds } from '../unit/live-feed.js';
import type { UnitSandbox } from '../unit/unit-origin.js';
import { UnitTurns } from '../unit/unit-turns.js';
import { inboxRecords, messageRecords } from '../webhooks/inbox.js';
import { InboxRegistry } from '../webhooks/inbox-registry.js';
import type { WebhookDeliverer } from '../webhooks/webhook-deliverer.js';
import { UnavailableError } from './archive.js';
import { NotArchivedError } from './archive-log.js';
import { checkForeignToken } from './check-foreign-token.js';
import { ClockDelays } from './clock-delays.js';
import { createSandboxJournal, createSandboxWebhooks } from './create-sandbox-parts.js';
import type { SandboxContext } from './sandbox-context.js';
import { listRetainedRecords, seedRecords } from './sandbox-records.js';
import type { SandboxSettings } from './sandbox-settings.js';
import {
  type SandboxSetup,
  type SandboxSnapshot,
  type SeedData,
  type SeedName,
  snapshotSeedName,
} from './sandbox-setup.js';
import { SandboxState } from './sandbox-state.js';
import { SandboxStorage, type StorageOptions } from './sandbox-storage.js';
import { createSnapshot, replaceRecord } from './snapshot.js';

/** An isolated environment with its own records, clock, journal, settings and random generator. */
export class Sandbox implements UnitSandbox {
  readonly name: string;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly inboxes: InboxRegistry;
  readonly jobs: JobRunner;
  readonly webhooks: WebhookDeliverer;
  readonly faults: FaultRules;
  readonly kernel: KernelRecords;
  readonly tokens: TokenService;
  readonly signer: TextSigner;
  readonly timers: ApiTimers;
  readonly feeds: LiveFeeds;
  readonly turns = new UnitTurns();
  readonly storage: SandboxStorage;
  readonly #setup: SandboxSetup;
  readonly #context: SandboxContext;
  readonly #state: SandboxState;
  readonly #waits: ClockDelays;
  readonly #closed = new AbortController();
  /** Resolves when the sandbox has been seeded. Requests wait for it. */
  readonly ready: Promise<void>;
  #isReady = false;

  constructor(name: string, setup: SandboxSetup, context: SandboxContext, start: StorageOptions) {
    const { simulators, computing, memory, onDefect } = context;
    this.name = name;
    this.storage = new SandboxStorage(name, setup.owner, context, {
      log: start.log,
      noteChanges: (...changes) => this.journal.noteChanges(...changes),
    });
    this.#setup = setup;
    this.#context = context;
    this.journal = createSandboxJournal(name, context, start.nextEntry);
    this.kernel = new KernelRecords(() => this.begin());
    this.inboxes = new InboxRegistry(memory, this.kernel);
    this.clock = new Clock(setup.clock, () => {
      // Other servers list these facts, too.
      this.markMetadataChanged();
      this.kernel.changed(clockRecords, 'clock', () => this.clock.record());
    });
    this.#waits = new ClockDelays(this.clock);
    this.#state = new SandboxState(setup, context, this.kernel);
    this.faults = new FaultRules(this.kernel);
    const secret = `${context.secret}/${setup.randomSeed}/${name}`;
    this.signer = createSigner(secret, 'links');
    const key = new TextEncoder().encode(createSigner(secret, 'tokens').sign('key'));
    const { clock, journal, kernel } = this;
    const checkForeign = checkForeignToken(this, simulators);
    this.tokens = new TokenService({ sandbox: name, key, kernel, clock, checkForeign });
    const common = { sandbox: this, clock, journal, kernel, simulators, onDefect };
    this.webhooks = createSandboxWebhooks(this, context);
    this.timers = new ApiTimers(common);
    this.feeds = new LiveFeeds(this.closed);
    this.jobs = new JobRunner({ ...common, computing, progression: () => this.settings.progression });
    const { records } = start;
    this.ready = (records === undefined ? this.#fill().then(() => this.archived()) : this.#goOn(records)).then(() => {
      this.#isReady = true;
    });
    // The first request reports the failure. Without this handler, a sandbox that gets no request would crash the
    // process.
    this.ready.catch(() => undefined);
  }

  get ids(): IdGenerator {
    return this.#state.ids;
  }

  get random(): RandomSource {
    return this.#state.random;
  }

  get settings(): SandboxSettings {
    return this.#state.settings;
  }

  get seedName(): SeedName {
    return this.#state.seedName;
  }

  get owner(): string | undefined {
    return this.#setup.owner;
  }

  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** True if the sandbox has no work in progress and no listener. */
  get isQuiet(): boolean {
    return this.#isReady && this.clock.isIdle && !this.journal.isWatched;
  }

  /**
   * Resolves when all commits have been stored. Returns undefined if they already are.
   * @throws NotArchivedError if one failed
   */
  archived(): Promise<void> | undefined {
    return this.storage.archived(this.kernel);
  }

  /** Stores the changed metadata with the next commit. */
  markMetadataChanged(): void {
    this.storage.markMetadataChanged();
  }

  begin(): UnitOfWork {
    return this.storage.begin();
  }

  /** Runs work like `compute` in a handler's context. */
  async compute<Output>(work: WorkerFunction, input: unknown): Promise<Output> {
    return (await this.#context.pool.runBounded({ ...work, sandbox: this.name, owner: this.owner, input })) as Output;
  }

  wait(milliseconds: number): Promise<void> {
    return this.#waits.wait(milliseconds);
  }

  /** Restores the initial state, with an empty journal and empty inboxes. */
  async reset(): Promise<void> {
    await this.clock.settled(['work']);
    this.clock.set(this.#setup.clock);
    this.#state.renew();
    this.journal.clear();
    this.#context.lastingJournal?.forget(this.name);
    await this.#fill();
  }

  /** Replaces all data, jobs and deliveries with a seed. Later resets use this seed, too. */
  async replaceState(seed: string | SeedData): Promise<void> {
    await this.clock.settled(['work']);
    // Created first, so that an invalid seed leaves the state unchanged.
    const records = await this.#state.seeded(seed, this.clock.now());
    await this.kernel.flush();
    const lasting = [clockRecords, faultRecords, scenarioRecords, inboxRecords, messageRecords];
    const stays = await this.kernel.records(lasting);
    await this.#become([
      ...records,
      ...stays,
      ...listRetainedRecords(this.#setup, this.journal.next),
      ...this.#state.records(seed),
    ]);
    this.journal.changes.begin();
  }

  /** Creates a snapshot after all work in progress has finished. */
  async snapshot(): Promise<SandboxSnapshot> {
    await this.clock.settled(['work']);
    await this.kernel.flush();
    return createSnapshot(this.name, this.clock, await this.storage.dump());
  }

  /** Copies this sandbox for a trial, with a snapshot's state and time. Tokens of this sandbox work in the copy. */
  copy({ at, records, ...snapshot }: SandboxSnapshot, context: SandboxContext): Sandbox {
    const clock: SavedClock = { mode: 'manual', at };
    const atThatTime = replaceRecord(records, createKernelRecord(clockRecords, 'clock', clock));
    const start = { seed: snapshotSeedName, snapshot: { ...snapshot, at, records: atThatTime }, settings: [], clock };
    return new Sandbox(this.name, { ...this.#setup, ...start }, context, { log: undefined });
  }

  /** Replaces the state with a snapshot. The journal continues. @param clock replaces the snapshot's clock */
  async restore({ records }: SandboxSnapshot, clock?: SavedClock): Promise<void> {
    await this.clock.settled(['work']);
    const turned =
      clock === undefined ? records : replaceRecord(records, createKernelRecord(clockRecords, 'clock', clock));
    await this.#become([...turned, ...listRetainedRecords(this.#setup, this.journal.next)]);
    await this.clock.settled(['work']);
  }

  /** Deactivates the sandbox. Unfinished work continues after the next activation. */
  async sleep(): Promise<void> {
    this.clock.stop();
    await this.webhooks.rest();
    try {
      // Entries after the latest commit also have numbers that must not be reused.
      this.kernel.changed(journalRecords, 'journal', () => ({ next: this.journal.next }));
      await this.kernel.flush();
      this.storage.markMetadataChanged();
      this.storage.flush();
      await this.archived();
    } catch (error) {
      // Lost changes have been rolled back, and their callers have been notified.
      if (!(error instanceof NotArchivedError)) throw error;
    } finally {
      await this.close(new UnavailableError(`Sandbox "${this.name}" was deactivated`));
    }
  }

  /** Discards the sandbox in memory but not its archived data. @param why error for requests in progress */
  async close(why?: UnavailableError): Promise<void> {
    this.storage.end(why);
    this.clock.stop();
    this.#closed.abort();
    // Releases delayed requests, so that they get a response.
    this.#waits.release();
    this.jobs.clear();
    this.webhooks.clear();
    await this.clock.settled(['work']);
    this.journal.close();
    await this.storage.clear();
  }

  async #goOn(records: readonly SerializedPage[]): Promise<void> {
    await this.storage.load(records);
    // The previous state no longer matters.
    this.kernel.renew();
    await this.#wake();
  }

  async #fill(): Promise<void> {
    const { seed } = this.#state;
    const { snapshot, settings = [] } = this.#setup;
    if (snapshot !== undefined && seed === snapshotSeedName) {
      const records = replaceRecord(snapshot.records, createKernelRecord(seedRecords, 'seed', { seed }));
      await this.#become([...records, ...listRetainedRecords(this.#setup, this.journal.next)]);
      for (const patch of settings) this.settings.change(patch);
      await this.kernel.flush();
      return this.journal.changes.clear();
    }
    const clock = createKernelRecord(clockRecords, 'clock', this.clock.record());
    const records = [...(await this.#state.seeded(seed, this.clock.now())), clock, ...this.#state.records(seed)];
    await this.#become([...records, ...listRetainedRecords(this.#setup, this.journal.next)]);
    if (this.#setup.rules !== undefined) this.faults.set(this.#setup.rules);
    await this.kernel.flush();
    this.journal.changes.clear();
  }

  /** Replaces the state and discards all work in progress. */
  async #become(records: readonly StoredRecord[]): Promise<void> {
    this.jobs.clear();
    this.webhooks.clear();
    await this.storage.replace(records);
    this.kernel.renew();
    await this.#wake();
  }

  /** Loads the in-memory state from the records. */
  async #wake(): Promise<void> {
    const [clock, journal] = await Promise.all([
      this.kernel.get(clockRecords, 'clock'),
      this.kernel.get(journalRecords, 'journal'),
    ]);
    if (clock !== undefined) this.clock.resume(clock);
    if (journal !== undefined) this.journal.goOnFrom(journal.next);
    await this.#state.wake();
    await this.faults.wake();
    await this.tokens.wake();
    await this.inboxes.wake();
    await this.timers.wake();
    await this.webhooks.wake();
    await this.jobs.wake();
  }
}
