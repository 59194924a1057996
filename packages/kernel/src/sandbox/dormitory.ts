import type { Archive } from '../archive/archive.js';
import { ArchiveLog } from '../archive/archive-log.js';
import { wallNow } from '../clock.js';
import type { StoredRecord } from '../store/store.js';
import { Sandbox } from './sandbox.js';
import { setupIn } from './sandbox-records.js';
import type { SandboxSetup } from './sandbox-setup.js';
import type { SandboxWorld } from './sandbox-world.js';
import type { Tenancy } from './tenancy.js';

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

  /** Begins a sandbox that is new. @throws RangeError when a setting or the instant of its clock is refused */
  begin(tenancy: Tenancy, setup: SandboxSetup): Sandbox {
    const sandbox = this.#open(tenancy, setup);
    this.#makeRoom();
    return sandbox;
  }

  /**
   * The sandbox of a tenancy, awake and ready; undefined when that has changed meanwhile, and is to be asked for anew.
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

  /** Lets a sandbox fall asleep, whatever it was doing; it goes on when it wakes. */
  async rest(tenancy: Tenancy): Promise<void> {
    const sandbox = this.#leave(tenancy);
    if (sandbox !== undefined) await this.#whileChanging(tenancy, sandbox.sleep());
  }

  /** Those that nobody has asked for so long fall asleep. @returns when the next one may */
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

  /** Ends a sandbox for good. */
  async end(tenancy: Tenancy): Promise<void> {
    await tenancy.changing?.catch(() => undefined);
    await this.#leave(tenancy)?.close();
    await this.#archive?.drop(tenancy.name);
  }

  /** All fall asleep; without an archive there is nowhere to. */
  async close(): Promise<void> {
    await Promise.all([...this.#awake].map((tenancy) => this.rest(tenancy)));
  }

  async #wake(tenancy: Tenancy, defaults: SandboxSetup): Promise<Sandbox> {
    const records = (await this.#archive?.read(tenancy.name)) ?? [];
    const sandbox =
      records.length === 0 ? this.#open(tenancy, defaults) : this.#open(tenancy, setupIn(records, defaults), records);
    try {
      await sandbox.ready;
    } catch (error) {
      await this.#leave(tenancy)?.close();
      throw error;
    }
    // From its next change on it would wake at once after a crash.
    sandbox.noteTerms();
    this.#makeRoom();
    return sandbox;
  }

  #open(tenancy: Tenancy, setup: SandboxSetup, records?: readonly StoredRecord[]): Sandbox {
    const log =
      this.#archive === undefined
        ? undefined
        : new ArchiveLog(this.#archive, tenancy, () => this.#forget(tenancy, sandbox));
    const sandbox = new Sandbox(tenancy.name, setup, this.#world, {
      log,
      ...(records === undefined ? {} : { records }),
    });
    tenancy.wake(sandbox);
    this.#awake.add(tenancy);
    return sandbox;
  }

  /** What could not be kept must not be seen: the sandbox is read anew when it is asked for. */
  #forget(tenancy: Tenancy, sandbox: Sandbox): void {
    if (tenancy.sandbox !== sandbox) return;
    this.#leave(tenancy);
    this.#whileChanging(tenancy, sandbox.close()).catch((error: unknown) =>
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
