import { type Archive, Unavailable } from '../archive/archive.js';
import { ArchiveLog } from '../archive/archive-log.js';
import { type OwnClaim, ServedElsewhere } from '../archive/ownership.js';
import type { StoredRecord } from '../store/store.js';
import { wallNow } from '../wall-clock.js';
import type { LabelCounts } from '../watch/label-counts.js';
import { Sandbox } from './sandbox.js';
import { setupIn } from './sandbox-records.js';
import type { SandboxSetup } from './sandbox-setup.js';
import { sandboxBytes } from './sandbox-space.js';
import type { SandboxWorld } from './sandbox-world.js';
import { defaultSandbox, type Tenancy } from './tenancy.js';

/** When sandboxes fall asleep that lie in an archive. */
export interface SleepLimits {
  /** Sandboxes awake at most, as far as the others have nothing to do. */
  readonly mostAwake: number;
  /** Milliseconds of real time without a request after which a sandbox falls asleep. */
  readonly sleepsAfter: number;
}

/** Wakes the sandboxes of a server from the archive, and lets them fall asleep; without an archive all stay awake. */
export class Dormitory {
  readonly #world: SandboxWorld;
  readonly #archive: Archive | undefined;
  readonly #limits: SleepLimits;
  #awake = new Set<Tenancy>();

  constructor(world: SandboxWorld, limits: SleepLimits) {
    this.#world = world;
    this.#archive = world.archive;
    this.#limits = limits;
  }

  /**
   * Begins a sandbox that is new.
   *
   * @param epoch under which this process serves it
   * @throws RangeError when a setting or the instant of its clock is refused
   */
  begin(tenancy: Tenancy, setup: SandboxSetup, epoch: number): Sandbox {
    const sandbox = this.#open(tenancy, setup, epoch);
    this.#makeRoom();
    return sandbox;
  }

