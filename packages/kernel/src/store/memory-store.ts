import { setImmediate as nextTurn } from 'node:timers/promises';
import { FrozenCopies } from './frozen-copies.js';
import { MemoryUnitOfWork } from './memory-unit-of-work.js';
import { addressOf, partsOfAddress, SandboxTables } from './sandbox-tables.js';
import type { CommitLog, Store, StoredRecord, UnitOfWork } from './store.js';

/** Records that are copied before others get a turn of the event loop. */
const inOneTurn = 1000;

/** The {@link Store} in memory. Values are frozen when they are put, so that a forgotten change fails loudly. */
export class MemoryStore implements Store {
  #sandboxes = new Map<string, SandboxTables>();

  begin(sandbox: string, log?: CommitLog): UnitOfWork {
    const shelves = this.#shelves(sandbox);
    if (log === undefined) return new MemoryUnitOfWork(shelves);
    return new MemoryUnitOfWork(shelves, (...committed) => {
      // What was begun before everything was replaced commits into what no one can see.
      if (this.#sandboxes.get(sandbox) === shelves) log.committed(...committed);
    });
  }

  async dump(sandbox: string): Promise<StoredRecord[]> {
    const records: StoredRecord[] = [];
    const shelves = this.#sandboxes.get(sandbox) ?? new SandboxTables();
    // All at one moment; to read them takes longer.
    const contents = [...shelves.keys()].sort().map((address) => ({ address, entries: shelves.get(address)?.now() }));
    for (const { address, entries = [] } of contents) {
      const place = partsOfAddress(address);
      for (const { key, value } of entries) {
        records.push({ ...place, key, value });
        if (records.length % inOneTurn === 0) await nextTurn();
      }
    }
    return records;
  }

  async load(sandbox: string, records: readonly StoredRecord[], log?: CommitLog): Promise<void> {
    const shelves = new SandboxTables();
    const copies = new FrozenCopies();
    for (const [index, { partition, collection, key, value }] of records.entries()) {
      if (index % inOneTurn === inOneTurn - 1) await nextTurn();
      // What another store or sandbox holds is frozen, and can be shared.
      const frozen = Object.isFrozen(value) ? value : await copies.of(value);
      shelves.write(addressOf(partition, collection), key, frozen);
    }
    await log?.admit?.(shelves.bytes);
    this.#sandboxes.set(sandbox, shelves);
    log?.replaced(records, shelves.bytes);
  }

  async clear(sandbox: string): Promise<void> {
    // A unit of work begun before commits into what no one can see any more: as if it had come first.
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
