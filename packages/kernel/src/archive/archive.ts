import type { StoredRecord } from '../store/store.js';
import type { ClockRecord } from '../time/clock-record.js';

/**
 * The port to what outlives a process. A sandbox is read from it when it wakes, and every commit is appended to it
 * before anyone is told of it.
 *
 * A process that serves a sandbox does so under an epoch. Where several processes share an archive, the one that takes a
 * sandbox over does so under the next one; what comes under an earlier one after that is refused. Where one process
 * owns the archive, as with a folder, the epoch stays 0.
 */
export interface Archive {
  /** What is known of each sandbox without reading its records, in the order in which they were first archived. */
  names(): Promise<ArchivedSandbox[]>;
  /** Every record of a sandbox, in no particular order; none of one that is not there. */
  read(sandbox: string): Promise<StoredRecord[]>;
  /**
   * Keeps the changes of one commit, all of them or none. Resolves when they will be there after the end of the process;
   * appends are kept in the order of the calls.
   *
   * @throws StaleEpoch when another process has taken the sandbox over; nothing was kept
   * @throws Unclear when no one can tell at the moment whether it was kept
   * @throws Error when there is no room, or the medium fails; nothing was kept
   */
  append(sandbox: string, epoch: number, changes: readonly ArchiveChange[]): Promise<void>;
  /** Removes a sandbox with all it holds. */
  drop(sandbox: string): Promise<void>;
  /** Keeps what was appended, and closes the archive. */
  close(): Promise<void>;
}

/** What a sandbox is known by while it sleeps. */
export interface ArchivedSandbox extends SandboxMetadata {
  readonly name: string;
}

/** The metadata on which a server keeps a sandbox. Instants are milliseconds of real time. */
export interface SandboxMetadata {
  /** Whether someone made it, or has changed something in it: else it gives way to others. */
  readonly kept: boolean;
  /** Milliseconds without a request after which it is removed. */
  readonly timeToLive: number;
  /** When it was last asked for anything, as far as was written down. */
  readonly lastUsed: number;
  /** When it must wake by itself; null for never. While it is awake, 0: after a crash it wakes at once. */
  readonly wakesAt: number | null;
  /** Its state; null when it was never reported. */
  readonly summary: SandboxSummary | null;
}

/** How a sandbox stands, in what a list of them shows. */
export interface SandboxSummary {
  readonly clock: ClockRecord;
  readonly progression: string;
  readonly seed: 'demo' | 'empty' | 'custom';
  /** Name of the control token that owns it; absent where none does. */
  readonly owner?: string;
  /** Bytes that its records take, about; absent where an earlier version has written it. */
  readonly storedBytes?: number;
}

/** One step of a commit. */
export type ArchiveChange =
  | ({ readonly kind: 'put' } & StoredRecord)
  | ({ readonly kind: 'delete' } & Omit<StoredRecord, 'value'>)
  /** Removes every record that the sandbox has until then. */
  | { readonly kind: 'clear' }
  | { readonly kind: 'metadata'; readonly metadata: SandboxMetadata };

/** Terms of a sandbox for which none were ever written. */
export const defaultMetadata: SandboxMetadata = {
  kept: true,
  timeToLive: Number.MAX_SAFE_INTEGER,
  lastUsed: 0,
  wakesAt: 0,
  summary: null,
};

/** This process cannot do it now; another one can, or this one in a moment. */
export class Unavailable extends Error {
  override name = 'Unavailable';
}

/** It may have been done or not: the one that would have said so is gone. */
export class Unclear extends Unavailable {
  override name = 'Unclear';
}

/** A sandbox was taken over by another process. */
export class StaleEpoch extends Unavailable {
  constructor(sandbox: string, epoch: number, current: number) {
    super(`Sandbox "${sandbox}" is served under epoch ${current} by now; a change under epoch ${epoch} was refused`);
    this.name = 'StaleEpoch';
  }
}
