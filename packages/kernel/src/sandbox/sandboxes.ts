import { wallAlarm, wallNow } from '../clock.js';
import { parseClockMode } from '../time/clock-setting.js';
import { parseDuration } from '../time/parse-duration.js';
import { Sandbox } from './sandbox.js';
import type { SandboxSetup } from './sandbox-setup.js';
import type { SandboxWorld } from './sandbox-world.js';
import type { SettingsPatch } from './settings.js';
import type { Snapshot } from './snapshot.js';

/** Name of the sandbox that has no prefix. */
export const defaultSandbox = 'default';

/** What a new sandbox may differ in from the default one. */
export interface SandboxRequest {
  name: string;
  /** `real`, `manual` or `scaled:<factor>`. */
  clock?: string;
  /** ISO 8601 instant that the clock starts from. */
  at?: string;
  progression?: string;
  seed?: string;
  randomSeed?: string;
  /** What differs from the settings of the default sandbox at its start. */
  settings?: SettingsPatch;
  /** State to begin with instead of a seed. Clock, progression and chance go on from it where nothing else is asked for. */
  from?: Snapshot;
  /** ISO 8601 duration of real time without a request after which the sandbox is removed. */
  timeToLive?: string;
}

/** What keeps a shared server from growing for ever. */
export interface SandboxLimits {
  /** Sandboxes at most, the default one not counted. */
  readonly most: number;
  /** Milliseconds of real time without a request after which a sandbox is removed. */
  readonly timeToLive: number;
}

/** There are as many sandboxes as there may be. */
export class TooManySandboxes extends Error {
  constructor(most: number) {
    super(`There are ${most} sandboxes, the most that this server keeps; delete one, or start it with --max-sandboxes`);
    this.name = 'TooManySandboxes';
  }
}

/** A sandbox of this name is there, perhaps since a moment ago. */
export class SandboxExists extends Error {
  constructor(name: string) {
    super(`There is a sandbox "${name}" already`);
    this.name = 'SandboxExists';
  }
}

interface Tenancy {
  readonly sandbox: Sandbox;
  readonly timeToLive: number;
  /** Milliseconds of real time at the latest request. */
  lastUsed: number;
  /** Whether somebody made it, or has changed something in it: else it is as it would be if it was addressed anew. */
  kept: boolean;
  /** Requests under way. */
  requests: number;
}

/** Milliseconds from one look for idle sandboxes to the next at least. */
const betweenLooks = 1000;

const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/;

/**
 * The sandboxes of one server. A sandbox comes into being when it is asked for or first addressed, and goes when it was
 * idle for its time to live. One that was only addressed holds no place: when there is no other, it gives way.
 */
export class Sandboxes {
  #world: SandboxWorld;
  #defaults: SandboxSetup;
  #limits: SandboxLimits;
  #tenancies = new Map<string, Tenancy>();
  /** Sandboxes that are removed but still have work to end; what they hold goes with it, by their name. */
  #closing = new Map<string, Promise<void>>();
  #endAlarm: (() => void) | undefined;

  constructor(world: SandboxWorld, defaults: SandboxSetup, limits: SandboxLimits) {
    this.#world = world;
    this.#defaults = defaults;
    this.#limits = limits;
  }

  /**
   * The sandbox of this name, made on demand; undefined when the name is not one.
   *
   * @throws TooManySandboxes when it would have to be made and there is no room
   */
  async open(name: string): Promise<Sandbox | undefined> {
    const tenancy = this.#tenancies.get(name);
    if (tenancy !== undefined) {
      tenancy.lastUsed = wallNow();
      await tenancy.sandbox.ready;
      return tenancy.sandbox;
    }
    if (!namePattern.test(name)) return undefined;
    const added = await this.#add(name, this.#defaults, { timeToLive: this.#limits.timeToLive, kept: false });
    // Another request may have made it meanwhile.
    return added ?? (await this.open(name));
  }

  /** The sandbox of this name when it is there and seeded; what is not is for {@link Sandboxes.open}. */
  ready(name: string): Sandbox | undefined {
    const tenancy = this.#tenancies.get(name);
    if (tenancy === undefined || !tenancy.sandbox.isReady) return undefined;
    tenancy.lastUsed = wallNow();
    return tenancy.sandbox;
  }

  /** A request begins in a sandbox, which stays as long as it lasts. */
  enter(sandbox: Sandbox): void {
    const tenancy = this.#tenancyOf(sandbox);
    if (tenancy !== undefined) tenancy.requests += 1;
  }

  /** A request that has entered is answered. */
  leave(sandbox: Sandbox): void {
    const tenancy = this.#tenancyOf(sandbox);
    if (tenancy === undefined) return;
    tenancy.requests -= 1;
    tenancy.lastUsed = wallNow();
  }

  /** Something has changed in a sandbox: from now on it holds its place. */
  keep(sandbox: Sandbox): void {
    const tenancy = this.#tenancyOf(sandbox);
    if (tenancy !== undefined) tenancy.kept = true;
  }

