import type { StoredEntry } from '@understudy/kernel';
import type { RecordedEntry } from '@understudy/kernel/serving';
import { expect, it } from 'vitest';
import { LastingJournal } from './lasting-journal.js';

it('reports how many journal entries it dropped for a slow archive, and stores the others', async () => {
  const reports: string[] = [];
  const stored: StoredEntry[] = [];
  const journal = new LastingJournal({
    archive: {
      write: async (entries) => void stored.push(...entries),
      forget: async () => {},
      prune: async () => {},
      bounds: async () => ({ first: 0, last: 0 }),
      read: async () => [],
    },
    maxAge: 1000,
    maxBytes: 1000,
    secrets: undefined,
    onDefect: (error) => reports.push(String(error)),
  });
  for (let seq = 1; seq <= 40; seq += 1) journal.keep('main', { seq } as RecordedEntry, 1_000_000);
  expect(reports).toEqual([expect.stringContaining('too slow: 4 journal entries were dropped')]);
  await journal.close();
  expect(reports.slice(1)).toEqual([expect.stringContaining('too slow: 4 journal entries were dropped')]);
  expect(journal.dropped).toBe(8);
  expect(stored.map(({ seq }) => seq)).toEqual(Array.from({ length: 32 }, (_none, index) => index + 9));
});
