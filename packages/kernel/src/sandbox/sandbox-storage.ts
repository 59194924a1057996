import { MemoryAccount } from '../memory-account.js';
import type { KernelRecords } from '../store/kernel-records.js';
import type { CommitLog, StoredRecord, UnitOfWork } from '../store/store.js';
import type { UnavailableError } from './archive.js';
import type { ArchiveLog } from './archive-log.js';
import type { SandboxContext } from './sandbox-context.js';

export interface StorageOptions {
  /** Its stored records; undefined for a sandbox that begins with its seed. */
  readonly records?: readonly StoredRecord[] | undefined;
  /** Receives its commits; undefined if state ends with the process. */
  readonly log: ArchiveLog | undefined;
}

/** What an empty sandbox takes; measured over 2,000 of them, with a little more. */
export const sandboxBytes = 25_000;

/** Sandboxes of this process so far. */
let begun = 0;

/** Where the records of one sandbox lie while it is awake: its space of the store, and the log of its archive. */
export class SandboxStorage {
  readonly #store: SandboxContext['store'];
  /** A later sandbox of the same name shares nothing with this one. */
  readonly #name: string;
  readonly #log: ArchiveLog | undefined;
  /** All that it takes but its journal. */
  readonly #account: MemoryAccount;
  /** Counts what is committed. */
  readonly #commits: CommitLog;

  /** @param owner name of the control token that the sandbox counts against */
  constructor(
    name: string,
    owner: string | undefined,
    { store, account, admitGrowth }: SandboxContext,
    { log }: StorageOptions,
  ) {
    begun += 1;
    this.#name = `${name} ${begun}`;
    this.#store = store;
    this.#log = log;
    this.#account = new MemoryAccount(Number.POSITIVE_INFINITY, account);
    this.#account.add(sandboxBytes);
    this.#commits = {
      admit: (bytes) => admitGrowth(owner, bytes - this.storedBytes),
      committed: (changes, growth) => {
        this.#account.add(growth);
        log?.committed(changes);
      },
      replaced: (records, bytes) => {
        this.#account.add(bytes - this.storedBytes);
        log?.replaced(records);
      },
    };
  }

  /** Bytes that its records take, about. */
  get storedBytes(): number {
    return this.#account.bytes - sandboxBytes;
  }

  begin(): UnitOfWork {
    return this.#store.begin(this.#name, this.#commits);
  }

  /** Holds what lies in the archive already, and nothing else. */
  async load(records: readonly StoredRecord[]): Promise<void> {
    const replaced = (_records: unknown, bytes: number) => this.#account.add(bytes - this.storedBytes);
    await this.#store.load(this.#name, records, { replaced, committed: () => undefined });
  }

  /** Holds these records and nothing else, which the archive is told of. */
  async replace(records: readonly StoredRecord[]): Promise<void> {
    await this.#store.load(this.#name, records, this.#commits);
  }

  async dump(): Promise<StoredRecord[]> {
    return await this.#store.dump(this.#name);
  }

  /** The terms on which the sandbox is kept have changed; that is kept with what is committed next. */
  markMetadataChanged(): void {
    this.#log?.markMetadataChanged();
  }

  /** Sends the archive what waits for the next commit, too. */
  flush(): void {
    this.#log?.flush();
  }

  /** Resolves when all commits are stored; undefined if they are. @throws NotArchivedError if one failed */
  archived(kernel: KernelRecords): Promise<void> | undefined {
    const log = this.#log;
    if (log === undefined || (!kernel.hasChanges && log.isSettled)) return undefined;
    return kernel.flush().then(() => log.settled());
  }

  /** Changes that the archive has kept since the sandbox woke. */
  get archivedCount(): number {
    return this.#log?.kept ?? 0;
  }

  /** Whether later changes are not stored. */
  get isDetached(): boolean {
    return this.#log?.isEnded === true;
  }

  /** Tells the archive nothing more. @param why as in {@link ArchiveLog.end} */
  end(why?: UnavailableError): void {
    this.#log?.end(why);
  }

  async clear(): Promise<void> {
    await this.#store.clear(this.#name);
    this.#account.close();
  }
}