  /** In the order of their creation, the default one first. */
  list(): Sandbox[] {
    const all = [...this.#tenancies.values()].map(({ sandbox }) => sandbox);
    return [...all.filter(({ name }) => name === defaultSandbox), ...all.filter(({ name }) => name !== defaultSandbox)];
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
    const setup = this.#setupOf(request);
    const start = from === undefined ? setup : { ...setup, seed: 'empty' };
    const sandbox = await this.#add(name, start, { timeToLive: lifetime, kept: true });
    if (sandbox === undefined) throw new SandboxExists(name);
    if (from === undefined) return sandbox;
    const { clock, at, progression, settings = {} } = request;
    await sandbox.restore(from, clock === undefined && at === undefined ? undefined : sandbox.clock.record());
    const patch = { ...settings, ...(progression === undefined ? {} : { progression }) };
    if (Object.keys(patch).length > 0) sandbox.settings.change(patch);
    await sandbox.kernel.flush();
    return sandbox;
  }

  async delete(name: string): Promise<boolean> {
    const tenancy = this.#tenancies.get(name);
    if (tenancy === undefined) return false;
    await this.#remove(name, tenancy.sandbox);
    return true;
  }

  async close(): Promise<void> {
    this.#endAlarm?.();
    await Promise.all([...this.#tenancies.keys()].map((name) => this.delete(name)));
  }

  #setupOf({ clock, at, progression, seed, randomSeed, settings }: SandboxRequest): SandboxSetup {
    const { clock: defaultClock } = this.#defaults;
    const mode = clock === undefined ? defaultClock : parseClockMode(clock);
    const usualStart = mode.mode === 'manual' ? this.#world.manualStart : undefined;
    const start = at ?? (mode.mode === defaultClock.mode ? defaultClock.at : usualStart);
    const setup: SandboxSetup = {
      clock: start === undefined ? mode : { ...mode, at: start },
      progression: progression ?? this.#defaults.progression,
      seed: seed ?? this.#defaults.seed,
      randomSeed: randomSeed ?? this.#defaults.randomSeed,
      settings: [...(this.#defaults.settings ?? []), ...(settings === undefined ? [] : [settings])],
    };
    return setup;
  }

  #tenancyOf(sandbox: Sandbox): Tenancy | undefined {
    const tenancy = this.#tenancies.get(sandbox.name);
    return tenancy?.sandbox === sandbox ? tenancy : undefined;
  }

  /** Resolves with nothing when the name is taken. */
  async #add(
    name: string,
    setup: SandboxSetup,
    terms: Pick<Tenancy, 'timeToLive' | 'kept'>,
  ): Promise<Sandbox | undefined> {
    await this.#removeIdle();
    while (this.#closing.has(name)) await this.#closing.get(name);
    if (this.#tenancies.has(name)) return undefined;
    const giving = name === defaultSandbox ? undefined : this.#makeRoom();
    const sandbox = new Sandbox(name, setup, this.#world);
    this.#tenancies.set(name, { sandbox, ...terms, lastUsed: wallNow(), requests: 0 });
    this.#setAlarm();
    await giving;
    try {
      await sandbox.ready;
      return sandbox;
    } catch (error) {
      // A sandbox that could not be seeded must not stay half filled.
      await this.#remove(name, sandbox);
      throw error;
    }
  }

  async #remove(name: string, sandbox: Sandbox): Promise<void> {
    this.#tenancies.delete(name);
    const closing = sandbox.close().finally(() => this.#closing.delete(name));
    this.#closing.set(name, closing);
    await closing;
  }

  /** @returns what ends when a sandbox has given way, if one had to @throws TooManySandboxes when none can */
  #makeRoom(): Promise<void> | undefined {
    const others = [...this.#tenancies.values()].filter(({ sandbox }) => sandbox.name !== defaultSandbox);
    if (others.length < this.#limits.most) return undefined;
    const [idlest] = others
      .filter(({ sandbox, kept, requests }) => !kept && requests === 0 && sandbox.isReady)
      .sort((left, right) => left.lastUsed - right.lastUsed);
    if (idlest === undefined) throw new TooManySandboxes(this.#limits.most);
    return this.#remove(idlest.sandbox.name, idlest.sandbox);
  }

  async #removeIdle(): Promise<void> {
    const now = wallNow();
    const idle = [...this.#mortal()].filter(({ requests, dies }) => requests === 0 && dies <= now);
    await Promise.all(idle.map(({ name }) => this.delete(name)));
  }

  /** All that may become idle, with the instant of real time at which they do when nobody calls. */
  *#mortal(): Generator<{ name: string; requests: number; dies: number }> {
    for (const [name, { requests, lastUsed, timeToLive }] of this.#tenancies) {
      if (name !== defaultSandbox) yield { name, requests, dies: lastUsed + timeToLive };
    }
  }

  /** Looks for idle sandboxes when the first of them may be one. */
  #setAlarm(): void {
    this.#endAlarm?.();
    const first = [...this.#mortal()].reduce(
      (earliest, { dies }) => Math.min(earliest, dies),
      Number.POSITIVE_INFINITY,
    );
    if (first === Number.POSITIVE_INFINITY) return;
    this.#endAlarm = wallAlarm(Math.max(betweenLooks, first - wallNow()), () => {
      this.#removeIdle()
        .then(() => this.#setAlarm())
        .catch((error: unknown) => this.#world.onDefect(error, 'the removal of idle sandboxes'));
    });
  }
}
