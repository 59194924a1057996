import type { KnownSecrets } from '@understudy/contract';
import { parseJson, stringifyJson } from '@understudy/contract';
import {
  isUnavailable,
  type JournalArchive,
  type JournalEntry,
  type JournalFilter,
  type StoredEntry,
  setRealTimeAlarm,
} from '@understudy/kernel';
import {
  createJournalMatcher,
  eventLoopYield,
  monotonicNowMs,
  type RecordedEntry,
  redactEntry,
  wallNowMs,
} from '@understudy/kernel/serving';

/** Milliseconds until an entry is stored, per event loop turn, and between deletions or reports of lost entries. */
const [flushMs, turnMs, pruneMs] = [1000, 5, 60_000];

/** Bytes of waiting entries that cause an early write, and their maximum. */
const [earlyBytes, maxWaitingBytes] = [4_000_000, 32_000_000];

/** Bytes of JSON to write at once. */
const batchBytes = 1_000_000;

/** The subject of reported errors. */
const what = 'the journal in the archive';

interface Options {
  readonly archive: JournalArchive;
  /** Milliseconds of real time after which an entry is deleted. */
  readonly maxAge: number;
  /** Maximum bytes of all entries. */
  readonly maxBytes: number;
  readonly secrets: KnownSecrets | undefined;
  readonly onDefect: (error: unknown, what: string) => void;
}

interface WaitingEntry {
  readonly sandbox: string;
  readonly recorded: RecordedEntry;
  readonly bytes: number;
}

/** Stores the journal entries of all sandboxes in the archive, in batches and without secrets. */
export class LastingJournal {
  readonly #options: Options;
  #waiting: WaitingEntry[] = [];
  #waitingBytes = 0;
  /** Sandboxes whose stored entries the next flush deletes. */
  readonly #forgotten = new Set<string>();
  #flushing: Promise<void> | undefined;
  #cancel: (() => void) | undefined;
  #prunedAt = Number.NEGATIVE_INFINITY;
  /** Entries that were lost since the last report. */
  #lost = 0;
  #dropped = 0;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Queues a complete entry to be stored soon. If the archive is too slow, the oldest waiting entries are dropped and
   * reported.
   */
  keep(sandbox: string, recorded: RecordedEntry, bytes: number): void {
    this.#waiting.push({ sandbox, recorded, bytes });
    this.#waitingBytes += bytes;
    if (this.#waitingBytes > maxWaitingBytes) this.#dropOldest();
    if (this.#waitingBytes > earlyBytes && this.#flushing === undefined) this.#flushSoon(0);
    else if (this.#cancel === undefined) this.#flushSoon(flushMs);
  }

  /** Deletes the entries of a sandbox. */
  forget(sandbox: string): void {
    this.#replaceWaiting(this.#waiting.filter((entry) => entry.sandbox !== sandbox));
    this.#forgotten.add(sandbox);
    if (this.#cancel === undefined) this.#flushSoon(flushMs);
  }

  /** Stores all entries that are complete now. @throws Error if the archive fails */
  async flush(): Promise<void> {
    while (this.#flushing !== undefined) await this.#flushing.catch(() => undefined);
    this.#cancel?.();
    this.#cancel = undefined;
    this.#flushing = this.#flush().finally(() => {
      this.#flushing = undefined;
    });
    await this.#flushing;
  }

  /** Returns the lowest and highest stored number of a sandbox, or zeros. */
  async bounds(sandbox: string): Promise<{ readonly first: number; readonly last: number }> {
    await this.flush();
    return await this.#options.archive.bounds(sandbox);
  }

  /** Finds stored entries with numbers above `after` and below `before`. */
  async *read(
    sandbox: string,
    { match, text = '', ...range }: { match: JournalFilter; text?: string; before: number; newestFirst: boolean },
  ): AsyncGenerator<JournalEntry> {
    const isMeant = createJournalMatcher(match);
    const { status: _status, failed: _failed, after = 0, ...members } = match;
    const texts = Object.entries(members)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${stringifyJson(name)}:${stringifyJson(value)}`);
    let { before } = range;
    let start = Math.max(after, match.cause ?? 0);
    for (;;) {
      const page = await this.#options.archive.read(sandbox, { ...range, before, after: start });
      for (const { entry } of page) {
        // Parsing costs much more than this comparison.
        if (!texts.every((each) => entry.includes(each)) || !entry.toLowerCase().includes(text)) continue;
        const parsed: JournalEntry = parseJson(entry);
        if (isMeant(parsed)) yield parsed;
      }
      const last = page.at(-1)?.seq;
      if (last === undefined) return;
      if (range.newestFirst) before = last;
      else start = last;
      await eventLoopYield.next();
    }
  }

  async close(): Promise<void> {
    await this.flush().catch((error: unknown) => this.#options.onDefect(error, what));
    this.#cancel?.();
    this.#reportLost();
  }

  #flushSoon(milliseconds: number): void {
    this.#cancel?.();
    this.#cancel = setRealTimeAlarm(milliseconds, () => {
      this.#cancel = undefined;
      this.flush().catch((error: unknown) => {
        if (!isUnavailable(error)) this.#options.onDefect(error, what);
        this.#flushSoon(flushMs);
      });
    });
  }

  async #flush(): Promise<void> {
    const { archive, maxAge, maxBytes } = this.#options;
    const [at, newest] = [wallNowMs(), this.#waiting.at(-1)];
    do {
      // Done before the next batch, which can contain new entries of the same sandbox.
      for (const sandbox of [...this.#forgotten]) {
        await archive.forget(sandbox);
        // If the archive fails, the next flush tries again.
        this.#forgotten.delete(sandbox);
      }
      await this.#writeBatch(at);
    } while (newest !== undefined && this.#waiting.includes(newest));
    if (at - this.#prunedAt < pruneMs) return;
    this.#prunedAt = at;
    await archive.prune(at - maxAge, maxBytes);
  }

  async #writeBatch(at: number): Promise<void> {
    const batch: StoredEntry[] = [];
    const taken = new Set<WaitingEntry>();
    let [bytes, start] = [0, monotonicNowMs()];
    for (const waiting of this.#waiting) {
      if (bytes > batchBytes) break;
      const { sandbox, recorded } = waiting;
      const entry = stringifyJson(redactEntry(recorded, this.#options.secrets));
      bytes += entry.length;
      taken.add(waiting);
      batch.push({ sandbox, seq: recorded.seq, at, entry });
      if (monotonicNowMs() - start < turnMs) continue;
      await eventLoopYield.next();
      start = monotonicNowMs();
    }
    if (batch.length > 0) await this.#options.archive.write(batch);
    this.#replaceWaiting(this.#waiting.filter((entry) => !taken.has(entry)));
  }

  /** Number of entries that were dropped because the archive is too slow. */
  get dropped(): number {
    return this.#dropped;
  }

  #dropOldest(): void {
    const count = Math.ceil(this.#waiting.length / 10);
    this.#replaceWaiting(this.#waiting.slice(count));
    this.#lost += count;
    this.#dropped += count;
    if (wallNowMs() - this.#reportedAt >= pruneMs) this.#reportLost();
  }

  #reportLost(): void {
    if (this.#lost === 0) return;
    const message = `The archive is too slow: ${this.#lost} journal entries were dropped before they could be stored`;
    this.#options.onDefect(new Error(message), what);
    this.#lost = 0;
    this.#reportedAt = wallNowMs();
  }

  #replaceWaiting(entries: WaitingEntry[]): void {
    this.#waiting = entries;
    this.#waitingBytes = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  }
}
