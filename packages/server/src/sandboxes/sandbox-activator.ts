import type { SandboxSetup } from '@understudy/kernel';
import {
  defaultSandboxName,
  emptySandboxBytes,
  eventLoopYield,
  type OwnClaim,
  type Sandbox,
  SandboxExistsError,
  SandboxLimitError,
  ServedElsewhereError,
  UnavailableError,
  wallNowMs,
} from '@understudy/kernel/serving';
import { EvictionOrder } from './eviction-order.js';
import { openSandbox } from './open-sandbox.js';
import type { ActivationLimits, RegistryContext } from './registry-context.js';
import { findLeastRecentlyUsed, type SandboxEntry } from './sandbox-entry.js';

interface Options {
  readonly context: RegistryContext;
  readonly entries: Map<string, SandboxEntry>;
  readonly limits: ActivationLimits;
  /** Called after each change of state. */
  onChanged(entry: SandboxEntry): void;
}

/** Size in bytes from which a journal is worth shrinking. */
const minShrinkable = 100_000;

/** Activates, deactivates and deletes sandboxes. Without an archive, no sandbox is deactivated. */
export class SandboxActivator {
  readonly #options: Options;
  readonly #context: RegistryContext;
  /** Entries that were activated. Entries that are no longer active are removed when the set is read. */
  readonly #activated = new Set<SandboxEntry>();
  /** Entries that are being created or deleted, so their sandboxes may not exist. */
  readonly #changing = new Set<SandboxEntry>();
  readonly evictionOrder: EvictionOrder;

  constructor(options: Options) {
    this.#options = options;
    this.#context = options.context;
    this.evictionOrder = new EvictionOrder(options.entries);
  }

  /**
   * Creates a sandbox or loads it from the archive.
   * @param isNew whether to reject an existing sandbox
   * @throws SandboxExistsError, SandboxLimitError, NoRoomError, ServedElsewhereError, or Error for an invalid seed
   */
  async activate(entry: SandboxEntry, setup: SandboxSetup, isNew: boolean): Promise<Sandbox> {
    const { entries, onChanged } = this.#options;
    const wasStored = entry.isInactive;
    entries.set(entry.name, entry);
    this.#changing.add(entry);
    const sandbox = await entry.change(async () => {
      entry.state = 'creating';
      try {
        return await this.#create(entry, setup, wasStored, isNew);
      } catch (error) {
        const isStored = wasStored || error instanceof SandboxExistsError;
        await entry
          .detach(isStored ? (error instanceof ServedElsewhereError ? 'elsewhere' : 'stored') : 'absent')
          ?.close();
        if (!isStored) this.#forget(entry);
        throw error;
      } finally {
        this.#changing.delete(entry);
      }
    });
    onChanged(entry);
    this.#deactivateExcess(entry);
    return sandbox;
  }

  /**
   * Ensures that this process owns a sandbox.
   * @throws ServedElsewhereError if another process owns it
   * @throws UnavailableError without a lease
   */
  async claim(name: string): Promise<Pick<OwnClaim, 'epoch' | 'archived'>> {
    const claim = await this.#context.ownership?.claim(name);
    // The archive is not shared.
    if (claim === undefined) return { epoch: 0, archived: undefined };
    if (claim.kind === 'other') throw new ServedElsewhereError(name, claim.address);
    return claim;
  }

