import type { StoredRecord } from '../store/store.js';
import type { ClockRecord } from '../time/clock-setting.js';

/**
 * The port to storage that outlives the process. Every commit is appended before a client sees the response. A new
 * owner of a sandbox uses the next epoch, and appends under earlier epochs are rejected. A process with its own
 * archive always uses 0.
 */
export interface Archive {
  /** Name and metadata of each sandbox, in the order in which they were first archived. */
  names(): Promise<ArchivedSandbox[]>;
  /** All records of a sandbox, in no particular order; empty if it does not exist. */
  read(sandbox: string): Promise<StoredRecord[]>;
  /**
   * Stores a commit, all or none, in the order of calls.
   * @throws StaleEpochError if another process has the sandbox
   * @throws OutcomeUnknownError if the outcome is unknown
   * @throws Error if nothing was stored
   */
  append(sandbox: string, epoch: number, changes: readonly ArchiveChange[]): Promise<void>;
  /** Deletes a sandbox and its records. */
  drop(sandbox: string): Promise<void>;
  /** Stores pending appends, and closes the archive. */
  close(): Promise<void>;
}

export interface ArchivedSandbox extends SandboxMetadata {
  readonly name: string;
}

/** The metadata on which a server keeps a sandbox. Instants are milliseconds of real time. */
export interface SandboxMetadata {
  /** Whether a client created or changed it. Other sandboxes can be evicted. */
  readonly kept: boolean;
  /** Milliseconds without a request after which it is deleted. */
  readonly timeToLive: number;
  /** Time of the latest request, as last stored. */
  readonly lastUsed: number;
  /** When it must be activated; null for never. While it is active, 0, so that it is activated after a crash. */
  readonly wakesAt: number | null;
  /** Null if it was never stored. */
  readonly summary: SandboxOverview | null;
}

/** The facts that a list of sandboxes shows. */
export interface SandboxOverview {
  readonly clock: ClockRecord;
  readonly progression: string;
  readonly seed: 'demo' | 'empty' | 'custom';
  /** Name of the control token that owns it. */
  readonly owner?: string;
  /** Approximate size of its records in bytes; absent in archives of earlier versions. */
  readonly storedBytes?: number;
}

/** One step of a commit. */
export type ArchiveChange =
  | ({ readonly kind: 'put' } & StoredRecord)
  | ({ readonly kind: 'delete' } & Omit<StoredRecord, 'value'>)
  /** Deletes all earlier records of the sandbox. */
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

/** This process cannot do it now. Another process can, or this one later. */
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
    super(`Sandbox "${sandbox}" is served under epoch ${current} now; a change under epoch ${epoch} was rejected`);
    this.name = 'StaleEpochError';
  }
}
