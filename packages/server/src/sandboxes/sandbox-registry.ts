import { type ArchivedSandbox, parseDuration, type SandboxSetup } from '@understudy/kernel';
import type { Sandbox, SandboxSnapshot } from '@understudy/kernel/serving';
import {
  createSnapshot,
  defaultSandboxName,
  monotonicNowMs,
  readClock,
  SandboxExistsError,
  ServedElsewhereError,
  sleepRealTime,
  UnavailableError,
  wallNowMs,
} from '@understudy/kernel/serving';
import { createRequestedSetup, type SandboxRequest } from './create-requested-setup.js';
import type { RegistryContext, SandboxLimits } from './registry-context.js';
import { SandboxActivator } from './sandbox-activator.js';
import { SandboxEntry } from './sandbox-entry.js';
import { reservedNamePrefix } from './snapshot-store.js';
import { SandboxSweeper } from './sweeper.js';

const drainPollMilliseconds = 20;

/** Matches the name of a sandbox. */
export const sandboxNamePattern = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** The sandboxes of a server. They are created on demand and deleted after being idle for their time to live. */
export class SandboxRegistry {
  readonly #context: RegistryContext;
  readonly #defaults: SandboxSetup;
  readonly #limits: SandboxLimits;
  /** Sandboxes by name. */
  readonly #entries = new Map<string, SandboxEntry>();
  readonly #activator: SandboxActivator;
  readonly #sweeper: SandboxSweeper;
  #isRecovered: boolean;
  #recovering: Promise<void> | undefined;

