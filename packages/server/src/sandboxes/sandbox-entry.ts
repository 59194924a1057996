import type { ArchivedSandbox, SandboxMetadata, SandboxOverview } from '@understudy/kernel';
import type { Sandbox } from '@understudy/kernel/serving';
import { Clock, defaultSandboxName, wallNowMs } from '@understudy/kernel/serving';

/**
 * The state of a sandbox. In `deactivating`, it finishes its work and is then unloaded. In `elsewhere`, another process
 * owns it.
 */
type LifecycleState = 'absent' | 'creating' | 'active' | 'deactivating' | 'stored' | 'elsewhere';

/** The states that can follow each state. */
const transitions: Readonly<Record<LifecycleState, readonly LifecycleState[]>> = {
  absent: ['creating'],
  creating: ['active', 'stored', 'elsewhere', 'absent'],
  active: ['deactivating'],
  deactivating: ['stored', 'absent'],
  stored: ['creating', 'absent'],
  elsewhere: ['creating', 'absent'],
};

/** Represents any instant in the past. */
const atOnce = 0;

/** Minimum expected milliseconds of inactivity. A sandbox with an earlier timer stays active. */
const minInactive = 10_000;

/** The lifecycle of one sandbox on a server. */
export class SandboxEntry {
  readonly name: string;
  /** Milliseconds without a request after which the sandbox is deleted. */
  timeToLive: number;
  /** Time of the latest request, in milliseconds of real time. */
  lastUsed: number;
  /** True if a client created or changed the sandbox, which protects it from eviction. */
  kept: boolean;
  requests = 0;
  /** True if the sandbox is being deleted. Its name remains reserved until then. */
  isDeleted = false;
  #state: LifecycleState;
  #sandbox: Sandbox | undefined;
  #transition: Promise<unknown> | undefined;
  #wakesAt: number | null = null;
  #summary: SandboxOverview | undefined;

  constructor(
    name: string,
    { timeToLive, kept }: Pick<SandboxMetadata, 'timeToLive' | 'kept'>,
    state: LifecycleState = 'absent',
  ) {
    this.name = name;
    this.timeToLive = timeToLive;
    this.kept = kept;
    this.lastUsed = wallNowMs();
    this.#state = state;
  }

  /** @param isShared whether other processes use the archive */
  static ofArchive(archived: ArchivedSandbox, isShared: boolean): SandboxEntry {
    const isElsewhere = isShared && archived.wakesAt === atOnce;
    const entry = new SandboxEntry(archived.name, archived, isElsewhere ? 'elsewhere' : 'stored');
    entry.readMetadata(archived);
    // The sandbox was active during a crash, so it counts as used now.
    if (archived.wakesAt !== atOnce) entry.lastUsed = archived.lastUsed;
    return entry;
  }

  get state(): LifecycleState {
    return this.#state;
  }

