import { Turns } from '../turns.js';
import type { Dormitory } from './dormitory.js';
import type { Rounds } from './rounds.js';
import type { Sandbox } from './sandbox.js';
import type { SandboxSetup } from './sandbox-setup.js';
import { sandboxBytes } from './sandbox-space.js';
import type { SandboxWorld } from './sandbox-world.js';
import type { Tenancies } from './tenancies.js';
import { defaultSandbox, Tenancy } from './tenancy.js';

const turns = new Turns();

/** What admissions work with. */
interface Given {
  readonly world: SandboxWorld;
  readonly tenancies: Tenancies;
  readonly dormitory: Dormitory;
  /** Made when the time to live of a sandbox ends. */
  readonly looks: Rounds;
  /** Sandboxes at most, the default one not counted. */
  readonly most: number;
}

/** Lets sandboxes in where there is room, and sees them out. */
export class Admissions {
  readonly #given: Given;
  /** Sandboxes that are removed but still have work to end; what they hold goes with it, by their name. */
  readonly #closing = new Map<string, Promise<void>>();

  constructor(given: Given) {
    this.#given = given;
  }

  /**
   * Begins a sandbox; resolves with nothing when the name is taken.
   *
   * @throws TooManySandboxes when there is no room
   * @throws NoRoom when there is no memory
   * @throws Error when it cannot be seeded
   */
  async add(
    name: string,
    setup: SandboxSetup,
    terms: Pick<Tenancy, 'timeToLive' | 'kept'>,
  ): Promise<Sandbox | undefined> {
    const { world, tenancies, dormitory, looks, most } = this.#given;
    while (this.#closing.has(name)) await this.#closing.get(name);
    if (tenancies.has(name)) return undefined;
    // To fill many at once would let no one else have a turn of the event loop.
    await turns.next();
    if (name !== defaultSandbox) await world.admitGrowth(undefined, sandboxBytes);
    const { epoch, archived } = await dormitory.claim(name);
    if (tenancies.has(name)) return undefined;
    if (archived !== undefined) {
      // Another process has made it, and it sleeps.
      tenancies.add(Tenancy.asleep(archived));
      return undefined;
    }
    const tenancy = new Tenancy(name, terms);
    let giving: Promise<void> | undefined;
    let sandbox: Sandbox;
    try {
      const idlest = name === defaultSandbox ? undefined : tenancies.whoGivesWay(most);
      giving = idlest === undefined ? undefined : this.remove(idlest);
      sandbox = dormitory.begin(tenancy, setup, epoch);
    } catch (error) {
      await world.ownership?.release(name);
      throw error;
    }
    tenancies.add(tenancy);
    looks.by(Math.min(tenancy.dies, dormitory.restIdle()));
    await giving;
    try {
      await sandbox.ready;
      return sandbox;
    } catch (error) {
      // A sandbox that could not be seeded must not stay half filled.
      await this.remove(tenancy);
      throw error;
    }
  }

  /** Resolves when the work of the sandbox has ended; until then its name is not free. */
  async remove(tenancy: Tenancy): Promise<void> {
    const { name } = tenancy;
    this.#given.tenancies.remove(tenancy);
    const closing = this.#given.dormitory.end(tenancy).finally(() => this.#closing.delete(name));
    this.#closing.set(name, closing);
    await closing;
  }

  /** Whether a sandbox of this name is being removed. */
  isRemoving(name: string): boolean {
    return this.#closing.has(name);
  }

  /** Resolves when the work of all removed sandboxes has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#closing.values());
  }
}
