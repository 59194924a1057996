import type { StoredChange, StoredRecord } from './store.js';

/** Told of what becomes of the records of a sandbox, in the very step in which it can be seen. */
export interface CommitLog {
  /** A unit of work was committed. */
  committed(changes: readonly StoredChange[]): void;
  /** All records were replaced by these. */
  replaced(records: readonly StoredRecord[]): void;
}
