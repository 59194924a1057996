import { wallSleep } from '../clock.js';
import type { JournalEntry, JournalMatch } from './journal-entry.js';
import { redactEntry } from './redact.js';

const capacity = 5000;

/** The bounded record of a sandbox. Secrets stay inside: every entry that leaves is redacted. */
export class Journal {
  #entries: JournalEntry[] = [];
  #nextSeq = 1;
  #dropped = 0;
  #waiting = new Set<() => void>();
  #listeners = new Set<(entry: JournalEntry) => void>();

  /** Entries that had to go because the journal was full. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Adds an entry and gives it its number. The entry may be completed in place until its step is over. */
  append(entry: Omit<JournalEntry, 'seq'>): JournalEntry {
    const added: JournalEntry = { seq: this.#nextSeq, ...entry };
    this.#nextSeq += 1;
    this.#entries.push(added);
    if (this.#entries.length > capacity) {
      const surplus = capacity / 10;
      this.#entries.splice(0, surplus);
      this.#dropped += surplus;
    }
    // A request is told of when it is complete.
    if (added.type !== 'request') this.complete(added);
    return added;
  }

  /** Tells everybody who waits or listens of an entry that will not change any more. */
  complete(entry: JournalEntry): void {
    for (const look of this.#waiting) look();
    for (const listen of this.#listeners) listen(redactEntry(entry));
  }

  /** Hands over every entry from now on, as soon as it is complete. @returns what ends it */
  listen(listener: (entry: JournalEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @returns copies of the matching entries, oldest first, without secrets */
  find(match: JournalMatch = {}): JournalEntry[] {
    return this.#matching(match).map(redactEntry);
  }

  /**
   * Waits until `count` entries match, in real time.
   *
   * @param timeout milliseconds of real time
   * @returns the matching entries, fewer than `count` when the time ran out
   */
  async wait(match: JournalMatch, count: number, timeout: number): Promise<JournalEntry[]> {
    if (this.#matching(match).length < count && timeout > 0) {
      const enough = new AbortController();
      const look = () => {
        if (this.#matching(match).length >= count) enough.abort();
      };
      this.#waiting.add(look);
      await wallSleep(timeout, enough.signal);
      this.#waiting.delete(look);
    }
    return this.find(match);
  }

  clear(): void {
    this.#entries = [];
    this.#nextSeq = 1;
    this.#dropped = 0;
  }

  #matching(match: JournalMatch): JournalEntry[] {
    const { after = 0, ...wanted } = match;
    const pairs = Object.entries(wanted).filter(([, value]) => value !== undefined);
    return this.#entries.filter(
      (entry) => entry.seq > after && pairs.every(([key, value]) => entry[key as keyof JournalEntry] === value),
    );
  }
}
