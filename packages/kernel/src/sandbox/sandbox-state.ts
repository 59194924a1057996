import { createIds, type Ids } from '../ids.js';
import { createRandom, type Random, type RandomState } from '../random.js';
import { type KernelRecords, kernelRecord } from '../store/kernel-records.js';
import type { StoredRecord } from '../store/store.js';
import type { SandboxContext } from './sandbox-context.js';
import { chanceRecords, idRecords, seedRecords, settingsRecords } from './sandbox-records.js';
import { type SandboxSetup, type SeedData, type SeedName, snapshotSeed } from './sandbox-setup.js';
import { Settings, type SettingsView } from './settings.js';

/** What a sandbox is besides its clock and what is under way: chance, settings, and the seed it returns to. */
export class SandboxState {
  readonly #setup: SandboxSetup;
  readonly #world: Pick<SandboxContext, 'simulators' | 'seeds' | 'allowedWebhookHosts'>;
  readonly #kernel: KernelRecords;
  #randomSeed: string;
  #ids: Ids;
  #random: Random;
  #settings: Settings;
  #seed: string | SeedData;

  /** @throws RangeError when a setting is refused */
  constructor(
    setup: SandboxSetup,
    world: Pick<SandboxContext, 'simulators' | 'seeds' | 'allowedWebhookHosts'>,
    kernel: KernelRecords,
  ) {
    this.#setup = setup;
    this.#world = world;
    this.#kernel = kernel;
    this.#randomSeed = setup.randomSeed;
    this.#ids = this.#newIds();
    this.#random = this.#newRandom();
    this.#settings = this.#newSettings();
    this.#seed = setup.seed;
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

  /** What a reset returns to; it may be replaced while the sandbox lives. */
  get seed(): string | SeedData {
    return this.#seed;
  }

  get seedName(): SeedName {
    return this.#seed === 'empty' || this.#seed === 'demo' ? this.#seed : 'custom';
  }

  /** As it was in the beginning, but for the seed. */
  renew(): void {
    this.#randomSeed = this.#setup.randomSeed;
    this.#ids = this.#newIds();
    this.#random = this.#newRandom();
    this.#settings = this.#newSettings();
  }

  /** The records that a seed begins with at an instant of the sandbox. */
  seeded(seed: string | SeedData, now: Date): Promise<StoredRecord[]> {
    return this.#world.seeds.records(seed, { now, ids: this.ids });
  }

  /** All that it is, as records. */
  records(seed: string | SeedData): StoredRecord[] {
    return [
      kernelRecord(seedRecords, 'seed', { seed }),
      kernelRecord(chanceRecords, 'chance', this.#chance()),
      kernelRecord(settingsRecords, 'settings', this.#settings.view()),
      ...this.#ids.kinds().map((kind) => kernelRecord(idRecords, kind, this.#ids.state(kind))),
    ];
  }

  /** Becomes what the records say. */
  async wake(): Promise<void> {
    const [seed, chance, settings, ids] = await Promise.all([
      this.#kernel.get(seedRecords, 'seed'),
      this.#kernel.get(chanceRecords, 'chance'),
      this.#kernel.get(settingsRecords, 'settings'),
      this.#kernel.list(idRecords),
    ]);
    const { seed: first, snapshot } = this.#setup;
    // A snapshot is the server's: elsewhere a reset returns to what that server begins with.
    this.#seed = seed === undefined || (seed.seed === snapshotSeed && snapshot === undefined) ? first : seed.seed;
    this.#randomSeed = chance?.randomSeed ?? this.#setup.randomSeed;
    this.#ids = this.#newIds(ids.map(({ key, value }) => [key, value]));
    this.#random = this.#newRandom(chance?.state);
    this.#settings = this.#newSettings();
    if (settings !== undefined) this.#settings.restore(settings);
  }

  #newIds(from?: Iterable<readonly [string, RandomState]>): Ids {
    const ids = createIds(this.#randomSeed, from, (kind) =>
      this.#kernel.changed(idRecords, kind, () => ids.state(kind)),
    );
    return ids;
  }

  #newRandom(from?: RandomState): Random {
    const draw = createRandom(`${this.#randomSeed}/random`, from);
    const random = (): number => {
      this.#kernel.changed(chanceRecords, 'chance', () => this.#chance());
      return draw();
    };
    return Object.assign(random, { state: draw.state });
  }

  #chance() {
    return { randomSeed: this.#randomSeed, state: this.#random.state() };
  }

  #newSettings(): Settings {
    const initial: Omit<SettingsView, 'apis'> = {
      progression: this.#setup.progression,
      webhooks: { attempts: null, duplicates: 0, allowedHosts: [...this.#world.allowedWebhookHosts] },
    };
    const settings = new Settings(this.#world.simulators, initial, () => {
      if (settings === this.#settings) this.#kernel.changed(settingsRecords, 'settings', () => this.#settings.view());
    });
    for (const patch of this.#setup.settings ?? []) {
      const findings = settings.change(patch);
      if (findings.length > 0) throw new RangeError(findings.map(({ message }) => message).join('; '));
    }
    return settings;
  }
}
