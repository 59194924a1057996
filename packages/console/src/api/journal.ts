import { signal } from '@preact/signals';
import { root } from './address.js';
import { askForToken, call, headersOf, reach } from './call.js';
import { loadInfo } from './info.js';
import { readEvents } from './read-events.js';
import type { JournalEntry } from './types.js';

/** Entries that are read at once. */
const page = 1000;

/** The entries known, the oldest first. The array is always the same one; `version` shows that it has changed. */
export const entries: JournalEntry[] = [];
export const version = signal(0);
/** Counts what happened at a pace that people can follow: what areas load again by. */
export const happened = signal(0);
export const connection = signal<'connecting' | 'live' | 'lost'>('connecting');
/** Whether the journal has been read once. */
export const loaded = signal(false);

/** What the server keeps, and no more here either. */
let most = 5000;
let highest = 0;
/** Called off whenever more is left out: a list that changes that fast is read again once it is calm. */
let calm: ReturnType<typeof setTimeout> | undefined;
const calmMs = 1500;
let drawing = false;
let telling = false;

/** Follows the journal for as long as the page is open, or until the server asks for its token. */
export async function follow(): Promise<void> {
  for (;;) {
    try {
      const response = await reach(new URL('events?summary=true', root), { headers: headersOf() });
      // Once the token is given it is followed again.
      if (response.status === 401) return askForToken();
      if (!response.ok || response.body === null) throw new Error(`The events answer ${response.status}`);
      await catchUp();
      connection.value = 'live';
      for await (const { event, data } of readEvents(response.body)) {
        if (event === 'skipped') readAnewOnceCalm();
        else take([JSON.parse(data)]);
      }
    } catch {
      // Told by the connection's state.
    }
    connection.value = 'lost';
    await new Promise((resolve) => setTimeout(resolve, 1500));
  }
}

/** Reads what the list lacks; a journal that has begun again replaces it. */
export async function catchUp(): Promise<void> {
  most = (await loadInfo()).journalEntries;
  const { entries: latest } = await call<{ entries: JournalEntry[] }>(`GET journal?last=${page}&summary=true`);
  const newest = latest.at(-1)?.seq ?? 0;
  if (newest < highest || (entries.length > 0 && latest.length === 0)) forget();
  const first = latest[0]?.seq ?? 1;
  const older: JournalEntry[] = [];
  for (let from = Math.max(0, first - 1 - most + page); from < first - 1 && older.length < most - page; ) {
    const { entries: some } = await call<{ entries: JournalEntry[] }>(
      `GET journal?after=${from}&limit=${page}&summary=true`,
    );
    const before = some.filter(({ seq }) => seq < first);
    older.push(...before);
    from = some.at(-1)?.seq ?? first;
  }
  entries.length = 0;
  highest = 0;
  take([...older, ...latest]);
  loaded.value = true;
}

function readAnewOnceCalm(): void {
  clearTimeout(calm);
  calm = setTimeout(() => void catchUp().catch(() => undefined), calmMs);
}

/** Empties the list, when the sandbox has begun again. */
export function forget(): void {
  entries.length = 0;
  highest = 0;
  changed();
}

function take(added: readonly JournalEntry[]): void {
  for (const entry of added) {
    if (entry.seq > highest) {
      highest = entry.seq;
      entries.push(entry);
    } else if (!putBetween(entry)) {
      // Numbers that begin again are those of a sandbox that was reset.
      forget();
      readAnewOnceCalm();
      return;
    }
  }
  if (entries.length > most) entries.splice(0, entries.length - most + most / 10);
  if (added.length > 0) changed();
}

/**
 * A request is reported when it is answered: what came meanwhile has a higher number. @returns false for another entry
 * there
 */
function putBetween(entry: JournalEntry): boolean {
  const index = entries.findLastIndex(({ seq }) => seq <= entry.seq);
  const there = entries[index];
  if (there?.seq === entry.seq) return there.at === entry.at && there.url === entry.url;
  entries.splice(index + 1, 0, entry);
  return true;
}

/** At most once a frame, and for what loads by it a few times a second. */
function changed(): void {
  if (!drawing) {
    drawing = true;
    requestAnimationFrame(() => {
      drawing = false;
      version.value += 1;
    });
  }
  if (telling) return;
  telling = true;
  setTimeout(() => {
    telling = false;
    happened.value += 1;
  }, 400);
}
