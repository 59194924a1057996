import {
  type Archive,
  type ArchiveChange,
  type ArchivedSandbox,
  defaultMetadata,
  type SandboxMetadata,
  StaleEpochError,
} from '../sandbox/archive.js';
import type { StoredRecord } from '../store/store.js';

interface Kept {
  epoch: number;
  metadata: SandboxMetadata;
  /** Texts of JSON by address: what is read is what a medium would give back. */
  readonly records: ReadonlyMap<string, string>;
}

/** An {@link Archive} in memory, for tests: it outlives the simulators that it is given to, and can be told to be full. */
export class MemoryArchive implements Archive {
  #sandboxes = new Map<string, Kept>();
  /** While it is set, every append is refused with this error and nothing is kept. */
  refusal: Error | undefined;

  async names(): Promise<ArchivedSandbox[]> {
    return [...this.#sandboxes].map(([name, { metadata }]) => ({ name, ...metadata }));
  }

  async read(sandbox: string): Promise<StoredRecord[]> {
    const records = this.#sandboxes.get(sandbox)?.records ?? new Map<string, string>();
    return [...records].map(([address, text]) => {
      const [partition = '', collection = '', key = '']: string[] = JSON.parse(address);
      return { partition, collection, key, value: JSON.parse(text) };
    });
  }

  async append(sandbox: string, epoch: number, changes: readonly ArchiveChange[]): Promise<void> {
    const before = this.#sandboxes.get(sandbox) ?? { epoch, metadata: defaultMetadata, records: new Map() };
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
    // What it holds stays for the next one that opens it.
  }
}

function addressOf({ partition, collection, key }: Omit<StoredRecord, 'value'>): string {
  return JSON.stringify([partition, collection, key]);
}
