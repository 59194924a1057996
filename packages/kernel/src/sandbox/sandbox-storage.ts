import { MemoryAccount } from '../memory-account.js';
import type { KernelRecords } from '../store/kernel-records.js';
import { estimateRecordBytes } from '../store/sandbox-tables.js';
import type { SerializedPage } from '../store/serialized-page.js';
import type { CommitListener, StoredChange, StoredRecord, UnitOfWork } from '../store/store.js';
import type { UnavailableError } from './archive.js';
import type { ArchiveLog } from './archive-log.js';
import type { SandboxContext } from './sandbox-context.js';

export interface StorageOptions {
  /** Stored records; undefined for a sandbox that starts from a seed. */
  readonly records?: readonly SerializedPage[] | undefined;
  /** Receives commits; undefined if the state is not stored outside the process. */
  readonly log: ArchiveLog | undefined;
  /** Number of the next journal entry, if the archive contains earlier entries. */
  readonly nextEntry?: number;
}

type NoteChanges = (changes: readonly StoredChange[], replacedBytes: number) => void;

/** Memory use of an empty sandbox, measured over 2,000 sandboxes. */
export const emptySandboxBytes = 25_000;

let begun = 0;

/** Manages the records of an active sandbox, in the record store and the archive log. */
export class SandboxStorage {
  readonly #store: SandboxContext['store'];
  /** A unique name, so that a later sandbox with the same name shares no data with this one. */
  readonly #name: string;
  readonly #log: ArchiveLog | undefined;
  /** Counts all memory except the journal's. */
  readonly #account: MemoryAccount;
  readonly #commits: CommitListener;

  /** @param owner name of the control token that owns the sandbox */
  constructor(
    name: string,
    owner: string | undefined,
    { store, account, admitGrowth }: SandboxContext,
    { log, noteChanges }: Pick<StorageOptions, 'log'> & { readonly noteChanges: NoteChanges },
  ) {
    begun += 1;
    this.#name = `${name} ${begun}`;
    this.#store = store;
    this.#log = log;
    log?.restoreFrom(() => this.dump());
    this.#account = new MemoryAccount(Number.POSITIVE_INFINITY, account);
    this.#account.add(emptySandboxBytes);
    this.#commits = {
      admit: (bytes) => admitGrowth(owner, bytes - this.storedBytes),
      committed: (changes, growth, replacedBytes) => {
        this.#account.add(growth);
        noteChanges(changes, replacedBytes);
        log?.committed(changes);
      },
      replaced: (records, bytes, changes) => {
        // Not all previous values are freed, because the change log refers to them.
        const replacedBytes = changes.reduce((sum, { key, before }) => sum + estimateRecordBytes(key, before), 0);
        this.#account.add(bytes - this.storedBytes);
        noteChanges(changes, replacedBytes);
        log?.replaced(records);
      },
    };
  }

  /** Approximate size of the records in bytes. */
  get storedBytes(): number {
    return this.#account.bytes - emptySandboxBytes;
  }

  begin(): UnitOfWork {
    return this.#store.begin(this.#name, this.#commits);
  }

  async load(records: readonly SerializedPage[]): Promise<void> {
    this.#account.add((await this.#store.loadPages(this.#name, records)) - this.storedBytes);
  }

  async replace(records: readonly StoredRecord[]): Promise<void> {
    await this.#store.load(this.#name, records, this.#commits);
  }

  async dump(): Promise<StoredRecord[]> {
    return await this.#store.dump(this.#name);
  }

  /** Stores the changed metadata with the next commit. */
  markMetadataChanged(): void {
    this.#log?.markMetadataChanged();
  }

  /** Sends pending changes to the archive. */
  flush(): void {
    this.#log?.flush();
  }

  /**
   * Resolves when all commits have been stored. Returns undefined if they already are.
   * @throws NotArchivedError if one failed
   */
  archived(kernel: KernelRecords): Promise<void> | undefined {
    const log = this.#log;
    if (log === undefined || (!kernel.hasChanges && log.isSettled)) return undefined;
    return kernel.flush().then(() => log.settled());
  }

  /** Number of commits archived since activation. */
  get archivedCount(): number {
    return this.#log?.kept ?? 0;
  }

  /** True if later changes will be discarded. */
  get isDetached(): boolean {
    return this.#log?.isEnded === true;
  }

  /** Discards all later changes. @param why as in {@link ArchiveLog.end} */
  end(why?: UnavailableError): void {
    this.#log?.end(why);
  }

  async clear(): Promise<void> {
    await this.#store.clear(this.#name);
    this.#account.close();
  }
}
