import { Unavailable } from '../archive/archive.js';
import { isUnavailable } from '../archive/archive-log.js';
import { ServedElsewhere } from '../archive/ownership.js';
import { parseDuration } from '../time/parse-duration.js';
import { wallNow, wallSleep } from '../wall-clock.js';
import { Admissions } from './admissions.js';
import { Dormitory, type SleepLimits } from './dormitory.js';
import { makeRoom } from './make-room.js';
import { Rounds } from './rounds.js';
import type { Sandbox } from './sandbox.js';
import { SandboxExists } from './sandbox-refusals.js';
import type { SandboxRequest } from './sandbox-request.js';
import type { SandboxSetup } from './sandbox-setup.js';
import type { SandboxWorld } from './sandbox-world.js';
import { setupOfRequest } from './setup-of-request.js';
import { SharedSandboxes } from './shared-sandboxes.js';
import type { Snapshot } from './snapshot.js';
import { besideSandboxes } from './snapshots.js';
import { Tenancies } from './tenancies.js';
import { defaultSandbox, Tenancy } from './tenancy.js';

/** What keeps a shared server from growing for ever. */
export interface SandboxLimits extends SleepLimits {
  /** Sandboxes at most, the default one not counted. */
  readonly most: number;
  /** Milliseconds of real time without a request after which a sandbox is removed. */
  readonly timeToLive: number;
}

/** Milliseconds from one look at what still keeps a server that drains to the next. */
const betweenDrains = 20;

const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/;

/**
 * The sandboxes of one server. A sandbox comes into being when it is asked for or first addressed, and goes when it was
 * idle for its time to live. One that was only addressed holds no place: when there is no other, it gives way.
 * With an archive a sandbox that no one asks for falls asleep, and wakes when it is addressed or has a timer due.
 */
export class Sandboxes {
  /** Those of this process. */
  readonly tenancies = new Tenancies();
  #world: SandboxWorld;
  #defaults: SandboxSetup;
  #limits: SandboxLimits;
  readonly #dormitory: Dormitory;
  readonly #shared: SharedSandboxes;
  readonly #admissions: Admissions;
  /** Done from the beginning where there is no archive. */
  #isRecovered: boolean;
  #recovering: Promise<void> | undefined;
  readonly #looks: Rounds;
  readonly makeRoom: (bytes: number) => Promise<boolean>;

