import { wallSleep } from '../clock.js';
import type { operations } from '../generated/types.js';
import type { Handler } from '../handlers.js';
import type { JournalEntry } from '../journal/journal-entry.js';
import { journalToHar } from '../journal/journal-to-har.js';
import { JsonStream } from '../json-stream.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { ControlContext } from './control-context.js';

const heartbeatMs = 15_000;
const longestBacklog = 1000;

export const getJournalHar: Handler<operations['getJournalHar'], ControlContext> = async (_input, context) => {
  const { sandbox, world, baseUrl } = context;
  const { entries } = sandbox.journal.read({ type: 'request' });
  return { status: 200, body: new JsonStream(journalToHar(entries, new URL(baseUrl).origin, world.version)) };
};

/** Streams the journal as server-sent events. */
export const streamEvents: Handler<operations['streamEvents'], ControlContext> = async (_input, { sandbox }) => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  body: eventsOf(sandbox),
});

async function* eventsOf(sandbox: Sandbox): AsyncGenerator<string> {
  let backlog: JournalEntry[] = [];
  let wake = new AbortController();
  const unlisten = sandbox.journal.listen((entry) => {
    // A reader that does not keep up loses the oldest, as the journal itself does.
    if (backlog.length < longestBacklog) backlog.push(entry);
    wake.abort();
  });
  const stop = () => wake.abort();
  sandbox.closed.addEventListener('abort', stop);
  try {
    yield ': the journal from now on\n\n';
    while (!sandbox.closed.aborted) {
      const entries = backlog;
      backlog = [];
      for (const entry of entries) yield `event: ${entry.type}\nid: ${entry.seq}\ndata: ${JSON.stringify(entry)}\n\n`;
      if (backlog.length > 0) continue;
      wake = new AbortController();
      await wallSleep(heartbeatMs, wake.signal);
      if (!wake.signal.aborted) yield ': still here\n\n';
    }
  } finally {
    unlisten();
    sandbox.closed.removeEventListener('abort', stop);
  }
}
