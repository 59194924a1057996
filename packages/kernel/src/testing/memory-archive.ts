import {
  type ArchiveChange,
  type ArchivedSandbox,
  defaultSandboxMetadata,
  type SandboxArchive,
  type SandboxMetadata,
  StaleEpochError,
} from '../sandbox/archive.js';
import { SerializedPage } from '../store/serialized-page.js';
import type { StoredRecord } from '../store/store.js';

interface Kept {
  epoch: number;
  metadata: SandboxMetadata;
  /** JSON strings by address, which simulate a storage medium. */
  readonly records: ReadonlyMap<string, string>;
}

/** A {@link SandboxArchive} in memory, for tests. */
export class MemoryArchive implements SandboxArchive {
  #sandboxes = new Map<string, Kept>();
  /** Error with which to reject all appends. */
  refusal: Error | undefined;

  async names(): Promise<ArchivedSandbox[]> {
    return [...this.#sandboxes].map(([name, { metadata }]) => ({ name, ...metadata }));
  }

  async read(sandbox: string): Promise<StoredRecord[]> {
    return (await this.readPages(sandbox)).flatMap((page) => page.records());
  }

  async readPages(sandbox: string): Promise<SerializedPage[]> {
    const records = this.#sandboxes.get(sandbox)?.records ?? new Map<string, string>();
    return [...records].map(([address, text]) => {
      const [partition = '', collection = '', key = '']: string[] = JSON.parse(address);
      return new SerializedPage({ partition, collection }, [key], `[${text}]`);
    });
  }

  async append(sandbox: string, epoch: number, changes: readonly ArchiveChange[]): Promise<void> {
    const before = this.#sandboxes.get(sandbox) ?? { epoch, metadata: defaultSandboxMetadata, records: new Map() };
    if (epoch < before.epoch) throw new StaleEpochError(sandbox, epoch, before.epoch);
    if (this.refusal !== undefined) throw this.refusal;
    const records = new Map(before.records);
    let { metadata } = before;
    for (const change of changes) {
      if (change.kind === 'metadata') metadata = change.metadata;
      else if (change.kind === 'clear') records.clear();
      else if (change.kind === 'delete') records.delete(addressOf(change));
      else records.set(addressOf(change), JSON.stringify(change.value));
    }
    this.#sandboxes.set(sandbox, { epoch, metadata, records });
  }

  async drop(sandbox: string): Promise<void> {
    this.#sandboxes.delete(sandbox);
  }

  async close(): Promise<void> {
    // The records remain for the next server.
  }
}

function addressOf({ partition, collection, key }: Omit<StoredRecord, 'value'>): string {
  return JSON.stringify([partition, collection, key]);
}
