import { omitUndefined, stringifyJson } from '@understudy/contract';
import { type JournalEntry, type JournalFilter, parseDuration } from '@understudy/kernel';
import {
  eventLoopYield,
  type JournalReading,
  JsonStream,
  monotonicNowMs,
  streamList,
} from '@understudy/kernel/serving';
import type { ControlContext, ControlOperations } from './control-context.js';
import { controlErrors, createInvalidInputError } from './control-errors.js';

const longestWait = 60_000;

export const journalOperations = {
  listJournal: async ({ query }, { sandbox, server }) => {
    const { limit, last, order, summary, durations, text, ...match } = query;
    const newest = last ?? (order === 'desc' ? limit : undefined);
    const most = newest === undefined ? limit : -newest;
    const reading = { most, newestFirst: order === 'desc', summary, durations };
    const { count, entries } = await readJournal({ sandbox, server }, { ...match, text }, reading);
    const { journal } = sandbox;
    const stored = await server.lastingJournal?.bounds(sandbox.name);
    const dropped =
      stored === undefined ? journal.dropped : Math.min(stored.first || journal.oldest, journal.oldest) - 1;
    return { status: 200, body: new JsonStream(streamList({ count, dropped }, 'entries', textsOf(entries))) };
  },

  waitForJournal: async ({ body }, { sandbox }) => {
    const timeout = parseDuration(body.timeout);
    if (timeout > longestWait) return createInvalidInputError('/body/timeout', '/body/timeout must be at most PT60S');
    const { count, entries } = await sandbox.journal.wait(body.match, body.count, timeout);
    if (count < body.count) return controlErrors.waitTimeout(body.count, count, 'matching in the journal');
    return { status: 200, body: new JsonStream(streamList({ count }, 'entries', textsOf(entries))) };
  },
} satisfies Partial<ControlOperations>;

/** Maximum milliseconds to search per turn of the event loop. */
const longestTurn = 10;

/**
 * Like {@link Journal.read}, but also reads the entries in the archive.
 * @param match with `text`, only entries whose redacted form contains this text
 */
export async function readJournal(
  { sandbox: { journal, name }, server: { lastingJournal } }: Pick<ControlContext, 'sandbox' | 'server'>,
  { text, ...match }: JournalFilter & { readonly text?: string | undefined },
  reading: JournalReading,
): Promise<{ readonly count: number; readonly entries: Iterable<JournalEntry> }> {
  const { most = Number.POSITIVE_INFINITY, newestFirst = false, summary = false, durations = false } = reading;
  await lastingJournal?.flush();
  const before = journal.oldest;
  const stored = (match.after ?? 0) + 1 < before ? lastingJournal : undefined;
  if (text === undefined && stored === undefined) return journal.read(match, reading);
  const wanted = text?.toLowerCase() ?? '';
  const isFromEnd = most < 0;
  const every = isFromEnd ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const inMemory = journal.read(match, { most: every, newestFirst: isFromEnd, durations }).entries;
  const inArchive = stored?.read(name, { match, text: wanted, before, newestFirst: isFromEnd }) ?? [];
  const entries: JournalEntry[] = [];
  let start = monotonicNowMs();
  search: for (const part of isFromEnd ? [inMemory, inArchive] : [inArchive, inMemory]) {
    for await (const entry of part) {
      const { request, response, durationMilliseconds, ...members } = entry;
      if (part === inArchive || wanted === '' || stringifyJson(entry).toLowerCase().includes(wanted)) {
        const duration = durations && durationMilliseconds !== undefined ? { durationMilliseconds } : {};
        entries.push({ ...members, ...duration, ...(summary ? {} : omitUndefined({ request, response })) });
      }
      if (entries.length >= Math.abs(most)) break search;
      if (monotonicNowMs() - start < longestTurn) continue;
      await eventLoopYield.next();
      start = monotonicNowMs();
    }
  }
  return { count: entries.length, entries: isFromEnd === newestFirst ? entries : entries.reverse() };
}

function* textsOf(entries: Iterable<JournalEntry>): Generator<string> {
  for (const entry of entries) yield stringifyJson(entry);
}
