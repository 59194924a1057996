import { stringifyJson } from '@understudy/contract';
import { setRealTimeAlarm } from '@understudy/kernel';
import {
  entrySummaryOf,
  estimateEntryBytes,
  type Journal,
  JsonStream,
  type RecordedEntry,
  type Sandbox,
  sleepRealTime,
} from '@understudy/kernel/serving';
import type { ControlOperations } from './control-context.js';
import { createInvalidInputError } from './control-errors.js';
import { readJournal } from './journal.js';
import { streamHar } from './journal-to-har.js';

/** Interval of comments on a quiet stream. Without them, readers could assume that the connection is broken. */
const heartbeatMs = 5_000;
const longestBacklog = 1000;
/** Maximum number of unread bytes per reader. */
const mostBacklogBytes = 1024 * 1024;

/** Maximum number of requests in a recorded scenario. */
const mostRecorded = 100;

/** Interval and maximum number of summarized events. */
const glance = { everyMs: 200, most: 50 };

export const eventOperations = {
  getJournalHar: async ({ query }, context) => {
    const { sandbox, server, baseUrl } = context;
    const { text, limit, ...wanted } = query;
    const match = { ...wanted, type: 'request' as const };
    const reading = { ...(limit === undefined ? {} : { most: limit }), durations: true };
    const { entries } = await readJournal(context, { ...match, text }, reading);
    const about = { version: server.version, seed: sandbox.seedName };
    return { status: 200, body: new JsonStream(streamHar(entries, new URL(baseUrl).origin, about)) };
  },

  getJournalScenario: async ({ query: { text, limit = -mostRecorded, ...wanted } }, context) => {
    const { sandbox, server, baseUrl } = context;
    const match = { ...wanted, type: 'request' as const };
    const { entries } = await readJournal(context, { ...match, text }, { most: limit, durations: true });
    const about = { version: server.version, seed: sandbox.seedName };
    const har = [...streamHar(entries, new URL(baseUrl).origin, about)].join('');
    const contracts = new Map([...server.simulators.values()].map(({ name, contract }) => [name, contract]));
    const urlOf = (api: string) => `${baseUrl}/_sim/apis/${api}/openapi.yaml`;
    const recorded = await server.evidence?.record({ har, contracts, urlOf });
    if (recorded === undefined || 'problem' in recorded)
      return createInvalidInputError('/query', recorded?.problem ?? 'This server cannot make scenarios');
    return { status: 200, headers: { 'content-type': 'application/yaml' }, body: recorded.text };
  },

  streamEvents: async ({ query }, { sandbox, server, caller }) => {
    const close = server.streams.open(caller?.clientId);
    if (typeof close !== 'function') return close;
    const ended = new AbortController();
    const stream = query.summary ? summariesOf(sandbox, ended.signal) : eventsOf(sandbox, ended.signal);
    const end = () => {
      sandbox.closed.removeEventListener('abort', end);
      close();
      ended.abort();
    };
    sandbox.closed.addEventListener('abort', end);
    return {
      status: 200,
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
      body: untilReturned(stream, end),
    };
  },
} satisfies Partial<ControlOperations>;

/** Ends a stream when its reader leaves, even if the reader never reads. */
function untilReturned(stream: AsyncGenerator<string>, end: () => void): AsyncIterable<string> {
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => stream.next(),
      async return() {
        end();
        return await stream.return(undefined);
      },
    }),
  };
}

async function* eventsOf(sandbox: Sandbox, ended: AbortSignal): AsyncGenerator<string> {
  let backlog: JournalEvent[] = [];
  let bytes = 0;
  // A reader that is too slow misses events.
  const keep = (event: JournalEvent | 'changed') => {
    if (event === 'changed' || backlog.length >= longestBacklog || bytes >= mostBacklogBytes) return;
    backlog.push(event);
    bytes += estimateEntryBytes(event.entry);
  };
  for await (const sign of signsOf(sandbox, ended, keep)) {
    if (sign !== undefined) yield sign;
    const events = backlog;
    [backlog, bytes] = [[], 0];
    for (const { whole } of events) yield whole;
  }
}

/** Yields summaries of the latest events for human readers. */
async function* summariesOf(sandbox: Sandbox, ended: AbortSignal): AsyncGenerator<string> {
  let backlog: JournalEvent[] = [];
  let skipped = 0;
  let isChanged = false;
  const keep = (event: JournalEvent | 'changed') => {
    if (event === 'changed') isChanged = true;
    else if (backlog.length < glance.most) backlog.push(event);
    else skipped += 1;
  };
  for await (const sign of signsOf(sandbox, ended, keep)) {
    if (sign !== undefined) yield sign;
    if (isChanged) yield 'event: changed\ndata: {}\n\n';
    isChanged = false;
    if (backlog.length === 0) continue;
    const [events, missing] = [backlog, skipped];
    [backlog, skipped] = [[], 0];
    yield events.map(({ summary }) => summary).join('');
    if (missing > 0) yield `event: skipped\ndata: ${missing}\n\n`;
    await sleepRealTime(glance.everyMs, ended);
  }
}

/** Yields whenever there are events to read. Yields a comment at the start and as a heartbeat. */
async function* signsOf(
  { journal }: Sandbox,
  ended: AbortSignal,
  keep: (event: JournalEvent | 'changed') => void,
): AsyncGenerator<string | undefined> {
  let wake = () => {};
  let isNew = false;
  const unfollow = followEvents(journal, (event) => {
    keep(event);
    isNew = true;
    wake();
  });
  ended.addEventListener('abort', () => wake());
  try {
    yield ': the journal from now on\n\n';
    while (!ended.aborted) {
      if (!isNew) {
        await new Promise<void>((resolve) => {
          const callOff = setRealTimeAlarm(heartbeatMs, resolve);
          wake = () => {
            callOff();
            resolve();
          };
        });
      }
      const quiet = !isNew && !ended.aborted;
      isNew = false;
      yield quiet ? ': still here\n\n' : undefined;
    }
  } finally {
    unfollow();
  }
}

/** A journal entry as a server-sent event. It is serialized once for all streams. */
class JournalEvent {
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

/** Called for journal entries, and for changes without an entry: fault rules, settings and models. */
type Listener = (event: JournalEvent | 'changed') => void;

interface Feed {
  readonly listeners: Set<Listener>;
  end(): void;
}

const feeds = new WeakMap<Journal, Feed>();

/** Follows a journal. @returns a function that stops following */
function followEvents(journal: Journal, listener: Listener): () => void {
  const feed = feeds.get(journal) ?? openFeed(journal);
  feed.listeners.add(listener);
  return () => {
    feed.listeners.delete(listener);
    if (feed.listeners.size === 0) feed.end();
  };
}

/** Notifies a journal's followers of a change that the journal does not contain. */
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
