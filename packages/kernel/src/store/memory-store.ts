import { setImmediate as nextTurn } from 'node:timers/promises';
import { FreezingCopier } from './freezing-copier.js';
import { MemoryUnitOfWork } from './memory-unit-of-work.js';
import { parseCollectionAddress, SandboxTables, toCollectionAddress } from './sandbox-tables.js';
import type { CommitListener, RecordStore, StoredChange, StoredPage, StoredRecord, UnitOfWork } from './store.js';

const inOneTurn = 1000;

/** A {@link RecordStore} in memory. Stored values are frozen. */
export class MemoryStore implements RecordStore {
  #sandboxes = new Map<string, SandboxTables>();

  begin(sandbox: string, log?: CommitListener): UnitOfWork {
    const shelves = this.#shelves(sandbox);
    if (log === undefined) return new MemoryUnitOfWork(shelves);
    return new MemoryUnitOfWork(shelves, (...committed) => {
      // A unit of work that began before a replacement commits without effect.
      if (this.#sandboxes.get(sandbox) === shelves) log.committed(...committed);
    });
  }

  async dump(sandbox: string): Promise<StoredRecord[]> {
    const records: StoredRecord[] = [];
    const shelves = this.#sandboxes.get(sandbox) ?? new SandboxTables();
    // Takes a consistent view first, because reading the records takes several event loop turns.
    const contents = [...shelves.keys()].sort().map((address) => ({ address, entries: shelves.get(address)?.now() }));
    for (const { address, entries = [] } of contents) {
      const place = parseCollectionAddress(address);
      for (const { key, value } of entries) {
        records.push({ ...place, key, value });
        if (records.length % inOneTurn === 0) await nextTurn();
      }
    }
    return records;
  }

  async load(sandbox: string, records: readonly StoredRecord[], log?: CommitListener): Promise<void> {
    const shelves = new SandboxTables();
    const copies = new FreezingCopier();
    const earlier = this.#sandboxes.get(sandbox);
    const changes: StoredChange[] = [];
    for (const [index, { partition, collection, key, value }] of records.entries()) {
      if (index % inOneTurn === inOneTurn - 1) await nextTurn();
      // Frozen values can be shared.
      const frozen = Object.isFrozen(value) ? value : await copies.of(value);
      const address = toCollectionAddress(partition, collection);
      shelves.write(address, key, frozen);
      const before = earlier?.get(address)?.get(key)?.value;
      // An unchanged record usually has the identical value.
      if (earlier !== undefined && before !== frozen)
        changes.push({ partition, collection, key, value: frozen, before });
    }
    for (const [address, entries] of earlier ?? []) {
      await nextTurn();
      for (const { key, value: before } of entries.now())
        if (shelves.get(address)?.get(key) === undefined)
          changes.push({ ...parseCollectionAddress(address), key, value: undefined, before });
    }
    const release = await log?.admit?.(shelves.bytes);
    this.#sandboxes.set(sandbox, shelves);
    log?.replaced(records, shelves.bytes, changes);
    release?.();
  }

  async loadPages(sandbox: string, pages: readonly StoredPage[]): Promise<number> {
    const shelves = new SandboxTables();
    for (const page of pages) {
      shelves.load(page);
      await nextTurn();
    }
    this.#sandboxes.set(sandbox, shelves);
    return shelves.bytes;
  }

  async clear(sandbox: string): Promise<void> {
    // Units of work that began earlier commit without effect.
    this.#sandboxes.delete(sandbox);
  }

  async close(): Promise<void> {
    this.#sandboxes.clear();
  }

  #shelves(sandbox: string): SandboxTables {
    let shelves = this.#sandboxes.get(sandbox);
    if (shelves === undefined) {
      shelves = new SandboxTables();
      this.#sandboxes.set(sandbox, shelves);
    }
    return shelves;
  }
}
