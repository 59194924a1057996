import { KnownSecrets } from '@understudy/contract';
import { MemoryAccount } from '../memory-account.js';
import { defaultMemoryLimits, type MemoryLimits } from '../memory-limits.js';
import type { StoredChange } from '../store/store.js';
import { sleepRealTime } from '../wall-clock.js';
import { ChangeLog } from './change-log.js';
import {
  createJournalMatcher,
  estimateEntryBytes,
  type JournalEntry,
  type JournalFilter,
  type RecordedEntry,
} from './journal-entry.js';
import { RecordedBody } from './recorded-body.js';
import { redactEntry } from './redact.js';
import { findTraceparent } from './trace-context.js';

/** Maximum number of entries in a response unless the client requests more. */
const mostAnswered = 100;

export interface JournalReading {
  /** Maximum number of entries, oldest first. A negative number returns the newest ones. */
  readonly most?: number;
  readonly newestFirst?: boolean;
  /** True to omit headers and bodies. */
  readonly summary?: boolean;
  /** True to include durations, which vary between runs. */
  readonly durations?: boolean;
}

/** The environment of a journal. */
interface JournalPlace {
  /** A parent account that also counts the bytes. */
  readonly above?: MemoryAccount;
  /** Called for every entry except requests. */
  readonly onAppended?: (entry: RecordedEntry) => void;
  /** Called for every complete entry with its approximate size. The entry still contains secrets. */
  readonly onCompleted?: ((entry: RecordedEntry, bytes: number) => void) | undefined;
  /** Secrets that are redacted everywhere. */
  readonly secrets?: KnownSecrets | undefined;
}

/** The journal of a sandbox, bounded in size. Entries are redacted when they are read. */
export class Journal {
  /** The record changes made between entries. */
  readonly changes: ChangeLog;
  readonly #most: number;
  readonly #account: MemoryAccount;
  readonly #mostEntries: number;
  readonly #onAppended: (entry: RecordedEntry) => void;
  readonly #onCompleted: JournalPlace['onCompleted'];
  /** Secrets that are redacted everywhere. */
  readonly secrets: KnownSecrets;
  #entries: RecordedEntry[] = [];
  #nextSeq = 1;
  #dropped = 0;
  /** The latest URL and response body are shared between entries, because clients repeat their requests. */
  #latestUrl = '';
  #latestAnswer: RecordedBody | undefined = undefined;
  #waiting = new Set<() => void>();
  #listeners = new Set<(entry: RecordedEntry) => void>();

  constructor(
    { journalBytes, journalEntries }: Pick<MemoryLimits, 'journalBytes' | 'journalEntries'> = defaultMemoryLimits,
    { above, onAppended = () => undefined, onCompleted, secrets = new KnownSecrets() }: JournalPlace = {},
  ) {
    this.#most = journalBytes;
    this.#account = new MemoryAccount(journalBytes, above);
    this.changes = new ChangeLog(journalBytes, above);
    this.#mostEntries = journalEntries;
    this.#onAppended = onAppended;
    this.#onCompleted = onCompleted;
    this.secrets = secrets;
  }

  get dropped(): number {
    return this.#dropped;
  }

  get next(): number {
    return this.#nextSeq;
  }

  /** Continues numbering from `next`. */
  goOnFrom(next: number): void {
    this.#nextSeq = Math.max(this.#nextSeq, next);
  }