  constructor(world: SandboxWorld, defaults: SandboxSetup, limits: SandboxLimits) {
    this.#world = world;
    this.#defaults = defaults;
    this.#limits = limits;
    this.#dormitory = new Dormitory(world, limits);
    this.#shared = new SharedSandboxes(world, this.#dormitory);
    this.#isRecovered = world.archive === undefined;
    this.#looks = new Rounds(
      () => this.#lookAround(),
      (error) => this.#tell(error, 'idle'),
    );
    const given = { world, tenancies: this.tenancies, dormitory: this.#dormitory };
    this.#admissions = new Admissions({ ...given, looks: this.#looks, most: limits.most });
    this.makeRoom = (bytes) => makeRoom({ ...given, admissions: this.#admissions }, bytes);
  }

  /**
   * Knows again what the archive has; what was awake at the end of the process before continues. Done with the first
   * call.
   */
  async recover(): Promise<void> {
    this.#recovering ??= this.#recover();
    await this.#recovering;
  }

  /**
   * The sandbox of this name, made on demand; undefined when the name is not one.
   *
   * @throws TooManySandboxes when it would have to be made and there is no room
   */
  async open(name: string): Promise<Sandbox | undefined> {
    if (!this.#isRecovered) await this.recover();
    if (this.#isDisowned) throw new Unavailable('This process serves no sandbox at the moment');
    const tenancy = this.tenancies.get(name);
    if (tenancy !== undefined) {
      tenancy.lastUsed = wallNow();
      return (await this.#wake(tenancy)) ?? (await this.open(name));
    }
    if (!namePattern.test(name)) return undefined;
    const added = await this.#add(name, this.#defaults, { timeToLive: this.#limits.timeToLive, kept: false });
    // Another request may have made it meanwhile.
    return added ?? (await this.open(name));
  }

  /** The sandbox of this name when it is awake and seeded; what is not is for {@link Sandboxes.open}. */
  ready(name: string): Sandbox | undefined {
    const tenancy = this.tenancies.get(name);
    if (tenancy?.sandbox === undefined || !tenancy.sandbox.isReady || this.#isDisowned) return undefined;
    tenancy.lastUsed = wallNow();
    return tenancy.sandbox;
  }

  /** Whether a sandbox is on its way out: being removed, or, where it is the one that asks, falling asleep. */
  isLeaving(name: string, sender: string): boolean {
    const tenancy = this.tenancies.get(name);
    if (tenancy === undefined) return this.#admissions.isRemoving(name);
    return name === sender && tenancy.sandbox === undefined;
  }

  /** In the order of their creation, the default one first; those that other processes serve as last reported. */
  async list(): Promise<Tenancy[]> {
    const isShared = this.#world.ownership !== undefined;
    // What sleeps may have been changed, or deleted, by another process that shares the archive.
    const own = this.tenancies.all.filter(({ sandbox, changing }) => !isShared || (sandbox ?? changing) !== undefined);
    const others = (await this.#shared.list()).filter(({ name }) => !own.some((one) => one.name === name));
    const all = [...own, ...others.map((archived) => Tenancy.asleep(archived))];
    return [...all.filter(({ name }) => name === defaultSandbox), ...all.filter(({ name }) => name !== defaultSandbox)];
  }

  /**
   * All that a sandbox is; undefined when there is none of this name. One that another process serves is taken as it
   * lies in the archive: that has all that anyone was told.
   */
  async snapshotOf(name: string): Promise<Snapshot | undefined> {
    if (!this.tenancies.has(name) && !(await this.#shared.has(name))) return undefined;
    try {
      return await (await this.open(name))?.snapshot();
    } catch (error) {
      if (!(error instanceof ServedElsewhere)) throw error;
      return await this.#shared.snapshot(name);
    }
  }

  /**
   * @throws RangeError when clock, instant, progression or duration cannot be read
   * @throws SandboxExists when the name is taken
   * @throws TooManySandboxes when there is no room
   * @throws Error when the seed is unknown
   */
  async create(request: SandboxRequest): Promise<Sandbox> {
    const { name, from, timeToLive } = request;
    const lifetime = timeToLive === undefined ? this.#limits.timeToLive : parseDuration(timeToLive);
    const setup = setupOfRequest(request, this.#defaults, this.#world.manualStart);
    const start = from === undefined ? setup : { ...setup, seed: 'empty' };
    const sandbox = await this.#add(name, start, { timeToLive: lifetime, kept: true });
    if (sandbox === undefined) throw new SandboxExists(name);
    if (from === undefined) return sandbox;
    const { clock, at, progression, settings = {} } = request;
    const turned = clock === undefined && at === undefined ? undefined : sandbox.clock.record();
    const restored = sandbox.restore(from, turned);
    await restored.catch(() => this.delete(name));
    await restored;
    const patch = { ...settings, ...(progression === undefined ? {} : { progression }) };
    if (Object.keys(patch).length > 0) sandbox.settings.change(patch);
    await sandbox.kernel.flush();
    return sandbox;
  }

  /**
   * Where others share the archive: leaves a sandbox to the server that is first asked for it. All are made by the server
   * of the sandbox that is addressed, mostly the default one, which would come to serve them all.
   */
  async leave(name: string): Promise<void> {
    const tenancy = this.tenancies.get(name);
    if (this.#world.ownership === undefined || tenancy === undefined || tenancy.requests > 0) return;
    // It exists in any case: when the database has just gone, this server continues to serve it, or no one does.
    await this.#dormitory.rest(tenancy).catch((error: unknown) => this.#tell(error, name));
    if (tenancy.sandbox === undefined) this.tenancies.remove(tenancy);
  }

  /**
   * Whether there is a sandbox of this name that this process serves, or may.
   *
   * @throws ServedElsewhere when another one does
   */
  async lookUp(name: string): Promise<boolean> {
    return (await this.#own(name)) !== undefined;
  }

  async delete(name: string): Promise<boolean> {
    const tenancy = await this.#own(name);
    if (tenancy === undefined) return false;
    await this.#admissions.remove(tenancy);
    return true;
  }

  /**
   * Where others share the archive: accepts no more sandboxes, and lets each one that is awake fall asleep as soon as
   * no request is under way in it, so that another process serves it from then on. Resolves when all are asleep, or
   * after the given number of milliseconds.
   */
  async drain(patience: number): Promise<void> {
    const { ownership } = this.#world;
    if (ownership === undefined) return;
    ownership.drain();
    const until = wallNow() + patience;
    while (this.#dormitory.restUnasked() > 0 && wallNow() < until) await wallSleep(betweenDrains);
    await Promise.all(this.tenancies.all.map(({ changing }) => changing?.catch(() => undefined)));
  }

  /** With an archive all fall asleep, whatever they were doing; without one they end. */
  async close(): Promise<void> {
    this.#shared.end();
    this.#looks.end();
    if (this.#world.archive === undefined) {
      await Promise.all(this.tenancies.all.map((tenancy) => this.#admissions.remove(tenancy)));
      return;
    }
    await Promise.all(this.tenancies.all.map(({ changing }) => changing?.catch(() => undefined)));
    await this.#dormitory.close();
    await this.#admissions.settled();
  }

  /** One that this process serves, or takes: what sleeps may have been taken, or deleted, by another one meanwhile. */
  async #own(name: string): Promise<Tenancy | undefined> {
    const known = this.tenancies.get(name);
    await known?.changing?.catch(() => undefined);
    if (known?.sandbox !== undefined || this.#world.ownership === undefined) return known;
    const claimed = await this.#shared.claim(name);
    return claimed === undefined ? undefined : (this.tenancies.get(name) ?? claimed);
  }

  /** Whether this process shares an archive, and may serve none of it now. */
  get #isDisowned(): boolean {
    return this.#world.ownership?.isHeld === false;
  }

  async #recover(): Promise<void> {
    const { ownership } = this.#world;
    if (ownership !== undefined) {
      // What others serve changes all the time: each sandbox is asked for when it is addressed.
      ownership.onLost(() => this.#disown());
      this.#isRecovered = true;
      this.#shared.watchDue(
        (name) => this.open(name),
        (error) => this.#tell(error, 'due'),
      );
      return;
    }
    for (const archived of (await this.#world.archive?.names()) ?? []) {
      if (archived.name.startsWith(besideSandboxes)) continue;
      this.tenancies.add(Tenancy.asleep(archived));
    }
    this.#isRecovered = true;
    this.#looks.by(wallNow());
  }

  /** Nothing is this process's any more; anyone who asks for a sandbox asks again who serves it. */
  #disown(): void {
    this.#dormitory.forgetAll();
    this.tenancies.clear();
  }

  /** Resolves with nothing when the name is taken. */
  async #add(
    name: string,
    setup: SandboxSetup,
    terms: Pick<Tenancy, 'timeToLive' | 'kept'>,
  ): Promise<Sandbox | undefined> {
    if (!this.#isRecovered) await this.recover();
    if (this.#looks.isDue) await this.#lookAround();
    return await this.#admissions.add(name, setup, terms);
  }

  /** Removes those that were idle for their time to live, wakes those that have something to do, lets others sleep. */
  async #lookAround(): Promise<void> {
    const now = wallNow();
    const removed: Promise<void>[] = [];
    let next = Number.POSITIVE_INFINITY;
    for (const tenancy of this.tenancies.all) {
      const { dies, requests, wakesAt, changing } = tenancy;
      if (dies <= now && requests === 0) {
        removed.push(this.#admissions.remove(tenancy));
        continue;
      }
      const isDue = wakesAt !== undefined && wakesAt <= now;
      if (isDue && changing === undefined) this.#wake(tenancy).catch((error) => this.#tell(error, tenancy.name));
      next = Math.min(next, dies, wakesAt ?? next);
    }
    this.#looks.begin();
    this.#looks.by(Math.min(next, this.#dormitory.restIdle()));
    await Promise.all(removed);
  }

  async #wake(tenancy: Tenancy): Promise<Sandbox | undefined> {
    const sandbox = await this.#dormitory.wake(tenancy, this.#defaults);
    this.#looks.by(this.#dormitory.restIdle());
    return sandbox;
  }

  #tell(error: unknown, name: string): void {
    // Another process was quicker, or none can serve it at the moment.
    if (isUnavailable(error)) return;
    this.#world.onDefect(error, `the look after sandbox "${name}"`);
  }
}
