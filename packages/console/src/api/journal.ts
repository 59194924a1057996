import { signal } from '@preact/signals';
import { controlUrl } from './address.js';
import {
  askForToken,
  callControl,
  changeChannel,
  createHeaders,
  fetchOrThrow,
  isSandboxDeleted,
  refusalOf,
} from './call-control.js';
import { loadServerInfo, reloadServerInfo } from './server-info.js';
import type { JournalEntry } from './types.js';

/** Entries per request. */
const page = 1000;

/** All loaded entries, oldest first. The array is mutated; `version` signals a change. */
export const journalEntries: JournalEntry[] = [];
export const journalVersion = signal(0);
/** A throttled counter of changes. Areas reload when it increases. */
export const changeCount = signal(0);
export const connectionState = signal<'connecting' | 'live' | 'lost'>('connecting');
/** How often the server was restarted since the page was opened. */
export const restartCount = signal(0);
export const isJournalLoaded = signal(false);

/** Maximum number of entries, as on the server. */
let most = 5000;
let highest = 0;
/** Restarted whenever entries are skipped, so that a busy journal is reloaded only after it becomes quiet. */
let calm: ReturnType<typeof setTimeout> | undefined;
const calmMs = 1500;
let drawing = false;
let telling = false;

// Other tabs change sandboxes, too. A second channel also receives the messages of this tab.
new BroadcastChannel(changeChannel).addEventListener('message', () => changed());

/** Follows the journal until the page closes or the server asks for a token. */
export async function followJournal(): Promise<void> {
  for (let isAgain = false; ; isAgain = true) {
    try {
      const response = await fetchOrThrow(new URL('events?summary=true', controlUrl), { headers: createHeaders() });
      // Signing in starts following again.
      if (response.status === 401) return askForToken();
      if (!response.ok || response.body === null) throw await refusalOf(response);
      if (isAgain && (await reloadServerInfo())) restartCount.value += 1;
      await loadMissingEntries();
      connectionState.value = 'live';
      changed();
      for await (const { event, data } of readEvents(response.body)) {
        if (event === 'skipped') readAnewOnceCalm();
        else if (event === 'changed') changed();
        else take([JSON.parse(data)]);
      }
    } catch {
      // The connection state reports the error.
    }
    // Recreating the sandbox starts following again.
    if (isSandboxDeleted.value) return;
    connectionState.value = 'lost';
    await new Promise((resolve) => setTimeout(resolve, 1500));
  }
}

/** Loads missing entries. A restarted journal replaces the list. */
export async function loadMissingEntries(): Promise<void> {
  most = (await loadServerInfo()).journalEntries;
  const { entries: latest } = await callControl<{ entries: JournalEntry[] }>(
    `GET journal?last=${page}&summary=true&durations=true`,
  );
  const newest = latest.at(-1)?.seq ?? 0;
  if (newest < highest || (journalEntries.length > 0 && latest.length === 0)) clearJournal();
  const first = latest[0]?.seq ?? 1;
  const older: JournalEntry[] = [];
  for (let from = Math.max(0, first - 1 - most + page); from < first - 1 && older.length < most - page; ) {
    const { entries: some } = await callControl<{ entries: JournalEntry[] }>(
      `GET journal?after=${from}&limit=${page}&summary=true&durations=true`,
    );
    const before = some.filter(({ seq }) => seq < first);
    older.push(...before);
    from = some.at(-1)?.seq ?? first;
  }
  journalEntries.length = 0;
  highest = 0;
  take([...older, ...latest]);
  isJournalLoaded.value = true;
}

function readAnewOnceCalm(): void {
  clearTimeout(calm);
  calm = setTimeout(() => void loadMissingEntries().catch(() => undefined), calmMs);
}

/** Empties the list after a reset of the sandbox. */
export function clearJournal(): void {
  journalEntries.length = 0;
  highest = 0;
  changed();
}

function take(added: readonly JournalEntry[]): void {
  for (const entry of added) {
    if (entry.seq > highest) {
      highest = entry.seq;
      journalEntries.push(entry);
    } else if (!putBetween(entry)) {
      // Numbers restart after a reset of the sandbox.
      clearJournal();
      readAnewOnceCalm();
      return;
    }
  }
  if (journalEntries.length > most) journalEntries.splice(0, journalEntries.length - most + most / 10);
  if (added.length > 0) changed();
}

/**
 * A request is reported after its response, so later entries can arrive first. @returns false for a different entry
 */
function putBetween(entry: JournalEntry): boolean {
  const index = journalEntries.findLastIndex(({ seq }) => seq <= entry.seq);
  const there = journalEntries[index];
  if (there?.seq === entry.seq) return there.at === entry.at && there.url === entry.url;
  journalEntries.splice(index + 1, 0, entry);
  return true;
}

/** Signals a change at most once per frame. Areas reload at most a few times per second. */
function changed(): void {
  if (!drawing) {
    drawing = true;
    requestAnimationFrame(() => {
      drawing = false;
      journalVersion.value += 1;
    });
  }
  if (telling) return;
  telling = true;
  setTimeout(() => {
    telling = false;
    changeCount.value += 1;
  }, 400);
}

interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/** The longest silence of a stream, in milliseconds. The server sends a comment every five seconds. */
const longestSilence = 12_000;

/**
 * Reads server-sent events. `EventSource` cannot send a token.
 *
 * @throws Error if the stream is silent for too long
 */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await readInTime(reader);
    if (done) return;
    rest += decoder.decode(value, { stream: true });
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => pairOf(line)));
      const data = fields.get('data');
      if (data !== undefined) yield { event: fields.get('event') ?? 'message', data };
    }
  }
}

async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error('The event stream is silent');
      void reader.cancel(error).catch(() => undefined);
      reject(error);
    }, longestSilence);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } finally {
    clearTimeout(timer);
  }
}

function pairOf(line: string): [string, string] {
  const at = line.indexOf(':');
  return [line.slice(0, at), line.slice(at + 1).trimStart()];
}