  append(entry: Omit<JournalEntry, 'seq'>): RecordedEntry {
    const added: RecordedEntry = { seq: this.#nextSeq, ...entry };
    this.#keep(added);
    this.complete(added);
    this.#onAppended(added);
    return added;
  }

  /**
   * Opens the entry for a request. The entry has all members from the start, because an object that grows later uses
   * several times as much memory.
   */
  open(at: string, method: string, url: string): RecordedEntry {
    if (url !== this.#latestUrl) this.#latestUrl = url;
    const opened: RecordedEntry = {
      seq: this.#nextSeq,
      at,
      type: 'request',
      cause: null,
      api: undefined,
      operationId: undefined,
      tenantId: undefined,
      jobId: undefined,
      method,
      url: this.#latestUrl,
      status: undefined,
      durationMilliseconds: undefined,
      request: undefined,
      response: undefined,
    };
    this.#keep(opened);
    return opened;
  }

  /** Returns a response body in the form that entries store. */
  answerOf(sent: string | Uint8Array, mediaType: string | undefined): RecordedBody {
    if (!this.#latestAnswer?.keeps(sent, mediaType)) this.#latestAnswer = new RecordedBody(sent, mediaType);
    return this.#latestAnswer;
  }

  /** Reports a complete entry to waiting callers and listeners. */
  complete(entry: RecordedEntry): void {
    // The entry may already have been dropped.
    const bytes = estimateEntryBytes(entry);
    this.#onCompleted?.(entry, bytes);
    const added = entry.seq >= this.oldest ? bytes : 0;
    this.#account.add(added);
    if (this.#account.room < 0) this.#drop(this.#surplus(Math.min(this.#most * 0.9, this.#account.bytes - added)));
    if (this.#waiting.size > 0) for (const look of this.#waiting) look();
    if (this.#listeners.size > 0) for (const listen of this.#listeners) listen(entry);
  }

  #keep(entry: RecordedEntry): void {
    this.#nextSeq += 1;
    this.#entries.push(entry);
    if (this.#entries.length <= this.#mostEntries) return;
    // Drops several at once, because removing the first one shifts all others.
    this.#drop(Math.ceil(this.#mostEntries / 10));
  }

  /** Number of the oldest entry in memory. */
  get oldest(): number {
    return this.#entries[0]?.seq ?? this.#nextSeq;
  }

  get bytes(): number {
    return this.#account.bytes + this.changes.bytes;
  }

  noteChanges(changes: readonly StoredChange[], replacedBytes: number): void {
    this.changes.add(this.#nextSeq - 1, changes, replacedBytes);
  }

  /** Returns the entry with this number; undefined if it was dropped. */
  entry(seq: number): RecordedEntry | undefined {
    return this.#entries[seq - this.oldest];
  }

  /** Returns the W3C trace context of the request that led to an entry; see {@link findTraceparent}. */
  traceparentOf(cause: number | null): string | undefined {
    return findTraceparent((seq) => this.entry(seq), cause);
  }

  /** Drops the older half of the entries to free memory. */
  shrink(): void {
    this.#drop(Math.ceil(this.#entries.length / 2));
    this.changes.shrink();
  }

  /** Releases the counted bytes of the memory account. */
  close(): void {
    this.#account.close();
    this.changes.close();
  }

  /** Returns how many of the oldest entries to drop to meet a limit. The newest entry always remains. */
  #surplus(most: number): number {
    let { bytes } = this.#account;
    let count = 0;
    for (const entry of this.#entries) {
      if (bytes <= most || count === this.#entries.length - 1) break;
      if (isComplete(entry)) bytes -= estimateEntryBytes(entry);
      count += 1;
    }
    return count;
  }

  #drop(count: number): void {
    for (const entry of this.#entries.splice(0, count))
      if (isComplete(entry)) this.#account.add(-estimateEntryBytes(entry));
    this.#dropped += count;
    this.changes.dropBefore(this.oldest);
  }

  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  /** Calls a listener with each complete entry, including secrets. @returns a function that removes the listener */
  listen(listener: (entry: RecordedEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Finds matching entries without secrets, oldest first. @param most maximum number; a negative number returns the
   * newest
   */
  find(match: JournalFilter = {}, most = Number.POSITIVE_INFINITY): JournalEntry[] {
    return [...this.read(match, { most }).entries];
  }

  /** Like {@link Journal.find}, but copies each entry only when it is read, because redaction is expensive. */
  read(
    match: JournalFilter = {},
    { most = Number.POSITIVE_INFINITY, newestFirst = false, ...shown }: JournalReading = {},
  ): { readonly count: number; readonly entries: Iterable<JournalEntry> } {
    // Stops as soon as enough entries match.
    const found = this.#matching(match, Math.abs(most), most < 0);
    if (most < 0 !== newestFirst) found.reverse();
    return { count: found.length, entries: this.#copiesOf(found, shown) };
  }

  /**
   * Waits in real time until `count` entries match.
   * @returns the first matching entries; fewer than `count` after a timeout
   */
  async wait(match: JournalFilter, count: number, timeout: number): Promise<ReturnType<Journal['read']>> {
    if (this.#matching(match, count).length < count && timeout > 0) {
      const enough = new AbortController();
      const look = () => {
        if (this.#matching(match, count).length >= count) enough.abort();
      };
      this.#waiting.add(look);
      await sleepRealTime(timeout, enough.signal);
      this.#waiting.delete(look);
    }
    return this.read(match, { most: Math.max(count, mostAnswered) });
  }

  shown(entry: RecordedEntry): JournalEntry {
    return redactEntry(entry, this.secrets);
  }

  *#copiesOf(
    entries: readonly RecordedEntry[],
    { summary, durations }: Pick<JournalReading, 'summary' | 'durations'>,
  ): Generator<JournalEntry> {
    for (const entry of entries) {
      const { durationMilliseconds, ...copy } = this.shown(summary === true ? summarizeEntry(entry) : entry);
      yield durations === true && durationMilliseconds !== undefined ? { ...copy, durationMilliseconds } : copy;
    }
  }

  clear(): void {
    this.#entries = [];
    this.#account.add(-this.#account.bytes);
    this.#nextSeq = 1;
    this.#dropped = 0;
  }

  /** Finds matching entries, starting from either end. */
  #matching(match: JournalFilter, most: number, fromTheEnd = false): RecordedEntry[] {
    const { after = 0 } = match;
    const isMeant = createJournalMatcher(match);
    const found: RecordedEntry[] = [];
    const count = this.#entries.length;
    for (let step = 0; step < count && found.length < most; step += 1) {
      const entry = this.#entries[fromTheEnd ? count - 1 - step : step];
      if (entry === undefined || entry.seq <= after) {
        if (fromTheEnd) break;
      } else if (isMeant(entry)) found.push(entry);
    }
    return found;
  }
}

/** Returns an entry without headers and bodies. */
export function summarizeEntry(entry: RecordedEntry): RecordedEntry {
  return { ...entry, request: undefined, response: undefined };
}

/** Returns whether an entry is complete. An open request has no response yet. */
function isComplete({ type, response, error }: RecordedEntry): boolean {
  return type !== 'request' || response !== undefined || error !== undefined;
}
