import type { MemoryLimits } from '../memory-limits.js';
import type { KernelRecords } from '../store/kernel-records.js';
import { Inbox, type InboxRecord, inboxRecords, messageRecords } from './inbox.js';

type InboxLimits = Pick<MemoryLimits, 'inboxes' | 'inboxBytes' | 'inboxMessages'>;

/** There are as many inboxes as there may be. */
export class InboxLimitError extends Error {
  constructor(most: number) {
    super(
      `There are ${most} inboxes in this sandbox, the most that it keeps; reset it, take another sandbox, or start the server with --max-inboxes`,
    );
    this.name = 'InboxLimitError';
  }
}

/** The inboxes of a sandbox. Together they keep a limited number of bytes; then the oldest of the largest one go. */
export class Inboxes {
  readonly #limits: InboxLimits;
  readonly #kernel: Pick<KernelRecords, 'changed' | 'list'>;
  #inboxes = new Map<string, Inbox>();

  constructor(limits: InboxLimits, kernel: Pick<KernelRecords, 'changed' | 'list'>) {
    this.#limits = limits;
    this.#kernel = kernel;
  }

  /** The inbox of this name; any name will do. @throws InboxLimitError when it would be one too many */
  get(name: string): Inbox {
    const known = this.#inboxes.get(name);
    if (known !== undefined) return known;
    if (this.#inboxes.size >= this.#limits.inboxes) throw new InboxLimitError(this.#limits.inboxes);
    return this.#add(name);
  }

  /** The inbox of this name to be read. Where there is no room for another one, it is empty and stays so. */
  find(name: string): Inbox {
    const hasRoom = this.#inboxes.has(name) || this.#inboxes.size < this.#limits.inboxes;
    return hasRoom ? this.get(name) : new Inbox(name, this.#limits.inboxMessages, this.#kernel);
  }

  /** Those that were used, by name. */
  list(): ReadonlyArray<readonly [string, Inbox]> {
    return [...this.#inboxes].sort(([one], [other]) => (one < other ? -1 : 1));
  }

  /** Makes room, after something was received. */
  trim(): void {
    for (;;) {
      let total = 0;
      let largest: Inbox | undefined;
      for (const inbox of this.#inboxes.values()) {
        total += inbox.bytes;
        if (inbox.bytes > (largest?.bytes ?? 0)) largest = inbox;
      }
      if (total <= this.#limits.inboxBytes || largest === undefined) return;
      largest.dropOldest();
    }
  }

  /** Becomes what the records say. */
  async wake(): Promise<void> {
    this.#inboxes.clear();
    for (const { key, value } of await this.#kernel.list(inboxRecords)) {
      this.#add(key, value);
    }
    for (const { key, value } of await this.#kernel.list(messageRecords)) {
      const name = key.slice(key.indexOf(' ') + 1);
      (this.#inboxes.get(name) ?? this.#add(name)).keep(value);
    }
  }

  #add(name: string, record?: InboxRecord): Inbox {
    const inbox = new Inbox(name, this.#limits.inboxMessages, this.#kernel, record);
    this.#inboxes.set(name, inbox);
    return inbox;
  }
}
