import type { JournalEntry, JournalFilter, RecordedEntry } from './journal-entry.js';

/** Creates a function that returns whether an entry meets all conditions except `after`. */
export function createJournalMatcher({
  after: _after,
  failed,
  status,
  ...wanted
}: JournalFilter): (entry: RecordedEntry) => boolean {
  const pairs = Object.entries(wanted).filter(([, value]) => value !== undefined);
  return (entry) =>
    (status === undefined || hasStatus(entry, status)) &&
    (failed === undefined || hasFailed(entry) === failed) &&
    pairs.every(([key, value]) => entry[key as keyof JournalEntry] === value);
}

function hasStatus({ status }: RecordedEntry, wanted: number | string): boolean {
  if (typeof wanted === 'number') return status === wanted;
  return status !== undefined && Math.floor(status / 100) === Number(wanted[0]);
}

function hasFailed({ status = 0, outcome = 'delivered', error }: RecordedEntry): boolean {
  return status >= 400 || outcome !== 'delivered' || error !== undefined;
}