  /**
   * The sandbox of a tenancy, awake and ready; undefined when that has changed meanwhile, and is to be asked for again.
   *
   * @throws Error when it cannot be read
   */
  async wake(tenancy: Tenancy, defaults: SandboxSetup): Promise<Sandbox | undefined> {
    if (tenancy.changing !== undefined) {
      await tenancy.changing.catch(() => undefined);
      return undefined;
    }
    if (tenancy.sandbox === undefined) {
      const waking = this.#wake(tenancy, defaults).finally(() => {
        tenancy.changing = undefined;
      });
      tenancy.changing = waking;
      return await waking;
    }
    await tenancy.sandbox.ready;
    return tenancy.sandbox;
  }

  /** Lets a sandbox fall asleep, whatever it was doing; it continues when it wakes. */
  async rest(tenancy: Tenancy): Promise<void> {
    const sandbox = this.#leave(tenancy);
    if (sandbox !== undefined) await this.#whileChanging(tenancy, this.#sleep(sandbox));
  }

  /** What is awake is not this process's any more: none of it may be seen or kept. */
  forgetAll(): void {
    for (const tenancy of this.#awake) {
      if (tenancy.sandbox === undefined) continue;
      this.#world.watch.ownership.count({ change: 'lost' });
      this.#forget(tenancy, tenancy.sandbox);
    }
  }

  /** Those that no one has asked for so long fall asleep. @returns when the next one may */
  restIdle(): number {
    if (this.#archive === undefined) return Number.POSITIVE_INFINITY;
    const now = wallNow();
    let next = Number.POSITIVE_INFINITY;
    for (const tenancy of this.#awake) {
      const due = tenancy.lastUsed + this.#limits.sleepsAfter;
      if (due <= now && tenancy.mayRest) this.#restBeside(tenancy);
      else next = Math.min(next, Math.max(due, now + 1));
    }
    return next;
  }

  /** Those without a request under way fall asleep, whatever else they do. @returns how many are still awake */
  restUnasked(): number {
    for (const tenancy of this.#awake) {
      if (tenancy.requests === 0 && tenancy.changing === undefined) this.#restBeside(tenancy);
    }
    return this.#awake.size;
  }

  /** Ends a sandbox for good. */
  async end(tenancy: Tenancy): Promise<void> {
    await tenancy.changing?.catch(() => undefined);
    await this.#leave(tenancy)?.close();
    await this.#archive?.drop(tenancy.name);
  }

  /** All fall asleep; without an archive they end. */
  async close(): Promise<void> {
    await Promise.all([...this.#awake].map((tenancy) => this.rest(tenancy)));
  }

  async #sleep(sandbox: Sandbox): Promise<void> {
    await sandbox.sleep();
    if (this.#world.ownership === undefined) return;
    await this.#world.ownership.release(sandbox.name);
    this.#world.watch.ownership.count({ change: 'released' });
  }

  async #wake(tenancy: Tenancy, defaults: SandboxSetup): Promise<Sandbox> {
    // Without the default sandbox nothing could be deleted.
    if (tenancy.name !== defaultSandbox)
      await this.#world.admitGrowth(undefined, sandboxBytes + (tenancy.summary?.storedBytes ?? 0));
    const { epoch } = await this.claim(tenancy.name);
    const records = (await this.#archive?.read(tenancy.name)) ?? [];
    const sandbox =
      records.length === 0
        ? this.#open(tenancy, defaults, epoch)
        : this.#open(tenancy, setupIn(records, defaults), epoch, records);
    try {
      await sandbox.ready;
    } catch (error) {
      await this.#leave(tenancy)?.close();
      throw error;
    }
    // With its next change it is marked to wake at once after a crash.
    sandbox.noteTerms();
    this.#makeRoom();
    return sandbox;
  }

  /**
   * Makes sure that this process serves a sandbox.
   *
   * @throws ServedElsewhere when another one does
   * @throws Unavailable when this process may serve nothing now
   */
  async claim(name: string): Promise<Pick<OwnClaim, 'epoch' | 'archived'>> {
    const claim = await this.#world.ownership?.claim(name);
    // A process that has its archive for itself.
    if (claim === undefined) return { epoch: 0, archived: undefined };
    if (claim.kind === 'other') throw new ServedElsewhere(name, claim.address);
    return claim;
  }

  #open(tenancy: Tenancy, setup: SandboxSetup, epoch: number, records?: readonly StoredRecord[]): Sandbox {
    const { watch, ownership } = this.#world;
    if (ownership !== undefined) watch.ownership.count({ change: 'taken' });
    const log =
      this.#archive === undefined
        ? undefined
        : new ArchiveLog(counted(this.#archive, watch.appends), tenancy, epoch, () => this.#forget(tenancy, sandbox));
    const sandbox = new Sandbox(tenancy.name, setup, this.#world, {
      log,
      ...(records === undefined ? {} : { records }),
    });
    tenancy.wake(sandbox);
    this.#awake.add(tenancy);
    return sandbox;
  }

  /** What could not be kept must not be seen: the sandbox is read again when it is asked for. */
  #forget(tenancy: Tenancy, sandbox: Sandbox): void {
    if (tenancy.sandbox !== sandbox) return;
    this.#leave(tenancy);
    const why = new Unavailable(`Sandbox "${tenancy.name}" is not served under this lease any more`);
    this.#whileChanging(tenancy, sandbox.close(why)).catch((error: unknown) =>
      this.#world.onDefect(error, `the end of sandbox "${tenancy.name}"`),
    );
  }

  /** The one that was used least lately falls asleep where too many are awake. */
  #makeRoom(): void {
    if (this.#archive === undefined) return;
    const tooMany = this.#awake.size - this.#limits.mostAwake;
    if (tooMany <= 0) return;
    const idlest = [...this.#awake].sort((one, other) => one.lastUsed - other.lastUsed);
    // The latest is the one that room is made for.
    const resting = idlest.slice(0, -1).filter(({ mayRest }) => mayRest);
    for (const tenancy of resting.slice(0, tooMany)) this.#restBeside(tenancy);
  }

  #restBeside(tenancy: Tenancy): void {
    this.rest(tenancy).catch((error: unknown) => this.#world.onDefect(error, `the sleep of sandbox "${tenancy.name}"`));
  }

  #leave(tenancy: Tenancy): Sandbox | undefined {
    this.#awake.delete(tenancy);
    return tenancy.rest();
  }

  #whileChanging(tenancy: Tenancy, change: Promise<void>): Promise<void> {
    const changing = change.finally(() => {
      tenancy.changing = undefined;
    });
    tenancy.changing = changing;
    return changing;
  }
}

function counted(archive: Archive, appends: LabelCounts): Pick<Archive, 'append'> {
  return {
    append(...change) {
      appends.count({});
      return archive.append(...change);
    },
  };
}
