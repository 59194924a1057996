import type { SavedClock } from '../clock-setting.js';
import type { SerializedPage } from '../store/serialized-page.js';
import type { StoredRecord } from '../store/store.js';

/**
 * The port to storage that outlives the process. Every commit is appended before a client sees the response. Each new
 * owner of a sandbox uses the next epoch, and appends with earlier epochs are rejected. A process that does not share
 * its archive always uses epoch 0.
 */
export interface SandboxArchive {
  /** Lists the sandboxes in order of creation. */
  names(): Promise<ArchivedSandbox[]>;
  /** Reads all records of a sandbox, in any order. Empty if the sandbox does not exist. */
  read(sandbox: string): Promise<StoredRecord[]>;
  /** Like {@link SandboxArchive.read}, but validates the records without parsing them. */
  readPages(sandbox: string): Promise<SerializedPage[]>;
  /**
   * Stores a commit completely or not at all. Commits are stored in the order of the calls.
   * @throws StaleEpochError if another process owns the sandbox
   * @throws OlderStateError if earlier commits are missing; changes that begin with `clear` are stored nevertheless
   * @throws OutcomeUnknownError if the outcome is unknown
   * @throws Error if nothing was stored
   */
  append(sandbox: string, epoch: number, changes: readonly ArchiveChange[]): Promise<void>;
  drop(sandbox: string): Promise<void>;
  /** Stores pending appends and closes the archive. */
  close(): Promise<void>;
  /** Stores journal entries. Absent if the archive stores only sandboxes. */
  readonly journal?: JournalArchive;
}

/** A journal entry as JSON, without secrets. */
export interface StoredEntry {
  readonly sandbox: string;
  readonly seq: number;
  /** When the entry was stored, in milliseconds of real time. */
  readonly at: number;
  readonly entry: string;
}

/** A range of journal entries: numbers above `after` and below `before`. */
export interface EntryRange {
  readonly after: number;
  readonly before: number;
  readonly newestFirst: boolean;
}

/** Stores journal entries of all sandboxes. Dropping a sandbox deletes its entries. */
export interface JournalArchive {
  /** Ignores entries with a number that is already stored. */
  write(entries: readonly StoredEntry[]): Promise<void>;
  /** Reads the first page of a range. */
  read(sandbox: string, range: EntryRange): Promise<ReadonlyArray<Pick<StoredEntry, 'seq' | 'entry'>>>;
  /** Returns the lowest and highest stored number, or zeros. */
  bounds(sandbox: string): Promise<{ readonly first: number; readonly last: number }>;
  forget(sandbox: string): Promise<void>;
  /** Deletes entries stored before an instant, and the oldest entries until the rest fits into `maxBytes`. */
  prune(before: number, maxBytes: number): Promise<void>;
}

export interface ArchivedSandbox extends SandboxMetadata {
  readonly name: string;
}

/** Metadata of a sandbox. Instants are milliseconds of real time. */
export interface SandboxMetadata {
  /** True if a client created or changed the sandbox, which protects it from eviction. */
  readonly kept: boolean;
  /** Milliseconds without a request after which the sandbox is deleted. */
  readonly timeToLive: number;
  /** Time of the latest request. */
  readonly lastUsed: number;
  /** When to activate the sandbox; null for never, 0 while it is active. */
  readonly wakesAt: number | null;
  /** The overview for lists; null if it was never stored. */
  readonly summary: SandboxOverview | null;
}

/** The facts about a sandbox that lists show. */
export interface SandboxOverview {
  readonly clock: SavedClock;
  readonly progression: string;
  readonly seed: 'demo' | 'empty' | 'custom';
  /** Name of the control token that owns the sandbox. */
  readonly owner?: string;
  /** Approximate size in bytes; absent in old archives. */
  readonly storedBytes?: number;
}

/** A single change within a commit. */
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

/** This process cannot handle the request now, but another process or a retry might succeed. */
export class UnavailableError extends Error {
  override name = 'UnavailableError';
}

/** The outcome is unknown, because the connection was lost. */
export class OutcomeUnknownError extends UnavailableError {
  override name = 'OutcomeUnknownError';
}

/** Another process has taken over the sandbox. */
export class StaleEpochError extends UnavailableError {
  constructor(sandbox: string, epoch: number, current: number) {
    super(`Sandbox "${sandbox}" now has epoch ${current}; a change from epoch ${epoch} was rejected`);
    this.name = 'StaleEpochError';
  }
}

/** The archive has lost commits, for example because it was restored from a backup. */
export class OlderStateError extends UnavailableError {
  /** @param stored number of commits in the archive @param expected number of commits of this process */
  constructor(sandbox: string, stored: number, expected: number) {
    super(`The archive has an older state of sandbox "${sandbox}": commit ${stored}, but ${expected} was acknowledged`);
    this.name = 'OlderStateError';
  }
}