  /** @throws Error for an invalid transition */
  set state(next: LifecycleState) {
    if (!transitions[this.#state].includes(next)) {
      throw new Error(`Sandbox "${this.name}" cannot change from ${this.#state} to ${next}`);
    }
    this.#state = next;
  }

  /** The sandbox; undefined unless it is in memory and accepts requests. */
  get sandbox(): Sandbox | undefined {
    return this.#state === 'creating' || this.#state === 'active' ? this.#sandbox : undefined;
  }

  /** The state change in progress. */
  get transition(): Promise<unknown> | undefined {
    return this.#transition;
  }

  /** Changes the state. Starts the work synchronously. */
  async change<Result>(work: () => Promise<Result>): Promise<Result> {
    const transition = work();
    this.#transition = transition;
    try {
      return await transition;
    } finally {
      if (this.#transition === transition) this.#transition = undefined;
    }
  }

  /** True if the sandbox exists. While it is being created, only its name is reserved. */
  get exists(): boolean {
    return !this.isDeleted && (this.sandbox !== undefined || this.#summary !== undefined || this.isInactive);
  }

  /** True if, as far as this process knows, the sandbox is only in the archive. */
  get isInactive(): boolean {
    return this.#state === 'stored' || this.#state === 'elsewhere';
  }

  /** True if the sandbox is active in this or another process, or was when its process crashed. */
  get isActive(): boolean {
    return this.sandbox !== undefined || this.#wakesAt === atOnce;
  }

  /** Real time at which the sandbox must be activated; undefined if never, or if it is active. */
  get wakesAt(): number | undefined {
    return this.sandbox === undefined ? (this.#wakesAt ?? undefined) : undefined;
  }

  /** Real time at which the sandbox is deleted unless it is used. */
  get expiresAt(): number {
    return this.name === defaultSandboxName ? Number.POSITIVE_INFINITY : this.lastUsed + this.timeToLive;
  }

  /** The stored overview; undefined if this version of the archive has never stored one. */
  get summary(): SandboxOverview | undefined {
    return this.sandbox === undefined ? this.#summary : summarizeSandbox(this.sandbox);
  }

  /** The metadata stored in the archive with the records. */
  get metadata(): SandboxMetadata {
    const { kept, timeToLive, lastUsed, summary = null } = this;
    return { kept, timeToLive, lastUsed, summary, wakesAt: this.sandbox === undefined ? this.#wakesAt : atOnce };
  }

  /** True if the sandbox has no work now and no timer due soon. */
  get canDeactivate(): boolean {
    const { sandbox, requests } = this;
    if (sandbox === undefined || requests > 0 || this.#transition !== undefined || this.isDeleted) return false;
    return sandbox.isQuiet && (sandbox.clock.wakesAt ?? Number.POSITIVE_INFINITY) > wallNowMs() + minInactive;
  }

  /** True if another sandbox can replace this one, because no client has changed it and it is not in use. */
  get canEvict(): boolean {
    return (
      this.name !== defaultSandboxName && this.exists && !this.kept && this.requests === 0 && this.#state !== 'creating'
    );
  }

  /** Reads the metadata from the archive, except for the time of the latest request. */
  readMetadata({ timeToLive, kept, wakesAt, summary }: SandboxMetadata): void {
    this.timeToLive = timeToLive;
    this.kept = kept;
    this.#wakesAt = wakesAt;
    this.#summary = summary ?? undefined;
  }

  attach(sandbox: Sandbox): void {
    this.#sandbox = sandbox;
    this.requests = 0;
  }

  /** @returns the sandbox if it was in memory */
  detach(next: LifecycleState): Sandbox | undefined {
    const { sandbox } = this;
    this.#summary = this.summary;
    // Unfinished work continues in the process that activates the sandbox.
    if (sandbox !== undefined) this.#wakesAt = sandbox.clock.isIdle ? (sandbox.clock.wakesAt ?? null) : atOnce;
    this.state = next;
    this.#sandbox = undefined;
    return sandbox;
  }
}

export function findLeastRecentlyUsed(
  entries: readonly SandboxEntry[],
  isSelected: (entry: SandboxEntry) => boolean,
): SandboxEntry | undefined {
  let oldest: SandboxEntry | undefined;
  for (const entry of entries) {
    if (entry.lastUsed < (oldest?.lastUsed ?? Number.POSITIVE_INFINITY) && isSelected(entry)) oldest = entry;
  }
  return oldest;
}

export function summarizeSandbox({ clock, settings, seedName, owner, storage }: Sandbox): SandboxOverview {
  return {
    clock: clock.record(),
    progression: settings.view().progression,
    seed: seedName,
    ...(owner === undefined ? {} : { owner }),
    storedBytes: storage.storedBytes,
  };
}

/** Creates a clock without timers that shows the sandbox's time. */
export function restoreClock({ clock: record }: SandboxOverview): Clock {
  const clock = new Clock({ mode: 'manual' });
  clock.resume(record);
  return clock;
}
