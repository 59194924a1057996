import { TokenService } from '../auth/token-service.js';
import { Clock } from '../clock.js';
import { Faults } from '../faults/faults.js';
import { createIds, type Ids } from '../ids.js';
import { Jobs } from '../jobs/jobs.js';
import type { Work } from '../jobs/worker-pool.js';
import { Journal } from '../journal/journal.js';
import { createRandom, type Random } from '../random.js';
import type { StoredRecord, UnitOfWork } from '../store/store.js';
import type { ClockSetting } from '../time/clock-setting.js';
import { ApiTimers } from '../unit/api-timers.js';
import { inUnit } from '../unit/in-unit.js';
import type { Delivery, DeliveryAttempt } from '../webhooks/delivery.js';
import { Webhooks } from '../webhooks/webhooks.js';
import { Inboxes } from './inboxes.js';
import type { SandboxWorld } from './sandbox-world.js';
import type { SeedData, SeedName } from './seed-data.js';
import { Settings, type SettingsPatch, type SettingsView } from './settings.js';
import { createSigner, type Signer } from './signer.js';
import { type Snapshot, snapshotFormat, snapshotVersion } from './snapshot.js';

/** What a sandbox starts from, and goes back to when it is reset. */
export interface SandboxSetup {
  readonly clock: ClockSetting;
  readonly progression: string;
  /** Name of a seed, or its data by API. */
  readonly seed: string | SeedData;
  /** Fixes every id, signature and number drawn. */
  readonly randomSeed: string;
  /** What differs from the usual settings; a later one wins. */
  readonly settings?: readonly SettingsPatch[];
}

/** One isolated world inside a running server: its own state, clock, journal, settings and chance. */
export class Sandbox {
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
  #setup: SandboxSetup;
  #world: SandboxWorld;
  #settings: Settings;
  #ids: Ids;
  #random: Random;
  #closed = new AbortController();
  #waiters = new Map<number, () => void>();
  #nextWaiter = 1;
  #seed: string | SeedData;
  /** Resolves when the sandbox is seeded. Requests wait for it. */
  #ready: Promise<void>;
  #isReady = false;

