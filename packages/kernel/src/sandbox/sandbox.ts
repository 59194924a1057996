import { TokenService } from '../auth/token-service.js';
import { Clock } from '../clock.js';
import type { Signer } from '../context.js';
import { createIds, type Ids } from '../ids.js';
import { Jobs } from '../jobs/jobs.js';
import { Journal } from '../journal/journal.js';
import { createRandom, type Random } from '../random.js';
import { scopesOf } from '../store/scope.js';
import type { ClockSetting } from '../time/clock-setting.js';
import { Webhooks } from '../webhooks/webhooks.js';
import type { World } from '../world.js';
import { Inbox } from './inbox.js';
import { Settings, type SettingsView } from './settings.js';
import { createSigner } from './signer.js';

/** What a sandbox starts from, and goes back to when it is reset. */
export interface SandboxSetup {
  readonly clock: ClockSetting;
  readonly progression: string;
  /** Name of a seed, or its data by API. */
  readonly seed: string | SeedData;
  /** Fixes every id, signature and number drawn. */
  readonly randomSeed: string;
}

/** `custom`: data of one's own. */
export type SeedName = 'demo' | 'empty' | 'custom';

/** Data by API name; each API reads its own part. */
export type SeedData = Readonly<Record<string, unknown>>;

/** One isolated world inside a running server: its own state, clock, journal, settings and chance. */
export class Sandbox {
  readonly name: string;
  readonly clock: Clock;
  readonly journal = new Journal();
  readonly jobs: Jobs;
  readonly webhooks: Webhooks;
  readonly tokens: TokenService;
  readonly signer: Signer;
  #setup: SandboxSetup;
  #world: World;
  #settings: Settings;
  #ids: Ids;
  #random: Random;
  #inboxes = new Map<string, Inbox>();
  #seed: string | SeedData;
  /** Resolves when the sandbox is seeded. Requests wait for it. */
  #ready: Promise<void>;

  constructor(name: string, setup: SandboxSetup, world: World) {
    this.name = name;
    this.#setup = setup;
    this.#world = world;
    this.clock = new Clock(setup.clock);
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
    });
    this.jobs = new Jobs({
      sandbox: name,
      store: world.store,
      clock: this.clock,
      ids: { next: (kind) => this.#ids.next(kind) },
      journal: this.journal,
      webhooks: this.webhooks,
      pool: world.pool,
      simulators: world.simulators,
      progression: () => this.#settings.progression,
      onDefect: world.onDefect,
    });
    this.#seed = setup.seed;
    this.#ready = this.#fill(setup.seed);
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

  get ready(): Promise<void> {
    return this.#ready;
  }

  inbox(name: string): Inbox {
    const inbox = this.#inboxes.get(name) ?? new Inbox();
    this.#inboxes.set(name, inbox);
    return inbox;
  }

  /** Back to how it was created: seed, clock, settings, ids; journal and inboxes empty. */
  async reset(): Promise<void> {
    await this.clock.settled(['work']);
    this.clock.set(this.#setup.clock);
    this.#settings = this.#initialSettings();
    this.#ids = createIds(this.#setup.randomSeed);
    this.#random = createRandom(`${this.#setup.randomSeed}/random`);
    this.journal.clear();
    this.#inboxes.clear();
    await this.replaceState(this.#seed);
  }

  /** Replaces all data, jobs and pending deliveries by a seed, which a reset then returns to; the rest stays. */
  async replaceState(seed: string | SeedData): Promise<void> {
    await this.clock.settled(['work']);
    this.jobs.clear();
    this.webhooks.clear();
    this.tokens.clear();
    await this.#world.store.clear(this.name);
    await this.#fill(seed);
    this.#seed = seed;
  }

  async close(): Promise<void> {
    this.clock.stop();
    this.jobs.clear();
    this.webhooks.clear();
    await this.clock.settled(['work']);
    await this.#world.store.clear(this.name);
  }

  async #fill(seed: string | SeedData): Promise<void> {
    const data = typeof seed === 'string' ? await this.#world.loadSeed(seed) : seed;
    const unit = this.#world.store.begin(this.name);
    for (const simulator of this.#world.simulators.values()) {
      const seeding = { scopes: scopesOf(unit, simulator.name), now: this.clock.now(), ids: this.#ids };
      await simulator.seed?.(data[simulator.name], seeding);
    }
    await unit.commit();
  }

  #initialSettings(): Settings {
    const initial: Omit<SettingsView, 'apis'> = {
      progression: this.#setup.progression,
      webhooks: { attempts: null, duplicates: 0, allowedHosts: [...this.#world.allowedWebhookHosts] },
    };
    return new Settings(this.#world.simulators, initial);
  }
}

function seedNameOf(seed: string | SeedData): SeedName {
  if (seed === 'empty' || seed === 'demo') return seed;
  return 'custom';
}
