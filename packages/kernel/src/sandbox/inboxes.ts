import { Inbox } from './inbox.js';

/** The inboxes of a sandbox. Together they keep so many bytes at most; then the oldest of the largest one go. */
export class Inboxes {
  readonly #most: number;
  #inboxes = new Map<string, Inbox>();

  /** @param most bytes */
  constructor(most: number) {
    this.#most = most;
  }

  /** The inbox of this name; any name will do. */
  get(name: string): Inbox {
    const inbox = this.#inboxes.get(name) ?? new Inbox();
    this.#inboxes.set(name, inbox);
    return inbox;
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

  clear(): void {
    this.#inboxes.clear();
  }
}
