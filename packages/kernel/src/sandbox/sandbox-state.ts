import { createIds, type Ids } from '../ids.js';
import { createRandom, type Random } from '../random.js';
import type { SandboxSetup } from './sandbox-setup.js';
import type { SandboxWorld } from './sandbox-world.js';
import type { SeedData } from './seed-data.js';
import { Settings, type SettingsView } from './settings.js';
import type { Snapshot } from './snapshot.js';

/** What a sandbox is besides its records, its clock and what is under way: chance, settings, and the seed it returns to. */
export class SandboxState {
  readonly #setup: SandboxSetup;
  readonly #world: Pick<SandboxWorld, 'simulators' | 'allowedWebhookHosts'>;
  #ids: Ids;
  #random: Random;
  #settings: Settings;
  /** What a reset returns to; it may be replaced while the sandbox lives. */
  seed: string | SeedData;

  /** @throws RangeError when a setting is refused */
  constructor(setup: SandboxSetup, world: Pick<SandboxWorld, 'simulators' | 'allowedWebhookHosts'>) {
    this.#setup = setup;
    this.#world = world;
    this.#ids = createIds(setup.randomSeed);
    this.#random = createRandom(`${setup.randomSeed}/random`);
    this.#settings = this.#initialSettings();
    this.seed = setup.seed;
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

  /** As it was in the beginning, but for the seed. */
  renew(): void {
    this.#ids = createIds(this.#setup.randomSeed);
    this.#random = createRandom(`${this.#setup.randomSeed}/random`);
    this.#settings = this.#initialSettings();
  }

  /** Its part of a snapshot. */
  view(): Pick<Snapshot, 'randomSeed' | 'ids' | 'random' | 'seed' | 'settings'> {
    return {
      randomSeed: this.#setup.randomSeed,
      ids: this.#ids.state(),
      random: this.#random.state(),
      seed: this.seed,
      settings: this.#settings.view(),
    };
  }

  /** Becomes what a snapshot says. */
  restore({ randomSeed, ids, random, seed, settings }: ReturnType<SandboxState['view']>): void {
    this.#ids = createIds(randomSeed, ids);
    this.#random = createRandom(randomSeed, random);
    this.#settings.restore(settings);
    this.seed = seed;
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
