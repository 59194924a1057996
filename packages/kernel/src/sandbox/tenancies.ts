import { wallNow } from '../wall-clock.js';
import type { Sandbox } from './sandbox.js';
import { TooManySandboxes } from './sandbox-refusals.js';
import { defaultSandbox, type Tenancy } from './tenancy.js';

/** The sandboxes that a process serves, awake or asleep, by their names; and who is in them. */
export class Tenancies {
  #byName = new Map<string, Tenancy>();

  /** In the order of their creation. */
  get all(): Tenancy[] {
    return [...this.#byName.values()];
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  get(name: string): Tenancy | undefined {
    return this.#byName.get(name);
  }

  add(tenancy: Tenancy): void {
    this.#byName.set(tenancy.name, tenancy);
  }

  remove({ name }: Tenancy): void {
    this.#byName.delete(name);
  }

  clear(): void {
    this.#byName.clear();
  }

  /** A request begins in a sandbox, which stays as long as it lasts. */
  enter(sandbox: Sandbox): void {
    this.#of(sandbox)?.count(1);
  }

  /** A request that has entered is answered. */
  leave(sandbox: Sandbox): void {
    const tenancy = this.#of(sandbox);
    if (tenancy === undefined) return;
    tenancy.count(-1);
    tenancy.lastUsed = wallNow();
  }

  /** Something has changed in a sandbox: from now on it holds its place. */
  keep(sandbox: Sandbox): void {
    const tenancy = this.#of(sandbox);
    if (tenancy === undefined || tenancy.kept) return;
    tenancy.kept = true;
    sandbox.noteTerms();
  }

  /**
   * The one that gives way to a new sandbox: of those that were only addressed, the one that no one asked for the
   * longest.
   *
   * @param most sandboxes at most, the default one not counted
   * @returns undefined when there is room
   * @throws TooManySandboxes when none can give way
   */
  whoGivesWay(most: number): Tenancy | undefined {
    const others = this.#byName.size - (this.has(defaultSandbox) ? 1 : 0);
    if (others < most) return undefined;
    const idlest = this.leastUsed(({ givesWay }) => givesWay);
    if (idlest === undefined) throw new TooManySandboxes(most);
    return idlest;
  }

  /** Of those that are meant, the one that no one asked for the longest. */
  leastUsed(isMeant: (tenancy: Tenancy) => boolean): Tenancy | undefined {
    const [idlest] = this.all.filter(isMeant).sort((left, right) => left.lastUsed - right.lastUsed);
    return idlest;
  }

  #of(sandbox: Sandbox): Tenancy | undefined {
    const tenancy = this.#byName.get(sandbox.name);
    return tenancy?.sandbox === sandbox ? tenancy : undefined;
  }
}
