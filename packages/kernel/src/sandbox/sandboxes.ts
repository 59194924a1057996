import { parseClockMode } from '../time/clock-setting.js';
import type { World } from '../world.js';
import { Sandbox, type SandboxSetup } from './sandbox.js';

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
}

const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** The sandboxes of one server. A sandbox comes into being when it is asked for or first addressed. */
export class Sandboxes {
  #world: World;
  #defaults: SandboxSetup;
  #sandboxes = new Map<string, Sandbox>();

  constructor(world: World, defaults: SandboxSetup) {
    this.#world = world;
    this.#defaults = defaults;
  }

  /** The sandbox of this name, made on demand; undefined when the name is not one. */
  async open(name: string): Promise<Sandbox | undefined> {
    const existing = this.#sandboxes.get(name);
    if (existing !== undefined) {
      await existing.ready;
      return existing;
    }
    if (!namePattern.test(name)) return undefined;
    return await this.#add(name, this.#defaults);
  }

  has(name: string): boolean {
    return this.#sandboxes.has(name);
  }

  /** In the order of their creation, the default one first. */
  list(): Sandbox[] {
    const all = [...this.#sandboxes.values()];
    return [...all.filter(({ name }) => name === defaultSandbox), ...all.filter(({ name }) => name !== defaultSandbox)];
  }

  /**
   * @throws RangeError when clock, instant or progression cannot be read
   * @throws Error when the seed is unknown
   */
  async create({ name, clock, at, progression, seed, randomSeed }: SandboxRequest): Promise<Sandbox> {
    const { clock: defaultClock } = this.#defaults;
    const mode = clock === undefined ? defaultClock : parseClockMode(clock);
    const usualStart = mode.mode === 'manual' ? this.#world.manualStart : undefined;
    const start = at ?? (mode.mode === defaultClock.mode ? defaultClock.at : usualStart);
    const setup: SandboxSetup = {
      clock: start === undefined ? mode : { ...mode, at: start },
      progression: progression ?? this.#defaults.progression,
      seed: seed ?? this.#defaults.seed,
      randomSeed: randomSeed ?? this.#defaults.randomSeed,
    };
    return await this.#add(name, setup);
  }

  async delete(name: string): Promise<boolean> {
    const sandbox = this.#sandboxes.get(name);
    if (sandbox === undefined) return false;
    this.#sandboxes.delete(name);
    await sandbox.close();
    return true;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sandboxes.keys()].map((name) => this.delete(name)));
  }

  async #add(name: string, setup: SandboxSetup): Promise<Sandbox> {
    const sandbox = new Sandbox(name, setup, this.#world);
    this.#sandboxes.set(name, sandbox);
    try {
      await sandbox.ready;
      return sandbox;
    } catch (error) {
      // A sandbox that could not be seeded must not stay half filled.
      this.#sandboxes.delete(name);
      await sandbox.close();
      throw error;
    }
  }
}
