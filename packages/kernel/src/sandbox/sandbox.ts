import { TokenService } from '../auth/token-service.js';
import { Clock } from '../clock.js';
import { Faults } from '../faults/faults.js';
import type { Ids } from '../ids.js';
import { Jobs } from '../jobs/jobs.js';
import type { Work } from '../jobs/worker-pool.js';
import { Journal } from '../journal/journal.js';
import type { Random } from '../random.js';
import type { StoredRecord, UnitOfWork } from '../store/store.js';
import { ApiTimers } from '../unit/api-timers.js';
import type { UnitSandbox } from '../unit/unit-place.js';
import { Webhooks } from '../webhooks/webhooks.js';
import { ClockWaits } from './clock-waits.js';
import { Inboxes } from './inboxes.js';
import { reportWebhook } from './report-webhook.js';
import type { SandboxSetup } from './sandbox-setup.js';
import { SandboxState } from './sandbox-state.js';
import type { SandboxWorld } from './sandbox-world.js';
import type { SeedData, SeedName } from './seed-data.js';
import type { Settings } from './settings.js';
import { createSigner, type Signer } from './signer.js';
import { type Snapshot, snapshotFormat, snapshotVersion } from './snapshot.js';

/** One isolated world inside a running server: its own records, clock, journal, settings and chance, wired together. */
export class Sandbox implements UnitSandbox {
  readonly name: string;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly inboxes: Inboxes;
  readonly jobs: Jobs;
  readonly webhooks: Webhooks;
  readonly faults = new Faults();
  readonly tokens: TokenService;
  readonly signer: Signer;
  readonly timers: ApiTimers;
  readonly #setup: SandboxSetup;
  readonly #world: SandboxWorld;
  readonly #state: SandboxState;
  readonly #waits: ClockWaits;
  readonly #closed = new AbortController();
  /** Resolves when the sandbox is seeded. Requests wait for it. */
  readonly #ready: Promise<void>;
  #isReady = false;

  /** @throws RangeError when a setting or the instant of the clock is refused */
  constructor(name: string, setup: SandboxSetup, world: SandboxWorld) {
    const { simulators, pool, memory, onDefect } = world;
    this.name = name;
    this.#setup = setup;
    this.#world = world;
    this.journal = new Journal(memory.journalBytes, (entry) => world.watch.happened(name, entry));
    this.inboxes = new Inboxes(memory.inboxBytes);
    this.clock = new Clock(setup.clock);
    this.#waits = new ClockWaits(this.clock);
    this.#state = new SandboxState(setup, world);
    const secret = `${world.secret}/${setup.randomSeed}/${name}`;
    this.signer = createSigner(secret, 'links');
    const key = new TextEncoder().encode(createSigner(secret, 'tokens').sign('key'));
    this.tokens = new TokenService({ sandbox: name, key, now: () => this.clock.now() });
    const common = { sandbox: this, clock: this.clock, journal: this.journal, simulators, onDefect };
    this.webhooks = new Webhooks({
      ...common,
      settings: () => this.settings.webhooks,
      sendToOwnInbox: (request) => world.sendToOwnInbox(request),
      report: (delivery, attempt, last) => reportWebhook(common, delivery, attempt, last),
    });
    this.timers = new ApiTimers(common);
    this.jobs = new Jobs({ ...common, pool, progression: () => this.settings.progression });
    this.#ready = this.#fill(setup.seed).then(() => {
      this.#isReady = true;
    });
    // The first request reports the failure; without this line an unused sandbox would end the process.
    this.#ready.catch(() => undefined);
  }

  get ids(): Ids {
    return this.#state.ids;
  }

  get random(): Random {
    return this.#state.random;
  }

  get settings(): Settings {
    return this.#state.settings;
  }

  /** Name of the seed that the state comes from. */
  get seedName(): SeedName {
    const { seed } = this.#state;
    return seed === 'empty' || seed === 'demo' ? seed : 'custom';
  }

  /** Aborted when the sandbox ends. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get ready(): Promise<void> {
    return this.#ready;
  }

  begin(): UnitOfWork {
    return this.#world.store.begin(this.name);
  }

  /** As `compute` of a handler's context. @throws WorkTooCostly when it took too long or too much memory */
  async compute<Output>(work: Work, input: unknown): Promise<Output> {
    return (await this.#world.pool.runBounded({ ...work, input })) as Output;
  }

  /** Resolves after so many milliseconds of the sandbox's clock. */
  wait(milliseconds: number): Promise<void> {
    return this.#waits.wait(milliseconds);
  }

  /** Back to how it was created: seed, clock, settings, ids; journal and inboxes empty. */
  async reset(): Promise<void> {
    await this.clock.settled(['work']);
    this.clock.set(this.#setup.clock);
    this.#state.renew();
    this.journal.clear();
    this.faults.clear();
    this.inboxes.clear();
    await this.replaceState(this.#state.seed);
  }

  /** Replaces all data, jobs and pending deliveries by a seed, which a reset then returns to; the rest stays. */
  async replaceState(seed: string | SeedData): Promise<void> {
    await this.clock.settled(['work']);
    // Filled aside first: a seed that cannot be read leaves everything as it was.
    const records = await this.#recordsOf(seed);
    await this.#replaceRecords(records);
    this.#state.seed = seed;
    await this.timers.resume();
  }

  /** All that the sandbox is, once the work under way is finished. */
  async snapshot(): Promise<Snapshot> {
    await this.clock.settled(['work']);
    const head: Omit<Snapshot, 'records'> = {
      format: snapshotFormat,
      version: snapshotVersion,
      sandbox: this.name,
      clock: { ...this.clock.mode, at: this.clock.now().toISOString() },
      ...this.#state.view(),
      faults: this.faults.list(),
      revokedTokens: this.tokens.revoked(),
      jobs: this.jobs.pending(),
      deliveries: this.webhooks.log.list(),
    };
    // What the store holds never changes, so the records need no copy.
    return { ...structuredClone(head), records: await this.#world.store.dump(this.name) };
  }

  /** Becomes what a snapshot says, whatever it was before; the journal goes on. */
  async restore(snapshot: Snapshot): Promise<void> {
    const { records, ...shared } = snapshot;
    const head = structuredClone(shared);
    await this.clock.settled(['work']);
    await this.#replaceRecords(records);
    this.clock.set(head.clock.mode === 'real' ? { mode: 'real' } : head.clock);
    this.#state.restore(head);
    this.faults.restore(head.faults);
    for (const token of head.revokedTokens) this.tokens.revoke(token);
    this.webhooks.resume(head.deliveries);
    await this.timers.resume();
    await this.jobs.resume(head.jobs);
    await this.clock.settled(['work']);
  }

  async close(): Promise<void> {
    this.clock.stop();
    this.#closed.abort();
    // Requests that are held back are answered rather than left hanging.
    this.#waits.release();
    this.jobs.clear();
    this.webhooks.clear();
    await this.clock.settled(['work']);
    await this.#world.store.clear(this.name);
  }

  async #fill(seed: string | SeedData): Promise<void> {
    await this.#world.store.load(this.name, await this.#recordsOf(seed));
    await this.timers.resume();
  }

  #recordsOf(seed: string | SeedData): Promise<StoredRecord[]> {
    return this.#world.seeds.records(seed, { now: this.clock.now(), ids: this.ids });
  }

  /** Nothing that was under way goes on. */
  async #replaceRecords(records: readonly StoredRecord[]): Promise<void> {
    this.jobs.clear();
    this.webhooks.clear();
    this.tokens.clear();
    await this.#world.store.load(this.name, records);
  }
}
