import { stringifyJson } from '@understudy/contract';
import { entrySummaryOf, type Journal, type RecordedEntry } from '@understudy/kernel/serving';

/** A journal entry as a server-sent event. It is serialized once for all streams. */
export class JournalEvent {
  readonly entry: RecordedEntry;
  readonly #journal: Journal;
  #whole: string | undefined;
  #summary: string | undefined;

  constructor(entry: RecordedEntry, journal: Journal) {
    this.entry = entry;
    this.#journal = journal;
  }

  get whole(): string {
    this.#whole ??= textOf(this.entry, this.#journal);
    return this.#whole;
  }

  /** The event without headers and bodies. */
  get summary(): string {
    this.#summary ??= textOf(entrySummaryOf(this.entry), this.#journal);
    return this.#summary;
  }
}

/** Hears of entries, and of changes that are no entries: rules of faults, settings, models. */
type Listener = (event: JournalEvent | 'changed') => void;

interface Feed {
  readonly listeners: Set<Listener>;
  end(): void;
}

const feeds = new WeakMap<Journal, Feed>();

/** Follows a journal. @returns a function that stops following */
export function followEvents(journal: Journal, listener: Listener): () => void {
  const feed = feeds.get(journal) ?? openFeed(journal);
  feed.listeners.add(listener);
  return () => {
    feed.listeners.delete(listener);
    if (feed.listeners.size === 0) feed.end();
  };
}

/** Tells those who follow a journal that something was changed that is not in it. */
export function tellChange(journal: Journal): void {
  for (const hear of feeds.get(journal)?.listeners ?? []) hear('changed');
}

function openFeed(journal: Journal): Feed {
  const listeners = new Set<Listener>();
  const unlisten = journal.listen((entry) => {
    const event = new JournalEvent(entry, journal);
    for (const hear of listeners) hear(event);
  });
  const feed: Feed = {
    listeners,
    end() {
      unlisten();
      feeds.delete(journal);
    },
  };
  feeds.set(journal, feed);
  return feed;
}

function textOf(entry: RecordedEntry, journal: Journal): string {
  return `event: ${entry.type}\nid: ${entry.seq}\ndata: ${stringifyJson(journal.shown(entry))}\n\n`;
}
