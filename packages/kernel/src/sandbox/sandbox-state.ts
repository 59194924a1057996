import { createIdGenerator, type IdGenerator } from '../id-generator.js';
import { createRandom, type RandomSource, type RandomState } from '../random.js';
import { createKernelRecord, type KernelRecords } from '../store/kernel-records.js';
import type { StoredRecord } from '../store/store.js';
import type { SandboxContext } from './sandbox-context.js';
import { idRecords, randomnessRecords, seedRecords, settingsRecords } from './sandbox-records.js';
import { SandboxSettings, type SettingsView } from './sandbox-settings.js';
import { type SandboxSetup, type SeedData, type SeedName, snapshotSeedName } from './sandbox-setup.js';

/** The randomness, settings and seed of a sandbox. */
export class SandboxState {
  readonly #setup: SandboxSetup;
  readonly #context: Pick<SandboxContext, 'simulators' | 'seeds' | 'allowedWebhookHosts'>;
  readonly #kernel: KernelRecords;
  #randomSeed: string;
  #ids: IdGenerator;
  #random: RandomSource;
  #settings: SandboxSettings;
  #seed: string | SeedData;

  /** @throws RangeError if a setting is invalid */
  constructor(
    setup: SandboxSetup,
    context: Pick<SandboxContext, 'simulators' | 'seeds' | 'allowedWebhookHosts'>,
    kernel: KernelRecords,
  ) {
    this.#setup = setup;
    this.#context = context;
    this.#kernel = kernel;
    this.#randomSeed = setup.randomSeed;
    this.#ids = this.#newIds();
    this.#random = this.#newRandom();
    this.#settings = this.#newSettings();
    this.#seed = setup.seed;
  }

  get ids(): IdGenerator {
    return this.#ids;
  }

  get random(): RandomSource {
    return this.#random;
  }

  get settings(): SandboxSettings {
    return this.#settings;
  }

  /** The seed for resets. It can be replaced at any time. */
  get seed(): string | SeedData {
    return this.#seed;
  }

  get seedName(): SeedName {
    return this.#seed === 'empty' || this.#seed === 'demo' ? this.#seed : 'custom';
  }

  /** Restores everything except the seed. */
  renew(): void {
    this.#randomSeed = this.#setup.randomSeed;
    this.#ids = this.#newIds();
    this.#random = this.#newRandom();
    this.#settings = this.#newSettings();
  }

  seeded(seed: string | SeedData, now: Date): Promise<StoredRecord[]> {
    return this.#context.seeds.records(seed, { now, ids: this.ids });
  }

  /** Returns the complete state as records. */
  records(seed: string | SeedData): StoredRecord[] {
    return [
      createKernelRecord(seedRecords, 'seed', { seed }),
      createKernelRecord(randomnessRecords, 'chance', this.#chance()),
      createKernelRecord(settingsRecords, 'settings', this.#settings.view()),
      ...this.#ids.kinds().map((kind) => createKernelRecord(idRecords, kind, this.#ids.state(kind))),
    ];
  }

  async wake(): Promise<void> {
    const [seed, chance, settings, ids] = await Promise.all([
      this.#kernel.get(seedRecords, 'seed'),
      this.#kernel.get(randomnessRecords, 'chance'),
      this.#kernel.get(settingsRecords, 'settings'),
      this.#kernel.list(idRecords),
    ]);
    const { seed: first, snapshot } = this.#setup;
    // A snapshot belongs to one server. Another server uses its own snapshot.
    this.#seed = seed === undefined || (seed.seed === snapshotSeedName && snapshot === undefined) ? first : seed.seed;
    this.#randomSeed = chance?.randomSeed ?? this.#setup.randomSeed;
    this.#ids = this.#newIds(ids.map(({ key, value }) => [key, value]));
    this.#random = this.#newRandom(chance?.state);
    this.#settings = this.#newSettings();
    if (settings !== undefined) this.#settings.restore(settings);
  }

  #newIds(from?: Iterable<readonly [string, RandomState]>): IdGenerator {
    const ids = createIdGenerator(this.#randomSeed, from, (kind) =>
      this.#kernel.changed(idRecords, kind, () => ids.state(kind)),
    );
    return ids;
  }

  #newRandom(from?: RandomState): RandomSource {
    const draw = createRandom(`${this.#randomSeed}/random`, from);
    const random = (): number => {
      this.#kernel.changed(randomnessRecords, 'chance', () => this.#chance());
      return draw();
    };
    return Object.assign(random, { state: draw.state });
  }

  #chance() {
    return { randomSeed: this.#randomSeed, state: this.#random.state() };
  }

  #newSettings(): SandboxSettings {
    const initial: Omit<SettingsView, 'apis'> = {
      progression: this.#setup.progression,
      webhooks: { attempts: null, duplicates: 0, allowedHosts: [...this.#context.allowedWebhookHosts] },
    };
    const settings = new SandboxSettings(this.#context.simulators, initial, () => {
      if (settings === this.#settings) this.#kernel.changed(settingsRecords, 'settings', () => this.#settings.view());
    });
    for (const patch of this.#setup.settings ?? []) {
      const findings = settings.change(patch);
      if (findings.length > 0) throw new RangeError(findings.map(({ message }) => message).join('; '));
    }
    return settings;
  }
}