  constructor(name: string, setup: SandboxSetup, world: SandboxWorld) {
    this.name = name;
    this.#setup = setup;
    this.#world = world;
    this.journal = new Journal(world.memory.journalBytes);
    this.inboxes = new Inboxes(world.memory.inboxBytes);
    this.clock = new Clock(setup.clock);
    this.clock.on('wait', async (id) => {
      this.#waiters.get(Number(id))?.();
      this.#waiters.delete(Number(id));
    });
    this.#ids = createIds(setup.randomSeed);
    this.#random = createRandom(`${setup.randomSeed}/random`);
    this.#settings = this.#initialSettings();
    const secret = `${world.secret}/${setup.randomSeed}/${name}`;
    this.signer = createSigner(secret, 'links');
    const key = new TextEncoder().encode(createSigner(secret, 'tokens').sign('key'));
    this.tokens = new TokenService({ sandbox: name, key, now: () => this.clock.now() });
    this.webhooks = new Webhooks({
      clock: this.clock,
      journal: this.journal,
      settings: () => this.#settings.webhooks,
      sendToOwnInbox: (request) => world.sendToOwnInbox(request),
      report: (delivery, attempt, last) => this.#reportWebhook(delivery, attempt, last),
    });
    this.timers = new ApiTimers({
      sandbox: this,
      clock: this.clock,
      simulators: world.simulators,
      onDefect: world.onDefect,
    });
    this.jobs = new Jobs({
      sandbox: this,
      clock: this.clock,
      journal: this.journal,
      pool: world.pool,
      simulators: world.simulators,
      progression: () => this.#settings.progression,
      onDefect: world.onDefect,
    });
    this.#seed = setup.seed;
    this.#ready = this.#fill(setup.seed).then(() => {
      this.#isReady = true;
    });
    // The first request reports the failure; without this line an unused sandbox would end the process.
    this.#ready.catch(() => undefined);
  }

  get ids(): Ids {
    return this.#ids;
  }

  get random(): Random {
    return this.#random;
  }

  get settings(): Settings {
    return this.#settings;
  }

  /** Name of the seed that the state comes from. */
  get seedName(): SeedName {
    return seedNameOf(this.#seed);
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
    return new Promise((resolve) => {
      const id = this.#nextWaiter;
      this.#nextWaiter += 1;
      this.#waiters.set(id, resolve);
      this.clock.schedule({ at: this.clock.now().getTime() + milliseconds, kind: 'wait', payload: id });
    });
  }

  /** Back to how it was created: seed, clock, settings, ids; journal and inboxes empty. */
  async reset(): Promise<void> {
    await this.clock.settled(['work']);
    this.clock.set(this.#setup.clock);
    this.#settings = this.#initialSettings();
    this.#ids = createIds(this.#setup.randomSeed);
    this.#random = createRandom(`${this.#setup.randomSeed}/random`);
    this.journal.clear();
    this.faults.clear();
    this.inboxes.clear();
    await this.replaceState(this.#seed);
  }

  /** Replaces all data, jobs and pending deliveries by a seed, which a reset then returns to; the rest stays. */
  async replaceState(seed: string | SeedData): Promise<void> {
    await this.clock.settled(['work']);
    // Filled aside first: a seed that cannot be read leaves everything as it was.
    const records = await this.#recordsOf(seed);
    this.jobs.clear();
    this.webhooks.clear();
    this.tokens.clear();
    await this.#world.store.load(this.name, records);
    this.#seed = seed;
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
      randomSeed: this.#setup.randomSeed,
      ids: this.#ids.state(),
      random: this.#random.state(),
      seed: this.#seed,
      settings: this.#settings.view(),
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
    const { records, ...head } = snapshot;
    const { clock, ids, random, seed, settings, faults, revokedTokens, jobs, deliveries } = structuredClone(head);
    await this.clock.settled(['work']);
    this.jobs.clear();
    this.webhooks.clear();
    this.tokens.clear();
    await this.#world.store.load(this.name, records);
    this.clock.set(clock.mode === 'real' ? { mode: 'real' } : clock);
    this.#ids = createIds(snapshot.randomSeed, ids);
    this.#random = createRandom(snapshot.randomSeed, random);
    this.#seed = seed;
    this.#settings.restore(settings);
    this.faults.restore(faults);
    for (const token of revokedTokens) this.tokens.revoke(token);
    this.webhooks.resume(deliveries);
    await this.timers.resume();
    await this.jobs.resume(jobs);
    await this.clock.settled(['work']);
  }

  async close(): Promise<void> {
    this.clock.stop();
    this.#closed.abort();
    // Requests that are held back are answered rather than left hanging.
    for (const release of this.#waiters.values()) release();
    this.#waiters.clear();
    this.jobs.clear();
    this.webhooks.clear();
    await this.clock.settled(['work']);
    await this.#world.store.clear(this.name);
  }

  async #fill(seed: string | SeedData): Promise<void> {
    await this.#world.store.load(this.name, await this.#recordsOf(seed));
    await this.timers.resume();
  }

  /** @returns whether the API wants the retries to go on */
  async #reportWebhook({ origin }: Delivery, { number, outcome }: DeliveryAttempt, last: boolean): Promise<boolean> {
    const { api, reference, tenantId, cause } = origin;
    const simulator = this.#world.simulators.get(api);
    if (reference === undefined || simulator?.webhookReported === undefined) return true;
    try {
      const report = { reference, tenantId, outcome, attempt: number, last };
      const answer = await inUnit({ sandbox: this, api, cause }, async (context) =>
        simulator.webhookReported?.(report, context),
      );
      return answer !== 'stop';
    } catch (error) {
      this.#world.onDefect(error, `report of a webhook of ${api}`);
      return true;
    }
  }

  #recordsOf(seed: string | SeedData): Promise<StoredRecord[]> {
    return this.#world.seeds.records(seed, { now: this.clock.now(), ids: this.#ids });
  }

  #initialSettings(): Settings {
    const initial: Omit<SettingsView, 'apis'> = {
      progression: this.#setup.progression,
      webhooks: { attempts: null, duplicates: 0, allowedHosts: [...this.#world.allowedWebhookHosts] },
    };
    const settings = new Settings(this.#world.simulators, initial);
    for (const patch of this.#setup.settings ?? []) {
      const findings = settings.change(patch);
      if (findings.length > 0) throw new RangeError(findings.map(({ message }) => message).join('; '));
    }
    return settings;
  }
}

function seedNameOf(seed: string | SeedData): SeedName {
  if (seed === 'empty' || seed === 'demo') return seed;
  return 'custom';
}
