import type { KernelRecords } from '../store/kernel-records.js';
import { Inbox, inboxRecords, messageRecords } from './inbox.js';

/** The inboxes of a sandbox. Together they keep so many bytes at most; then the oldest of the largest one go. */
export class Inboxes {
  readonly #most: number;
  readonly #kernel: Pick<KernelRecords, 'changed' | 'list'>;
  #inboxes = new Map<string, Inbox>();

  /** @param most bytes */
  constructor(most: number, kernel: Pick<KernelRecords, 'changed' | 'list'>) {
    this.#most = most;
    this.#kernel = kernel;
  }

  /** The inbox of this name; any name will do. */
  get(name: string): Inbox {
    const inbox = this.#inboxes.get(name) ?? new Inbox(name, this.#kernel);
    this.#inboxes.set(name, inbox);
    return inbox;
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
      if (total <= this.#most || largest === undefined) return;
      largest.dropOldest();
    }
  }

  /** Becomes what the records say. */
  async wake(): Promise<void> {
    this.#inboxes.clear();
    for (const { key, value } of await this.#kernel.list(inboxRecords)) {
      this.#inboxes.set(key, new Inbox(key, this.#kernel, value));
    }
    for (const { key, value } of await this.#kernel.list(messageRecords)) {
      this.get(key.slice(key.indexOf(' ') + 1)).keep(value);
    }
  }
}
