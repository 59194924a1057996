import { type JournalEntry, type JournalFilter, type OperationHandler, parseDuration } from '@understudy/kernel';
import {
  eventLoopYield,
  type Journal,
  type JournalReading,
  JsonStream,
  monotonicNowMs,
  streamList,
} from '@understudy/kernel/serving';
import type { operations } from '../generated/types.js';
import type { ControlContext } from './control-context.js';
import { createInvalidInputError, createWaitTimeoutError } from './control-errors.js';

type Operation<Id extends keyof operations> = OperationHandler<operations[Id], ControlContext>;

const longestWait = 60_000;

export const listJournal: Operation<'listJournal'> = async ({ query }, { sandbox }) => {
  const { limit, last, order, summary, durations, text, ...match } = query;
  const newest = last ?? (order === 'desc' ? limit : undefined);
  const { journal } = sandbox;
  const most = newest === undefined ? limit : -newest;
  const reading = { most, newestFirst: order === 'desc', summary, durations };
  const { count, entries } =
    text === undefined ? journal.read(match, reading) : await searchJournal(journal, { ...match, text }, reading);
  const texts = textsOf(entries);
  return { status: 200, body: new JsonStream(streamList({ count, dropped: journal.dropped }, 'entries', texts)) };
};

export const waitForJournal: Operation<'waitForJournal'> = async ({ body }, { sandbox }) => {
  const timeout = parseDuration(body.timeout);
  if (timeout > longestWait) return createInvalidInputError('/body/timeout', '/body/timeout must be at most PT60S');
  const { count, entries } = await sandbox.journal.wait(body.match, body.count, timeout);
  if (count < body.count) return createWaitTimeoutError(body.count, count, 'matching in the journal');
  return { status: 200, body: new JsonStream(streamList({ count }, 'entries', textsOf(entries))) };
};

/** Maximum milliseconds to search per turn of the event loop. */
const longestTurn = 10;

/** Like {@link Journal.read}, but only for entries that contain a text in their redacted form. */
export async function searchJournal(
  journal: Journal,
  { text, ...match }: JournalFilter & { readonly text: string },
  { most = Number.POSITIVE_INFINITY, newestFirst = false, summary = false, durations = false }: JournalReading,
): Promise<{ readonly count: number; readonly entries: JournalEntry[] }> {
  const wanted = text.toLowerCase();
  const isFromEnd = most < 0;
  const entries: JournalEntry[] = [];
  let start = monotonicNowMs();
  const every = Number.POSITIVE_INFINITY;
  const reading = { most: isFromEnd ? -every : every, newestFirst: isFromEnd, durations };
  for (const entry of journal.read(match, reading).entries) {
    const { request, response, ...members } = entry;
    if (JSON.stringify(entry).toLowerCase().includes(wanted)) entries.push(summary ? members : entry);
    if (entries.length >= Math.abs(most)) break;
    if (monotonicNowMs() - start < longestTurn) continue;
    await eventLoopYield.next();
    start = monotonicNowMs();
  }
  return { count: entries.length, entries: isFromEnd === newestFirst ? entries : entries.reverse() };
}

function* textsOf(entries: Iterable<JournalEntry>): Generator<string> {
  for (const entry of entries) yield JSON.stringify(entry);
}
