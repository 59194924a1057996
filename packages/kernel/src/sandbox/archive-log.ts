import type { CommitListener, StoredChange, StoredRecord } from '../store/store.js';
import {
  type ArchiveChange,
  OutcomeUnknownError,
  type SandboxArchive,
  type SandboxMetadata,
  UnavailableError,
} from './archive.js';

/** Changes could not be stored and are rolled back. */
export class NotArchivedError extends Error {
  /** @param what the thing that was not stored, such as `sandbox "default"` */
  constructor(what: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const whether =
      cause instanceof OutcomeUnknownError ? 'it is unknown whether they were stored' : 'nothing was stored';
    super(`Cannot store the changes to ${what} (${why}); ${whether}`, { cause });
    this.name = 'NotArchivedError';
  }
}

/** Returns whether an error is temporary, so that a retry can succeed. */
export function isUnavailable(error: unknown): boolean {
  return (
    error instanceof UnavailableError || (error instanceof NotArchivedError && error.cause instanceof UnavailableError)
  );
}

interface ArchivedEntry {
  readonly name: string;
  readonly metadata: SandboxMetadata;
}

/**
 * Appends a sandbox's commits to the archive in order. Responses and webhooks wait for {@link ArchiveLog.settled}.
 * After a failure, the log stores nothing more.
 */
export class ArchiveLog implements CommitListener {
  readonly #archive: Pick<SandboxArchive, 'append'>;
  readonly #entry: ArchivedEntry;
  readonly #epoch: number;
  readonly #onFailure: () => void;
  #latest: Promise<void> | undefined;
  #failure: NotArchivedError | undefined;
  #metadataChanged = false;
  archivedCount = 0;
  #ended: { readonly why: UnavailableError | undefined } | undefined;

  /** @param onFailure called at most once */
  constructor(archive: Pick<SandboxArchive, 'append'>, place: ArchivedEntry, epoch: number, onFailure: () => void) {
    this.#archive = archive;
    this.#entry = place;
    this.#epoch = epoch;
    this.#onFailure = onFailure;
  }

  committed(changes: readonly StoredChange[]): void {
    if (changes.length > 0) this.#append(changes.map(changeOf));
  }

  replaced(records: readonly StoredRecord[]): void {
    this.markMetadataChanged();
    this.#append([{ kind: 'clear' }, ...records.map((record): ArchiveChange => ({ kind: 'put', ...record }))]);
  }

  /** Stores the changed metadata with the next commit or {@link ArchiveLog.flush}. */
  markMetadataChanged(): void {
    this.#metadataChanged = true;
  }

  flush(): void {
    if (this.#metadataChanged) this.#append([]);
  }

  /** Whether all commits have been stored. */
  get isSettled(): boolean {
    return this.#latest === undefined && this.#failure === undefined;
  }

  /** Resolves when all commits have been stored. @throws NotArchivedError if one failed */
  async settled(): Promise<void> {
    while (this.#latest !== undefined) await this.#latest;
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Number of completed appends. */
  get kept(): number {
    return this.archivedCount;
  }

  get isEnded(): boolean {
    return this.#ended !== undefined;
  }

  end(why?: UnavailableError): void {
    this.#ended ??= { why };
  }

  #append(changes: readonly ArchiveChange[]): void {
    if (this.#failure !== undefined) return;
    if (this.#ended !== undefined) {
      if (this.#ended.why !== undefined) this.#failure = this.#notArchived(this.#ended.why);
      return;
    }
    const { name, metadata } = this.#entry;
    const all: readonly ArchiveChange[] = this.#metadataChanged
      ? [...changes, { kind: 'metadata', metadata }]
      : changes;
    this.#metadataChanged = false;
    const appended: Promise<void> = this.#archive.append(name, this.#epoch, all).then(
      () => {
        this.archivedCount += 1;
        this.#done(appended);
      },
      (error: unknown) => {
        this.#done(appended);
        this.#fail(error);
      },
    );
    this.#latest = appended;
  }

  #done(appended: Promise<void>): void {
    if (this.#latest === appended) this.#latest = undefined;
  }

  #fail(error: unknown): void {
    if (this.#failure !== undefined) return;
    this.#failure = this.#notArchived(error);
    this.#onFailure();
  }

  #notArchived(cause: unknown): NotArchivedError {
    return new NotArchivedError(`sandbox "${this.#entry.name}"`, cause);
  }
}

function changeOf({ partition, collection, key, value }: StoredChange): ArchiveChange {
  return value === undefined
    ? { kind: 'delete', partition, collection, key }
    : { kind: 'put', partition, collection, key, value };
}
