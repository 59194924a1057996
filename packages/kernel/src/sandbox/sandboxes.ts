import { wallNow } from '../clock.js';
import { parseClockMode } from '../time/clock-setting.js';
import { parseDuration } from '../time/parse-duration.js';
import { Sandbox, type SandboxSetup } from './sandbox.js';
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
}

const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** The sandboxes of one server. A sandbox comes into being when it is asked for or first addressed. */
export class Sandboxes {
  #world: SandboxWorld;
  #defaults: SandboxSetup;
  #limits: SandboxLimits;
  #tenancies = new Map<string, Tenancy>();
  /** Sandboxes that are removed but still have work to end; what they hold goes with it, by their name. */
  #closing = new Map<string, Promise<void>>();

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
    const added = await this.#add(name, this.#defaults, this.#limits.timeToLive);
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
    const sandbox = await this.#add(name, from === undefined ? setup : { ...setup, seed: 'empty' }, lifetime);
    if (sandbox === undefined) throw new SandboxExists(name);
    if (from === undefined) return sandbox;
    await sandbox.restore({
      ...from,
      clock: request.clock === undefined && request.at === undefined ? from.clock : atStart(sandbox, setup),
      settings: { ...from.settings, progression: request.progression ?? from.settings.progression },
    });
    if (request.settings !== undefined) sandbox.settings.change(request.settings);
    return sandbox;
  }

  async delete(name: string): Promise<boolean> {
    const tenancy = this.#tenancies.get(name);
    if (tenancy === undefined) return false;
    await this.#remove(name, tenancy.sandbox);
    return true;
  }

  async close(): Promise<void> {
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

  /** Resolves with nothing when the name is taken. */
  async #add(name: string, setup: SandboxSetup, timeToLive: number): Promise<Sandbox | undefined> {
    await this.#removeIdle();
    while (this.#closing.has(name)) await this.#closing.get(name);
    if (this.#tenancies.has(name)) return undefined;
    const others = [...this.#tenancies.keys()].filter((other) => other !== defaultSandbox).length;
    if (name !== defaultSandbox && others >= this.#limits.most) {
      throw new TooManySandboxes(this.#limits.most);
    }
    const sandbox = new Sandbox(name, setup, this.#world);
    this.#tenancies.set(name, { sandbox, timeToLive, lastUsed: wallNow() });
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

  async #removeIdle(): Promise<void> {
    const now = wallNow();
    const idle = [...this.#tenancies].filter(
      ([name, { lastUsed, timeToLive }]) => name !== defaultSandbox && now - lastUsed >= timeToLive,
    );
    await Promise.all(idle.map(([name]) => this.delete(name)));
  }
}

function atStart(sandbox: Sandbox, { clock }: SandboxSetup): Snapshot['clock'] {
  return { ...clock, at: clock.at ?? sandbox.clock.now().toISOString() };
}