  constructor(context: RegistryContext, defaults: SandboxSetup, limits: SandboxLimits) {
    this.#context = context;
    this.#defaults = defaults;
    this.#limits = limits;
    this.#isRecovered = context.archive === undefined;
    const entries = this.#entries;
    this.#activator = new SandboxActivator({
      context,
      entries,
      limits,
      onChanged: ({ expiresAt, wakesAt = expiresAt, lastUsed }) =>
        this.#sweeper.schedule(Math.min(expiresAt, wakesAt, lastUsed + limits.idleTimeout)),
    });
    const activator = this.#activator;
    this.#sweeper = new SandboxSweeper({ context, entries, activator, defaults, open: (name) => this.open(name) });
  }

  /** The sandboxes of this process, in order of creation. */
  get entries(): SandboxEntry[] {
    return [...this.#entries.values()].filter(({ exists }) => exists);
  }

  /**
   * Reads the list of sandboxes from the archive. Continues those that were active during a crash. Later calls do
   * nothing.
   */
  async recover(): Promise<void> {
    this.#recovering ??= this.#recover();
    await this.#recovering;
  }

  /**
   * Returns a sandbox, created or activated if needed. Undefined for an invalid name.
   * @throws SandboxLimitError if the server is full
   */
  async open(name: string): Promise<Sandbox | undefined> {
    if (!this.#isRecovered) await this.recover();
    if (this.#isDisowned) throw new UnavailableError('This process cannot serve sandboxes at the moment');
    if (!this.#entries.has(name)) this.#sweeper.catchUp();
    const entry = this.#entries.get(name);
    if (entry?.transition !== undefined) {
      await entry.transition.catch(() => undefined);
      return await this.open(name);
    }
    if (entry === undefined && !sandboxNamePattern.test(name)) return undefined;
    const opened = entry ?? new SandboxEntry(name, { timeToLive: this.#limits.timeToLive, kept: false });
    this.#activator.evictionOrder.noteUse(opened);
    return opened.sandbox ?? (await this.#activator.activate(opened, this.#defaults, false));
  }

  /**
   * Returns an active sandbox by name. Undefined if it is not active. {@link SandboxRegistry.open} activates sandboxes.
   */
  ready(name: string): Sandbox | undefined {
    const entry = this.#entries.get(name);
    if (entry?.state !== 'active' || entry.isDeleted || this.#isDisowned) return undefined;
    this.#activator.evictionOrder.noteUse(entry);
    return entry.sandbox;
  }

  /** Returns whether a sandbox exists, here or in a shared archive. */
  async isKnown(name: string): Promise<boolean> {
    if (!this.#isRecovered) await this.recover();
    return this.#entries.get(name)?.exists === true || (this.isShared && (await this.#isArchived(name)));
  }

  /** Marks the start of a request. The sandbox stays active until the request ends. */
  enter(sandbox: Sandbox): void {
    const entry = this.#entryOf(sandbox);
    if (entry !== undefined) entry.requests += 1;
  }

  leave(sandbox: Sandbox): void {
    const entry = this.#entryOf(sandbox);
    if (entry === undefined) return;
    entry.requests -= 1;
    this.#activator.evictionOrder.noteUse(entry);
  }

  /** Protects a changed sandbox from eviction. */
  keep(sandbox: Sandbox): void {
    const entry = this.#entryOf(sandbox);
    if (entry === undefined || entry.kept) return;
    entry.kept = true;
    sandbox.markMetadataChanged();
  }

  /** Returns whether a sandbox is being deleted, or is the sender and being deactivated. */
  isLeaving(name: string, sender: string): boolean {
    const entry = this.#entries.get(name);
    if (entry === undefined) return false;
    return entry.isDeleted || (name === sender && entry.sandbox === undefined);
  }

  /**
   * Lists the sandboxes in order of creation, the default one first. Sandboxes of other processes show their last
   * reported state.
   */
  async list(): Promise<SandboxEntry[]> {
    const { isShared } = this;
    // Archives of earlier versions contain no overview of a sandbox until its next activation.
    for (const { name, isInactive, summary, transition } of isShared ? [] : [...this.#entries.values()])
      if (summary === undefined) await (isInactive ? this.open(name) : transition)?.catch(() => undefined);
    // Another process may have changed or deleted sandboxes that this process deactivated.
    const own = this.entries.filter(({ isInactive }) => !isShared || !isInactive);
    const names = new Set(own.map(({ name }) => name));
    const others = isShared ? (await this.#archived()).filter(({ name }) => !names.has(name)) : [];
    const all = [...own, ...others.map((archived) => SandboxEntry.ofArchive(archived, true))];
    return all.sort(
      (one, other) => Number(other.name === defaultSandboxName) - Number(one.name === defaultSandboxName),
    );
  }

  /**
   * Creates a snapshot of a sandbox. Undefined if it does not exist. Reads the archive if another process owns the
   * sandbox.
   */
  async snapshotOf(name: string): Promise<SandboxSnapshot | undefined> {
    if (!(await this.isKnown(name))) return undefined;
    try {
      return await (await this.open(name))?.snapshot();
    } catch (error) {
      if (!(error instanceof ServedElsewhereError)) throw error;
      const records = (await this.#context.archive?.read(name)) ?? [];
      return createSnapshot(name, readClock(records), records);
    }
  }

  /** @throws RangeError for an invalid value, SandboxExistsError, SandboxLimitError, or Error for an unknown seed */
  async create(request: SandboxRequest): Promise<Sandbox> {
    const { name, from, timeToLive } = request;
    const lifetime = timeToLive === undefined ? this.#limits.timeToLive : parseDuration(timeToLive);
    const setup = createRequestedSetup(request, this.#defaults, this.#context.manualStart);
    const start = from === undefined ? setup : { ...setup, seed: 'empty' };
    if (!this.#isRecovered) await this.recover();
    this.#sweeper.catchUp();
    for (let earlier = this.#entries.get(name); earlier !== undefined; earlier = this.#entries.get(name)) {
      if (earlier.transition === undefined) throw new SandboxExistsError(name);
      await earlier.transition.catch(() => undefined);
    }
    const entry = new SandboxEntry(name, { timeToLive: lifetime, kept: true });
    const sandbox = await this.#activator.activate(entry, start, true);
    if (from === undefined) return sandbox;
    const { clock, at, progression, settings = {} } = request;
    const reading = clock === undefined && at === undefined ? undefined : sandbox.clock.record();
    const restored = sandbox.restore(from, reading);
    await restored.catch(() => this.delete(name));
    await restored;
    const patch = { ...settings, ...(progression === undefined ? {} : { progression }) };
    if (Object.keys(patch).length > 0) sandbox.settings.change(patch);
    await sandbox.kernel.flush();
    sandbox.journal.changes.clear();
    return sandbox;
  }

  /**
   * Releases a new sandbox, so that the first process that needs it can own it. Otherwise the server of the default
   * sandbox would own all new ones.
   */
  async release(name: string): Promise<void> {
    const entry = this.#entries.get(name);
    if (!this.isShared || entry === undefined || entry.requests > 0) return;
    // The sandbox exists in any case. If the database is unreachable, this process continues to serve it.
    await this.#activator.deactivate(entry).catch((error: unknown) => this.#sweeper.report(error, name));
    if (entry.sandbox === undefined) this.#entries.delete(name);
  }

  /** Returns whether a sandbox exists and this process can own it. @throws ServedElsewhereError */
  async owns(name: string): Promise<boolean> {
    return (await this.#own(name)) !== undefined;
  }

  /** @returns whether the sandbox existed */
  async delete(name: string): Promise<boolean> {
    const entry = await this.#own(name);
    if (entry === undefined) return false;
    await this.#activator.delete(entry);
    return true;
  }

  /** Like {@link SandboxActivator.freeMemory}. */
  async freeMemory(bytes: number): Promise<boolean> {
    return await this.#activator.freeMemory(bytes);
  }

  /** Stops accepting sandboxes of a shared archive, and deactivates each one when it has no request in progress. */
  async drain(timeoutMs: number): Promise<void> {
    const { ownership } = this.#context;
    if (ownership === undefined) return;
    ownership.drain();
    const until = monotonicNowMs() + timeoutMs;
    while (this.#activator.deactivateUnused() > 0 && monotonicNowMs() < until)
      await sleepRealTime(drainPollMilliseconds);
    await this.#settled();
  }

  /** Deactivates all sandboxes. Without an archive, deletes them. */
  async close(): Promise<void> {
    this.#sweeper.stop();
    await this.#settled();
    const isArchived = this.#context.archive !== undefined;
    const close = (entry: SandboxEntry) =>
      isArchived ? this.#activator.deactivate(entry) : this.#activator.delete(entry);
    await Promise.all([...this.#entries.values()].map(close));
  }

  /** True if other processes use the same archive. */
  get isShared(): boolean {
    return this.#context.ownership !== undefined;
  }

  /** True if this process shares an archive but has no lease at the moment. */
  get #isDisowned(): boolean {
    return this.#context.ownership?.isHeld === false;
  }

  #entryOf(sandbox: Sandbox): SandboxEntry | undefined {
    const entry = this.#entries.get(sandbox.name);
    return entry?.sandbox === sandbox ? entry : undefined;
  }

  async #settled(): Promise<void> {
    await Promise.all([...this.#entries.values()].map(({ transition }) => transition?.catch(() => undefined)));
  }

  async #own(name: string): Promise<SandboxEntry | undefined> {
    await this.#entries.get(name)?.transition?.catch(() => undefined);
    const entry = this.#entries.get(name);
    if (entry?.sandbox !== undefined || !this.isShared) return entry;
    if (!(await this.#isArchived(name))) return undefined;
    const { archived } = await this.#activator.claim(name);
    return archived === undefined ? undefined : (this.#entries.get(name) ?? SandboxEntry.ofArchive(archived, false));
  }

  async #archived(): Promise<ArchivedSandbox[]> {
    const all = (await this.#context.archive?.names()) ?? [];
    return all.filter(({ name }) => !name.startsWith(reservedNamePrefix));
  }

  async #isArchived(name: string): Promise<boolean> {
    return (await this.#archived()).some((archived) => archived.name === name);
  }

  async #recover(): Promise<void> {
    const { ownership } = this.#context;
    if (ownership !== undefined) {
      ownership.onLost(() => {
        this.#activator.abandonAll();
        this.#entries.clear();
      });
      this.#sweeper.watchArchive();
    } else {
      for (const archived of await this.#archived()) {
        this.#entries.set(archived.name, SandboxEntry.ofArchive(archived, false));
      }
      this.#activator.evictionOrder.restore();
      this.#sweeper.schedule(wallNowMs());
    }
    this.#isRecovered = true;
  }
}
