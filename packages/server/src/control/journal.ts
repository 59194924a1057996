import { type Handler, type JournalEntry, parseDuration } from '@understudy/kernel';
import { JsonStream, streamList } from '@understudy/kernel/serving';
import type { operations } from '../generated/types.js';
import type { ControlContext } from './control-context.js';
import { badInput, waitedInVain } from './control-refusals.js';

type Operation<Id extends keyof operations> = Handler<operations[Id], ControlContext>;

const longestWait = 60_000;

export const listJournal: Operation<'listJournal'> = async ({ query }, { sandbox }) => {
  const { limit, last, order, summary, ...match } = query;
  const newest = last ?? (order === 'desc' ? limit : undefined);
  const { journal } = sandbox;
  const most = newest === undefined ? limit : -newest;
  const { count, entries } = journal.read(match, { most, newestFirst: order === 'desc', summary });
  const texts = textsOf(entries);
  return { status: 200, body: new JsonStream(streamList({ count, dropped: journal.dropped }, 'entries', texts)) };
};

export const waitForJournal: Operation<'waitForJournal'> = async ({ body }, { sandbox }) => {
  const timeout = parseDuration(body.timeout);
  if (timeout > longestWait) return badInput('/body/timeout', '/body/timeout must be at most PT60S');
  const { count, entries } = await sandbox.journal.wait(body.match, body.count, timeout);
  if (count < body.count) return waitedInVain(body.count, count, 'matching in the journal');
  return { status: 200, body: new JsonStream(streamList({ count }, 'entries', textsOf(entries))) };
};

function* textsOf(entries: Iterable<JournalEntry>): Generator<string> {
  for (const entry of entries) yield JSON.stringify(entry);
}
