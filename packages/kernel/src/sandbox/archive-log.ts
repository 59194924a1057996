import type { CommitListener, StoredChange, StoredRecord } from '../store/store.js';
import {
  type ArchiveChange,
  OlderStateError,
  OutcomeUnknownError,
  type SandboxArchive,
  type SandboxMetadata,
  UnavailableError,
} from './archive.js';

/** Changes could not be stored and were rolled back. */
export class NotArchivedError extends Error {
  /** @param what name of what was not stored, such as `sandbox "default"` */
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

interface ArchiveLogListener {
  /** Called at most once, when changes could not be stored. */
  onFailure(): void;
  /** Called when the archive has lost acknowledged changes. @param error describes how the loss was handled */
  onOlderState(error: Error): void;
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
  readonly #listener: ArchiveLogListener;
  /** Reads all records of the sandbox. */
  #dump: () => Promise<readonly StoredRecord[]> = () => Promise.reject(new Error('The sandbox has no records yet'));
  /** Stores all records again, because the archive has lost some. */
  #restoring: Promise<void> | undefined;
  /** Appends that wait until all records have been read. */
  #held: (() => void)[] | undefined;
  #latest: Promise<void> | undefined;
  #failure: NotArchivedError | undefined;
  #metadataChanged = false;
  archivedCount = 0;
  #ended: { readonly why: UnavailableError | undefined } | undefined;

  constructor(
    archive: Pick<SandboxArchive, 'append'>,
    place: ArchivedEntry,
    epoch: number,
    listener: ArchiveLogListener,
  ) {
    this.#archive = archive;
    this.#entry = place;
    this.#epoch = epoch;
    this.#listener = listener;
  }

  /** Stores all records again if the archive has an older state. @param dump reads all records */
  restoreFrom(dump: () => Promise<readonly StoredRecord[]>): void {
    this.#dump = dump;
  }

  committed(changes: readonly StoredChange[]): void {
    if (changes.length > 0) this.#append(changes.map(changeOf));
  }

  replaced(records: readonly StoredRecord[]): void {
    this.markMetadataChanged();
    this.#append(replaceAll(records));
  }

  /** Stores the changed metadata with the next commit or {@link ArchiveLog.flush}. */
  markMetadataChanged(): void {
    this.#metadataChanged = true;
  }

  flush(): void {
    if (this.#metadataChanged) this.#append([]);
  }

  /** True if all commits have been stored. */
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
    const { metadata } = this.#entry;
    const all: readonly ArchiveChange[] = this.#metadataChanged
      ? [...changes, { kind: 'metadata', metadata }]
      : changes;
    this.#metadataChanged = false;
    const appended: Promise<void> = this.#store(all).then(
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

  #store(changes: readonly ArchiveChange[]): Promise<void> {
    const held = this.#held;
    if (held !== undefined) return new Promise((resolve) => held.push(() => resolve(this.#store(changes))));
    return this.#archive.append(this.#entry.name, this.#epoch, changes).catch((error: unknown) => {
      if (!(error instanceof OlderStateError)) throw error;
      // All records include the changes of appends that were already waiting.
      this.#restoring ??= this.#restore(error).finally(() => {
        this.#restoring = undefined;
      });
      return this.#restoring;
    });
  }

  /** Stores all records. @throws Error if that fails, in which case the acknowledged changes are lost */
  async #restore({ message }: OlderStateError): Promise<void> {
    const { name, metadata } = this.#entry;
    const held: (() => void)[] = [];
    this.#held = held;
    try {
      const records = await this.#dump();
      const stored = this.#archive.append(name, this.#epoch, [...replaceAll(records), { kind: 'metadata', metadata }]);
      this.#release(held);
      await stored;
      this.#listener.onOlderState(new Error(`${message}. Its server has stored the complete state again`));
    } catch (cause) {
      this.#release(held);
      const lost = 'It could not be stored again, so acknowledged changes are lost';
      this.#listener.onOlderState(new Error(`${message}. ${lost}: ${String(cause)}`, { cause }));
      throw cause;
    }
  }

  #release(held: (() => void)[]): void {
    this.#held = undefined;
    for (const append of held.splice(0)) append();
  }

  #done(appended: Promise<void>): void {
    if (this.#latest === appended) this.#latest = undefined;
  }

  #fail(error: unknown): void {
    if (this.#failure !== undefined) return;
    this.#failure = this.#notArchived(error);
    this.#listener.onFailure();
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

function replaceAll(records: readonly StoredRecord[]): ArchiveChange[] {
  return [{ kind: 'clear' }, ...records.map((record): ArchiveChange => ({ kind: 'put', ...record }))];
}
