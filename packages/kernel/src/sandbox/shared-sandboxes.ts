import type { ArchivedSandbox } from '../archive/archive.js';
import type { Ownership } from '../archive/ownership.js';
import { wallNow } from '../wall-clock.js';
import type { Dormitory } from './dormitory.js';
import { Rounds } from './rounds.js';
import type { SandboxWorld } from './sandbox-world.js';
import type { Snapshot } from './snapshot.js';
import { besideSandboxes } from './snapshots.js';
import { clockIn, snapshotOf } from './take-snapshot.js';
import { Tenancy } from './tenancy.js';

/** Sandboxes that are woken in one round because their time has come. */
const mostInARound = 20;

/** What lies in an archive that other processes serve, too; nothing where this process has its archive for itself. */
export class SharedSandboxes {
  readonly #archive: SandboxWorld['archive'];
  readonly #ownership: Ownership | undefined;
  readonly #dormitory: Dormitory;
  #due: Rounds | undefined;

  constructor({ archive, ownership }: SandboxWorld, dormitory: Dormitory) {
    this.#archive = archive;
    this.#ownership = ownership;
    this.#dormitory = dormitory;
  }

  /** As the one that serves them last reported. */
  async list(): Promise<ArchivedSandbox[]> {
    if (this.#ownership === undefined || this.#archive === undefined) return [];
    return (await this.#archive.names()).filter(({ name }) => !name.startsWith(besideSandboxes));
  }

  async has(name: string): Promise<boolean> {
    return (await this.list()).some((archived) => archived.name === name);
  }

  /**
   * Takes one for this process; undefined when there is none of this name.
   *
   * @throws ServedElsewhere when another process serves it
   */
  async claim(name: string): Promise<Tenancy | undefined> {
    if (!(await this.has(name))) return undefined;
    const { archived } = await this.#dormitory.claim(name);
    return archived === undefined ? undefined : Tenancy.asleep(archived);
  }

  /** All that one is as it lies in the archive, which has all that anyone was told. */
  async snapshot(name: string): Promise<Snapshot> {
    const records = (await this.#archive?.read(name)) ?? [];
    return snapshotOf(name, clockIn(records), records);
  }

  /**
   * Wakes those that no one serves and that have something to do, now and from then on.
   *
   * @param onError called with why that failed, before it is tried again
   */
  watchDue(wake: (name: string) => Promise<unknown>, onError: (error: unknown) => void): void {
    const round = async () => {
      const names = (await this.#ownership?.due(wallNow(), mostInARound)) ?? [];
      // One after another: what is asked for must not wait behind what no one asks for.
      for (const name of names) await wake(name).catch(onError);
    };
    const rounds: Rounds = new Rounds(() => round().finally(() => rounds.by(wallNow())), onError);
    rounds.by(wallNow());
    this.#due = rounds;
  }

  /** Wakes nothing any more. */
  end(): void {
    this.#due?.end();
  }
}
