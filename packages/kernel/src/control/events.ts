import type { operations } from '../generated/types.js';
import type { Handler } from '../handlers.js';
import { summaryOf } from '../journal/journal.js';
import type { RecordedEntry } from '../journal/journal-entry.js';
import { journalToHar } from '../journal/journal-to-har.js';
import { redactEntry } from '../journal/redact.js';
import { JsonStream } from '../json-stream.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { wallSleep } from '../wall-clock.js';
import type { ControlContext } from './control-context.js';

const heartbeatMs = 15_000;
const longestBacklog = 1000;

/**
 * How often a watcher is told, in milliseconds, and of how many entries at once: what no one can read costs nothing.
 */
const glance = { everyMs: 200, most: 50 };

export const getJournalHar: Handler<operations['getJournalHar'], ControlContext> = async (_input, context) => {
  const { sandbox, world, baseUrl } = context;
  const { entries } = sandbox.journal.read({ type: 'request' });
  return { status: 200, body: new JsonStream(journalToHar(entries, new URL(baseUrl).origin, world.version)) };
};

/** Streams the journal as server-sent events. */
export const streamEvents: Handler<operations['streamEvents'], ControlContext> = async ({ query }, { sandbox }) => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  body: query.summary ? summariesOf(sandbox) : eventsOf(sandbox),
});

async function* eventsOf(sandbox: Sandbox): AsyncGenerator<string> {
  const backlog: RecordedEntry[] = [];
  // A reader that does not keep up misses what comes meanwhile.
  const keep = (entry: RecordedEntry) => {
    if (backlog.length < longestBacklog) backlog.push(entry);
  };
  for await (const sign of signsOf(sandbox, keep)) {
    if (sign !== undefined) yield sign;
    for (const entry of backlog.splice(0)) yield eventOf(entry);
  }
}

/** For people, who read slower than a journal grows: the newest in time, without what is large. */
async function* summariesOf(sandbox: Sandbox): AsyncGenerator<string> {
  let backlog: RecordedEntry[] = [];
  let skipped = 0;
  const keep = (entry: RecordedEntry) => {
    if (backlog.length < glance.most) backlog.push(entry);
    else skipped += 1;
  };
  for await (const sign of signsOf(sandbox, keep)) {
    if (sign !== undefined) yield sign;
    if (backlog.length === 0) continue;
    const [entries, missing] = [backlog, skipped];
    [backlog, skipped] = [[], 0];
    yield entries.map((entry) => eventOf(summaryOf(entry))).join('');
    if (missing > 0) yield `event: skipped\ndata: ${missing}\n\n`;
    await wallSleep(glance.everyMs, sandbox.closed);
  }
}

/** Keeps what happens; gives a comment to send, or nothing, whenever there is something to do. */
async function* signsOf(sandbox: Sandbox, keep: (entry: RecordedEntry) => void): AsyncGenerator<string | undefined> {
  let wake = new AbortController();
  let isNew = false;
  const stop = () => wake.abort();
  const unlisten = sandbox.journal.listen((entry) => {
    keep(entry);
    // One abort is enough: each makes an error with a stack.
    if (isNew) return;
    isNew = true;
    wake.abort();
  });
  sandbox.closed.addEventListener('abort', stop);
  try {
    yield ': the journal from now on\n\n';
    while (!sandbox.closed.aborted) {
      wake = new AbortController();
      if (!isNew) await wallSleep(heartbeatMs, wake.signal);
      const quiet = !isNew && !sandbox.closed.aborted;
      isNew = false;
      yield quiet ? ': still here\n\n' : undefined;
    }
  } finally {
    unlisten();
    sandbox.closed.removeEventListener('abort', stop);
  }
}

function eventOf(entry: RecordedEntry): string {
  return `event: ${entry.type}\nid: ${entry.seq}\ndata: ${JSON.stringify(redactEntry(entry))}\n\n`;
}
