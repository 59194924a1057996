import { signal } from '@preact/signals';
import { root } from './address.js';
import { askForToken, call, headersOf, reach } from './call.js';
import { loadInfo } from './info.js';
import { readEvents } from './read-events.js';
import type { JournalEntry } from './types.js';

/** Entries per request. */
const page = 1000;

/** All loaded entries, oldest first. The array is mutated; `version` signals a change. */
export const entries: JournalEntry[] = [];
export const version = signal(0);
/** A throttled change counter that makes areas reload. */
export const happened = signal(0);
export const connection = signal<'connecting' | 'live' | 'lost'>('connecting');
/** Whether the journal has been loaded. */
export const loaded = signal(false);

/** Maximum number of entries, as on the server. */
let most = 5000;
let highest = 0;
/** Restarted whenever more entries are skipped, so that a fast list reloads once it is quiet. */
let calm: ReturnType<typeof setTimeout> | undefined;
const calmMs = 1500;
let drawing = false;
let telling = false;

/** Follows the journal until the page closes or the server asks for a token. */
export async function follow(): Promise<void> {
  for (;;) {
    try {
      const response = await reach(new URL('events?summary=true', root), { headers: headersOf() });
      // Signing in starts it again.
      if (response.status === 401) return askForToken();
      if (!response.ok || response.body === null) throw new Error(`The event stream returned ${response.status}`);
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

/** Loads missing entries; a restarted journal replaces the list. */
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

/** Empties the list after a reset of the sandbox. */
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
      // Numbers restart after a reset of the sandbox.
      forget();
      readAnewOnceCalm();
      return;
    }
  }
  if (entries.length > most) entries.splice(0, entries.length - most + most / 10);
  if (added.length > 0) changed();
}

/**
 * A request is reported after its response, so later entries can arrive first. @returns false for a different entry
 */
function putBetween(entry: JournalEntry): boolean {
  const index = entries.findLastIndex(({ seq }) => seq <= entry.seq);
  const there = entries[index];
  if (there?.seq === entry.seq) return there.at === entry.at && there.url === entry.url;
  entries.splice(index + 1, 0, entry);
  return true;
}

/** At most once per frame; areas reload a few times per second. */
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
