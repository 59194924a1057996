import type { StoredRecord } from '../store/store.js';
import type { SavedClock } from '../time/clock-setting.js';

/**
 * The port to storage that outlives the process. Every commit is appended before a client sees the response. A new
 * owner of a sandbox uses the next epoch, and appends under earlier epochs are rejected. A process with its own
 * archive always uses 0.
 */
export interface SandboxArchive {
  /** In order of creation. */
  names(): Promise<ArchivedSandbox[]>;
  /** All records of a sandbox, in any order; empty if it does not exist. */
  read(sandbox: string): Promise<StoredRecord[]>;
  /**
   * Stores a commit, all or none, in the order of calls.
   * @throws StaleEpochError if another process has the sandbox
   * @throws OutcomeUnknownError if the outcome is unknown
   * @throws Error if nothing was stored
   */
  append(sandbox: string, epoch: number, changes: readonly ArchiveChange[]): Promise<void>;
  drop(sandbox: string): Promise<void>;
  /** Stores pending appends and closes. */
  close(): Promise<void>;
}

export interface ArchivedSandbox extends SandboxMetadata {
  readonly name: string;
}

/** Instants are milliseconds of real time. */
export interface SandboxMetadata {
  /** Whether a client created or changed it, which prevents eviction. */
  readonly kept: boolean;
  /** Milliseconds without a request until its deletion. */
  readonly timeToLive: number;
  /** Time of the latest request. */
  readonly lastUsed: number;
  /** When to activate it; null for never, 0 while active. */
  readonly wakesAt: number | null;
  /** Null if it was never stored. */
  readonly summary: SandboxOverview | null;
}

/** The facts that a list of sandboxes shows. */
export interface SandboxOverview {
  readonly clock: SavedClock;
  readonly progression: string;
  readonly seed: 'demo' | 'empty' | 'custom';
  /** Name of the control token that owns it. */
  readonly owner?: string;
  /** Approximate bytes; absent in old archives. */
  readonly storedBytes?: number;
}

/** One step of a commit. */
export type ArchiveChange =
  | ({ readonly kind: 'put' } & StoredRecord)
  | ({ readonly kind: 'delete' } & Omit<StoredRecord, 'value'>)
  /** Deletes all earlier records of the sandbox. */
  | { readonly kind: 'clear' }
  | { readonly kind: 'metadata'; readonly metadata: SandboxMetadata };

export const defaultSandboxMetadata: SandboxMetadata = {
  kept: true,
  timeToLive: Number.MAX_SAFE_INTEGER,
  lastUsed: 0,
  wakesAt: 0,
  summary: null,
};

/** This process cannot do it now. Another process, or a retry, can. */
export class UnavailableError extends Error {
  override name = 'UnavailableError';
}

/** The outcome is unknown, because the connection was lost. */
export class OutcomeUnknownError extends UnavailableError {
  override name = 'OutcomeUnknownError';
}

/** Another process has taken over a sandbox. */
export class StaleEpochError extends UnavailableError {
  constructor(sandbox: string, epoch: number, current: number) {
    super(`Sandbox "${sandbox}" now has epoch ${current}; a change from epoch ${epoch} was rejected`);
    this.name = 'StaleEpochError';
  }
}
