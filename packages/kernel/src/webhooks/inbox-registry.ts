import type { MemoryLimits } from '../memory-limits.js';
import type { KernelRecords } from '../store/kernel-records.js';
import { Inbox, type InboxRecord, inboxRecords, messageRecords } from './inbox.js';

type InboxLimits = Pick<MemoryLimits, 'inboxes' | 'inboxBytes' | 'inboxMessages'>;

export class InboxLimitError extends Error {
  constructor(most: number) {
    super(
      `The sandbox has reached its limit of ${most} inboxes; reset it, use another sandbox, or start the server with a higher --limit maxInboxes`,
    );
    this.name = 'InboxLimitError';
  }
}

/** The inboxes of a sandbox. When they exceed their total limit, the largest one drops its oldest messages. */
export class InboxRegistry {
  readonly #limits: InboxLimits;
  readonly #kernel: Pick<KernelRecords, 'changed' | 'list'>;
  #inboxes = new Map<string, Inbox>();

  constructor(limits: InboxLimits, kernel: Pick<KernelRecords, 'changed' | 'list'>) {
    this.#limits = limits;
    this.#kernel = kernel;
  }

  /** Returns an inbox and creates it if needed. @throws InboxLimitError if there are too many */
  get(name: string): Inbox {
    const known = this.#inboxes.get(name);
    if (known !== undefined) return known;
    if (this.#inboxes.size >= this.#limits.inboxes) throw new InboxLimitError(this.#limits.inboxes);
    return this.#add(name);
  }

  /** Returns an inbox for reading; an empty one if the inbox does not exist and no further inbox can be created. */
  find(name: string): Inbox {
    const hasRoom = this.#inboxes.has(name) || this.#inboxes.size < this.#limits.inboxes;
    return hasRoom ? this.get(name) : new Inbox(name, this.#limits.inboxMessages, this.#kernel);
  }

  list(): ReadonlyArray<readonly [string, Inbox]> {
    return [...this.#inboxes].sort(([one], [other]) => (one < other ? -1 : 1));
  }

  /** Drops messages beyond the limit. */
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