  /** Deactivates a sandbox. Unfinished work continues after activation. */
  async deactivate(entry: SandboxEntry): Promise<void> {
    const { ownership, watch } = this.#context;
    if (entry.state !== 'active') return;
    await this.#detach(entry, async (sandbox) => {
      await sandbox?.sleep();
      if (ownership === undefined) return;
      await ownership.release(entry.name);
      watch.ownership.count({ change: 'released' });
    });
    this.#options.onChanged(entry);
  }

  deactivateSoon(entry: SandboxEntry): void {
    this.deactivate(entry).catch((error: unknown) =>
      this.#context.onDefect(error, `deactivation of sandbox "${entry.name}"`),
    );
  }

  /** Deactivates idle sandboxes. @returns when the next sandbox can become idle */
  deactivateIdle(): number {
    let next = Number.POSITIVE_INFINITY;
    if (this.#context.archive === undefined) return next;
    const now = wallNowMs();
    for (const entry of this.#active) {
      const due = entry.lastUsed + this.#options.limits.idleTimeout;
      if (due <= now && entry.canDeactivate) this.deactivateSoon(entry);
      else next = Math.min(next, Math.max(due, now + 1));
    }
    return next;
  }

  /** Deactivates sandboxes that have no request in progress. @returns the number of active sandboxes */
  deactivateUnused(): number {
    for (const entry of this.#active) {
      if (entry.requests === 0 && entry.transition === undefined) this.deactivateSoon(entry);
    }
    return this.#active.length;
  }

  /** Deletes a sandbox after its work has finished. Its name is reserved until then. */
  async delete(entry: SandboxEntry): Promise<void> {
    const { entries } = this.#options;
    const earlier = entry.transition?.catch(() => undefined);
    entry.isDeleted = true;
    entries.set(entry.name, entry);
    this.#changing.add(entry);
    await entry.change(async () => {
      await earlier;
      try {
        await (entry.sandbox === undefined ? undefined : entry.detach('deactivating'))?.close();
        this.#context.lastingJournal?.forget(entry.name);
        await this.#context.archive?.drop(entry.name);
      } finally {
        if (entry.state !== 'absent') entry.state = 'absent';
        this.#forget(entry);
        this.#changing.delete(entry);
      }
    });
  }

  /** Discards all active sandboxes after the lease was lost. */
  abandonAll(): void {
    for (const entry of this.#active) {
      this.#context.watch.ownership.count({ change: 'lost' });
      this.#abandon(entry);
    }
  }

  /**
   * Frees memory. Deactivates unused sandboxes; without an archive, deletes evictable ones and shortens journals.
   * @returns whether enough memory is free
   */
  async freeMemory(bytes: number): Promise<boolean> {
    const { account, archive, memory } = this.#context;
    if (bytes > memory.memoryBytes) return false;
    while (account.room < bytes) {
      const unused =
        archive === undefined
          ? this.evictionOrder.candidate()
          : findLeastRecentlyUsed(this.#active, ({ canDeactivate }) => canDeactivate);
      const noted = findLeastRecentlyUsed(this.#active, ({ sandbox }) => (sandbox?.journal.bytes ?? 0) > minShrinkable);
      if (unused !== undefined) await (archive === undefined ? this.delete(unused) : this.deactivate(unused));
      else if (noted !== undefined) noted.sandbox?.journal.shrink();
      else return false;
    }
    return true;
  }

  get #active(): SandboxEntry[] {
    for (const entry of this.#activated) if (entry.sandbox === undefined) this.#activated.delete(entry);
    return [...this.#activated];
  }

  async #create(entry: SandboxEntry, setup: SandboxSetup, wasStored: boolean, isNew: boolean): Promise<Sandbox> {
    const { admitGrowth } = this.#context;
    const { name } = entry;
    // Creating many sandboxes at once would block the event loop.
    if (!wasStored) await eventLoopYield.next();
    // The default sandbox is needed to delete others.
    const isDefault = name === defaultSandboxName;
    const release = isDefault
      ? undefined
      : await admitGrowth(undefined, emptySandboxBytes + (entry.summary?.storedBytes ?? 0));
    try {
      return await this.#begin(entry, setup, { wasStored, isNew });
    } finally {
      release?.();
    }
  }

  async #begin(
    entry: SandboxEntry,
    setup: SandboxSetup,
    { wasStored, isNew }: { readonly wasStored: boolean; readonly isNew: boolean },
  ): Promise<Sandbox> {
    const { archive, ownership } = this.#context;
    const { name } = entry;
    const { epoch, archived } = await this.claim(name);
    if (archived !== undefined) {
      entry.readMetadata(archived);
      if (isNew) throw new SandboxExistsError(name);
    }
    const isStored = wasStored || archived !== undefined;
    const records = isStored ? await archive?.readPages(name) : undefined;
    const bounds = await this.#context.lastingJournal?.bounds(name);
    let sandbox: Sandbox;
    let evicted: Promise<void> | undefined;
    try {
      evicted = isStored ? undefined : this.#evict(name);
      const opening = { setup, records, epoch, nextEntry: (bounds?.last ?? 0) + 1 };
      sandbox = openSandbox(entry, this.#context, { ...opening, onFailure: (failed) => this.#abandon(entry, failed) });
      this.#activated.add(entry);
    } catch (error) {
      if (!isStored) await ownership?.release(name);
      throw error;
    }
    await evicted;
    try {
      await sandbox.ready;
    } catch (error) {
      // Removes a partly seeded sandbox.
      if (!isStored) await archive?.drop(name);
      throw error;
    }
    if (sandbox.storage.isDetached) throw lostLease(name);
    entry.state = 'active';
    // Records that the sandbox is active, so that it is activated again after a crash.
    if (isStored) sandbox.markMetadataChanged();
    return sandbox;
  }

  /** Evicts the least recently used unprotected sandbox if the server is full. */
  #evict(name: string): Promise<void> | undefined {
    const { limits, entries } = this.#options;
    if (name === defaultSandboxName) return undefined;
    const reserved = [...this.#changing].filter((one) => !one.exists && entries.get(one.name) === one);
    const others = entries.size - reserved.length - (entries.get(defaultSandboxName)?.exists === true ? 1 : 0);
    if (others < limits.most) return undefined;
    const candidate = this.evictionOrder.candidate();
    if (candidate === undefined) throw new SandboxLimitError(limits.most);
    return this.delete(candidate);
  }

  #deactivateExcess(latest: SandboxEntry): void {
    if (this.#context.archive === undefined) return;
    const excess = this.#active.length - this.#options.limits.maxActive;
    if (excess <= 0) return;
    const unused = this.#active.filter((entry) => entry !== latest && entry.canDeactivate);
    const oldest = unused.sort((left, right) => left.lastUsed - right.lastUsed);
    for (const entry of oldest.slice(0, excess)) this.deactivateSoon(entry);
  }

  #abandon(entry: SandboxEntry, failed: Sandbox | undefined = entry.sandbox): void {
    if (failed === undefined || entry.sandbox !== failed) return;
    failed.storage.end(lostLease(entry.name));
    // The creation in progress will fail.
    if (entry.state === 'creating') return;
    this.#detach(entry, async (sandbox) => await sandbox?.close(lostLease(entry.name))).catch((error: unknown) =>
      this.#context.onDefect(error, `end of sandbox "${entry.name}"`),
    );
  }

  async #detach(entry: SandboxEntry, finish: (sandbox: Sandbox | undefined) => Promise<void>): Promise<void> {
    const sandbox = entry.detach('deactivating');
    await entry.change(async () => {
      try {
        await finish(sandbox);
      } finally {
        entry.state = 'stored';
      }
    });
  }

  #forget(entry: SandboxEntry): void {
    const { entries } = this.#options;
    if (entries.get(entry.name) === entry) entries.delete(entry.name);
    this.evictionOrder.delete(entry);
  }
}

function lostLease(name: string): UnavailableError {
  return new UnavailableError(`Sandbox "${name}" is no longer served under this lease`);
}
